//! Table 2.3: the local order of positions and velocities by extrapolation degree N and fulfilled
//! constraints R, on a nonlinear system.

use indexmap::IndexMap;
use nalgebra::{DVector, dvector};
use serde::Deserialize;

use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::local_error::{self, Exact, LocalError};
use crate::monolithic::nonlinear;
use crate::picture::Picture;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "friedrich/table-2.3",
    title: "Local order of position q and velocity v",
    about: "Two nonlinear oscillators, one of them excited, coupled by a linear spring (Figure 2.6). One macro step \
            from an exact state with exact u and u̇ of K = 2 points; order P means an error of H^(P+1), measured \
            from H = 2^-5 to 2^-7. The thesis prints no parameters of its system, so that these are our own; a \
            damper is essential, as without it Const with R = 3 shows order 3 in v. Cells that the table leaves \
            empty have an order too. Errors themselves are compared with those of an independent implementation.",
    fmus: &["nonlinear-oscillator"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    steps: Vec<f64>,
    cells: Vec<Cell>,
}

/// A rule with N = 0, 1, 2 and R constraints, its orders and the errors of states at all steps.
#[derive(Deserialize)]
struct Cell {
    shape: String,
    fulfilled: usize,
    a: Vec<f64>,
    b: Vec<f64>,
    printed_q: Option<f64>,
    printed_v: Option<f64>,
    recomputed_q: f64,
    recomputed_v: f64,
    errors: IndexMap<String, Vec<f64>>,
}

/// Errors are compared at the first four steps, 2^-4 to 2^-7: below, rounding shows.
const COMPARED: usize = 4;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { steps, cells } = data(include_str!("../../data/friedrich_local_orders.json"));
    let found = bench.each(&cells, |cell| {
        let mut local = LocalError::of(bench, scenario(bench, cell))?;
        let error = |h: &f64| local.after(*h, &Whole);
        steps[..COMPARED].iter().map(error).collect::<Result<Vec<_>, _>>()
    })?;
    let (mut orders, mut errors) = (Vec::new(), Vec::new());
    for (cell, found) in cells.iter().zip(&found) {
        let name = format!("{} R = {}", cell.shape, cell.fulfilled);
        for (state, recomputed) in &cell.errors {
            let found: Vec<f64> = found.iter().map(|e| local_error::of(e, state).abs()).collect();
            orders.push(order(&name, state, cell, &found));
            for (k, found) in found.into_iter().enumerate() {
                // 1e-14: rounding of states of size 1 in both implementations.
                let target = Target { absolute: 1e-14, ..Target::relative(recomputed[k], 1e-3) };
                let figure = Figure::new(format!("{name}, {state}, H = 2^-{}", k + 4), found);
                errors.push(figure.recomputed(target));
            }
        }
    }
    Ok(vec![Section::new("local orders", orders), Section::new("local errors", errors)])
}

/// Local errors of the velocity of one subsystem over the macro step.
fn pictures(_: &Bench, found: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let Data { steps, cells } = data(include_str!("../../data/friedrich_local_orders.json"));
    let caption = "Table 2.3: local error of v of the first subsystem over the macro step, by shape of the input and number R of fulfilled \
                   constraints. Curves: found; circles: independent implementation.";
    let mut picture =
        Picture::new("table-2.3", ["H in s", "local error of v"], caption).log_x().log_y();
    let (mut marks, mut figures) = (Vec::new(), found[1].figures.iter());
    for cell in &cells {
        for (state, recomputed) in &cell.errors {
            let found: Vec<f64> = figures.by_ref().take(COMPARED).map(|f| f.found).collect();
            if state != "left.v" {
                continue;
            }
            let name = format!("{}, R = {}", cell.shape, cell.fulfilled);
            picture = picture.curve(name, steps.iter().copied().zip(found).collect());
            marks.extend(steps.iter().copied().zip(recomputed.iter().copied()).take(COMPARED));
        }
    }
    Ok(vec![picture.marks("recomputed", marks)])
}

/// The order of a state, by the mean slope from 2^-5 to 2^-7.
fn order(name: &str, state: &str, cell: &Cell, errors: &[f64]) -> Figure {
    let found = (errors[1] / errors[3]).log2() / 2.0 - 1.0;
    let is_position = state.ends_with('x');
    let (printed, recomputed) = if is_position {
        (cell.printed_q, cell.recomputed_q)
    } else {
        (cell.printed_v, cell.recomputed_v)
    };
    let figure = Figure::new(format!("{name}, {state}"), found);
    let figure = figure.recomputed(Target::absolute(recomputed, 0.15));
    Figure { printed: printed.map(|order| Target::absolute(order, 0.15)), ..figure }
}

fn scenario(bench: &Bench, cell: &Cell) -> String {
    let Cell { shape, a, b, .. } = cell;
    let slave = |name, start: &str| {
        let solver = "solver = 'dopri5', relative_tolerance = 1e-13, absolute_tolerance = 1e-16";
        let lines = format!("start = {{ {start}, {solver} }}\nderivatives = {{ x = 'v' }}");
        bench.slave(name, "nonlinear-oscillator", &lines)
    };
    format!(
        "[simulation]\nstop = 1\nstep = 0.1\n[inputs]\nextrapolation = '{shape}'\na = {a:?}\nb = {b:?}\n{}{}\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\nstiffness = {COUPLING}\n",
        slave(
            "left",
            "m = 1.0, c = 1.0, c3 = 0.5, d = 4.0, d3 = 0.2, amplitude = 0.7, omega = 1.3"
        ),
        slave("right", "m = 1.5, c = 5.0, c3 = 1.0, d = 2.0, d3 = 1.0, amplitude = 0.0")
    )
}

/// Stiffness of the coupling spring.
const COUPLING: f64 = 5.0;

/// The whole system, uncoupled: x and v of left and right.
struct Whole;

impl Whole {
    fn state(t: f64) -> DVector<f64> {
        let derivatives = |t: f64, z: &DVector<f64>| {
            let [x_a, v_a, x_b, v_b] = [z[0], z[1], z[2], z[3]];
            let lambda = COUPLING * (x_b - x_a);
            let own_a = (x_a + 0.5 * x_a.powi(3)) + (4.0 * v_a + 0.2 * v_a.powi(3));
            let own_b = (5.0 * x_b + x_b.powi(3)) + (2.0 * v_b + v_b.powi(3));
            dvector![v_a, 0.7 * (1.3 * t).cos() - own_a + lambda, v_b, (-own_b - lambda) / 1.5]
        };
        nonlinear(derivatives, &dvector![0.8, 0.0, 0.2, -1.0], t)
    }
}

impl Exact for Whole {
    fn value(&self, name: &str, t: f64) -> f64 {
        let z = Self::state(t);
        match name {
            "left.x" => z[0],
            "left.v" => z[1],
            "right.x" => z[2],
            "right.v" => z[3],
            "left.force" => COUPLING * (z[2] - z[0]),
            "right.force" => COUPLING * (z[0] - z[2]),
            // Energy integrals, which nothing depends on.
            _ => 0.0,
        }
    }

    fn rate(&self, name: &str, t: f64) -> f64 {
        let z = Self::state(t);
        let rate = COUPLING * (z[3] - z[1]);
        if name == "left.force" { rate } else { -rate }
    }
}
