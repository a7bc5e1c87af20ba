//! Figures 8 and 9: the two-mass oscillator at a time, and its global errors over the macro step.

use indexmap::IndexMap;
use nalgebra::DVector;
use serde::Deserialize;

use super::method::Method;
use super::two_mass::{Decomposition, TwoMass};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::monolithic::linear;
use crate::picture::Picture;
use crate::target::Target;
use macrostep::scenario::build::build;

const FMUS: &[&str] = &["oscillator", "base-excited-oscillator"];

pub const FIGURE_8: Entry = Entry {
    name: "schweizer-lu/figure-8",
    title: "The two-mass oscillator at t = 0.1 s",
    about: "Section 4.1: m = 1 and 2 kg, c = 1000 N/m, d = 10 N s/m, v = ±100 m/s. The figure shows x₁ over time for \
            force/force coupling with k = 0; states and coupling force with H = 1e-3 s are compared for all three \
            decompositions, k = 0 to 2, with a Jacobian found in every step and with a reused one, which is the default here, and for \
            explicit coupling too. The tolerance is 1e-9 of the largest value of \
            each variable.",
    fmus: FMUS,
    run: figure_8,
    pictures: Some(motion_over_time),
};

pub const FIGURE_9: Entry = Entry {
    name: "schweizer-lu/figure-9",
    title: "Global errors and their orders",
    about: "The same system against the exact solution up to 1 s. The figure shows that k = 0, 1, 2 have order 1, 2, 3 in \
            all three decompositions; its norm is not printed. Here x, v and λ are the largest errors at communication \
            points, nrmse that of x₁ over its root mean square; all have these orders. The subsystems are stepped \
            exactly; in the publication they have a tolerance of 1e-6. Explicit coupling begins with lower degrees and \
            therefore has order 2 with k = 2. Numbers with a reused Jacobian are the same.",
    fmus: FMUS,
    run: figure_9,
    pictures: Some(errors_over_step),
};

const SYSTEM: TwoMass = TwoMass { c: 1000.0, d: 10.0 };

#[derive(Deserialize)]
struct Data {
    steps: Vec<f64>,
    cases: Vec<Case>,
}

#[derive(Clone, Deserialize)]
struct Case {
    #[serde(flatten)]
    method: Method,
    coupling: Decomposition,
    /// By norm, for each of the steps.
    errors: IndexMap<String, Vec<f64>>,
    /// By norm, from 5e-4 to 2.5e-4 s.
    orders: IndexMap<String, f64>,
    /// x₁, v₁, x₂, v₂ at 0.1 s with H = 1e-3 s.
    states: [f64; 4],
    /// λ there.
    force: f64,
}

/// All cases; the semi-implicit ones once more with the default Jacobian.
fn cases() -> Data {
    let mut data: Data = data(include_str!("../../data/schweizer_lu_two_mass.json"));
    let reused = |case: &Case| {
        let method = case.method.with_reused_jacobian()?;
        Some(Case { method, ..case.clone() })
    };
    data.cases.extend(data.cases.iter().filter_map(reused).collect::<Vec<_>>());
    data
}

/// The largest values of x₁, v₁, x₂, v₂ and λ.
const LARGEST: [(&str, f64); 5] =
    [("x₁", 2.0), ("v₁", 100.0), ("x₂", 2.0), ("v₂", 100.0), ("λ", 3000.0)];

const NORMS: [&str; 4] = ["x", "v", "lambda", "nrmse"];

fn figure_8(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { cases, .. } = cases();
    let found = bench.each(&cases, |case| {
        let mut last = DVector::zeros(4);
        case.run(bench, 0.1, 1e-3, |z| last.copy_from(z))?;
        Ok(last)
    })?;
    let mut figures = Vec::new();
    for (case, z) in cases.iter().zip(found) {
        let values = case.states.into_iter().chain([case.force]);
        let found = z.iter().copied().chain([SYSTEM.force(&z)]);
        for (((variable, largest), value), found) in LARGEST.into_iter().zip(values).zip(found) {
            let figure = Figure::new(format!("{}, {variable}", case.name()), found);
            figures.push(figure.recomputed(Target::absolute(value, 1e-9 * largest)));
        }
    }
    Ok(vec![Section::new("states and coupling force at 0.1 s", figures)])
}

fn figure_9(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { steps, cases } = cases();
    let all: Vec<(&Case, f64)> =
        cases.iter().flat_map(|case| steps.iter().map(move |h| (case, *h))).collect();
    let found = bench.each(&all, |(case, h)| case.global_errors(bench, *h))?;
    let (mut orders, mut errors) = (Vec::new(), Vec::new());
    for (case, found) in cases.iter().zip(found.chunks(steps.len())) {
        for (n, norm) in NORMS.into_iter().enumerate() {
            for (k, h) in steps.iter().enumerate() {
                let figure =
                    Figure::new(format!("{}, {norm}, H = {h:e} s", case.name()), found[k][n]);
                errors.push(figure.recomputed(Target::relative(case.errors[norm][k], 1e-4)));
            }
            let at = |h: f64| {
                steps.iter().position(|known| *known == h).map_or(f64::NAN, |k| found[k][n])
            };
            let order = (at(5e-4) / at(2.5e-4)).log2();
            let figure = Figure::new(format!("{}, {norm}", case.name()), order)
                .recomputed(Target::absolute(case.orders[norm], 0.05));
            orders.push(case.printed_order(figure));
        }
    }
    Ok(vec![
        Section::new("orders from H = 5e-4 s to 2.5e-4 s", orders),
        Section::new("global errors", errors),
    ])
}

/// Figure 8: x₁ over time.
fn motion_over_time(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 8: x₁ over time with force/force coupling, H = 1e-3 s. Curves: runs with a Jacobian in every step; circles: exact solution; \
                   crosses: independent implementation at 0.1 s.";
    let mut picture = Picture::new("figure-8", ["time in s", "x₁ in m"], caption);
    let (h, stop) = (1e-3, 0.3);
    let mut marks = Vec::new();
    for case in cases().cases.iter().filter(|case| case.is_shown()) {
        let mut points = vec![(0.0, 0.0)];
        case.run(bench, stop, h, |z| points.push((points.len() as f64 * h, z[0])))?;
        picture = picture.curve(format!("k = {}", case.method.degree), points);
        marks.push((0.1, case.states[0]));
    }
    let (a, mut z) = (SYSTEM.matrix(), TwoMass::start());
    let mut exact = vec![(0.0, z[0])];
    for k in 1..=30 {
        z = linear(&a, &z, 0.01);
        exact.push((f64::from(k) * 0.01, z[0]));
    }
    Ok(vec![picture.marks("exact", exact).marks("recomputed", marks)])
}

/// Figure 9: global errors of x over the macro step.
fn errors_over_step(_: &Bench, found: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let Data { steps, cases } = cases();
    let caption = "Figure 9: largest error of x up to 1 s over the macro step. Curves: runs, semi-implicit with a Jacobian in every step; \
                   circles: independent implementation.";
    let axes = ["H in s", "largest error of x in m"];
    let mut picture = Picture::new("figure-9", axes, caption).log_x().log_y();
    let mut marks = Vec::new();
    let figures = found[1].figures.chunks(NORMS.len() * steps.len());
    for (case, figures) in cases.iter().zip(figures) {
        if case.method.scheme == "explicit" || case.method.reused {
            continue;
        }
        let points = steps.iter().zip(figures).map(|(h, figure)| (*h, figure.found)).collect();
        let name = format!("{}, k = {}", case.coupling.word(), case.method.degree);
        picture = picture.curve(name, points);
        marks.extend(steps.iter().copied().zip(case.errors["x"].iter().copied()));
    }
    Ok(vec![picture.marks("recomputed", marks)])
}

impl Case {
    /// Whether Figure 8 shows it.
    fn is_shown(&self) -> bool {
        let semi_implicit = self.method.scheme == "semi-implicit" && !self.method.reused;
        semi_implicit && matches!(self.coupling, Decomposition::ForceForce)
    }

    fn name(&self) -> String {
        format!("{}, {}", self.coupling.word(), self.method.name())
    }

    /// The auxiliary lines of Figure 9, which shows semi-implicit coupling only.
    fn printed_order(&self, figure: Figure) -> Figure {
        match self.method.scheme.as_str() {
            "explicit" => figure,
            _ => figure.printed(Target::absolute(self.method.degree as f64 + 1.0, 0.05)),
        }
    }

    /// Runs up to `stop` and shows z at each communication point.
    fn run(
        &self,
        bench: &Bench,
        stop: f64,
        h: f64,
        mut see: impl FnMut(&DVector<f64>),
    ) -> Result<(), ReproduceError> {
        let sections = SYSTEM.sections(bench, self.coupling);
        let results = "[results]\nvariables = ['*.x', '*.v']\n";
        let text = self.method.sections(stop, h) + &sections + results;
        let mut simulation = build(&bench.recorded(text)?)?;
        let names = simulation.network().output_names();
        let place = |name: &str| {
            let place = names.iter().position(|known| known == name);
            place.expect("positions and velocities are recorded")
        };
        let places = ["left.x", "left.v", "right.x", "right.v"].map(place);
        simulation.initialize()?;
        while simulation.advance()? {
            let y = &simulation.point().y;
            see(&DVector::from_iterator(4, places.iter().map(|place| y[*place])));
        }
        Ok(())
    }

    /// The global errors up to 1 s in all norms.
    fn global_errors(&self, bench: &Bench, h: f64) -> Result<[f64; 4], ReproduceError> {
        let a = SYSTEM.matrix();
        let mut exact = TwoMass::start();
        let (mut errors, mut squares, mut size) = ([0.0_f64; 3], 0.0, 0.0);
        self.run(bench, 1.0, h, |z| {
            exact = linear(&a, &exact, h);
            let off = (z - &exact).abs();
            let force = (SYSTEM.force(z) - SYSTEM.force(&exact)).abs();
            let off = [off[0].max(off[2]), off[1].max(off[3]), force];
            errors.iter_mut().zip(off).for_each(|(worst, off)| *worst = worst.max(off));
            squares += (z[0] - exact[0]).powi(2);
            size += exact[0].powi(2);
        })?;
        let [x, v, lambda] = errors;
        Ok([x, v, lambda, (squares / size).sqrt()])
    }
}
