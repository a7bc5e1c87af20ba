//! Figure 15: local errors (26) and their orders.

use indexmap::IndexMap;
use nalgebra::{DMatrix, DVector, dmatrix, dvector};
use serde::Deserialize;

use super::system::{C, D, M, Method, START};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::local_error::{self, Exact, LocalError};
use crate::monolithic::linear;
use crate::picture::Picture;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "busch/orders",
    title: "Figure 15: local errors and their orders",
    about: "One macro step from exact states and an exact past, per variable of (26), for both decompositions, both \
            sweeps, Lagrange, EXTRIPOL C0 and C1, k = 0 to 3. The publication says: C1 has the order of Lagrange; C0 \
            is bounded by order 3; with force/displacement coupling Jacobi loses an order against Gauss-Seidel, \
            with displacement/displacement it does not. All of it is found in the norm of states and outputs \
            together; in the states alone Jacobi shows no loss, it is the force F that has it. ck, dk and state are \
            not printed; they are our own. Force/displacement, Jacobi, C0, k = 3 is an exception: F still shows order \
            4.1 at these steps and 3 only below 1e-8 s, so that its orders of x and v alone are compared.",
    fmus: &["oscillator", "base-excited-oscillator"],
    run,
    pictures: Some(pictures),
};

/// Coupling stiffness in N/m and damping in N·s/m.
const COUPLING: (f64, f64) = (1e6, 1e2);

#[derive(Deserialize)]
struct Data {
    steps: Vec<f64>,
    cases: Vec<Case>,
}

/// A method with the signed errors of its variables at each step and the orders they tend to.
#[derive(Deserialize)]
struct Case {
    #[serde(flatten)]
    method: Method,
    errors: IndexMap<String, Vec<f64>>,
    orders: IndexMap<String, f64>,
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { steps, cases } = data(include_str!("../../data/busch_orders.json"));
    let whole = Whole::new();
    let found = bench.each(&cases, |case| {
        let (ck, dk) = COUPLING;
        let mut local = LocalError::of(bench, case.method.scenario(bench, ck, dk, "stale"))?;
        steps.iter().map(|h| local.after(*h, &whole)).collect::<Result<Vec<_>, _>>()
    })?;
    let (mut orders, mut errors) = (Vec::new(), Vec::new());
    for (case, found) in cases.iter().zip(&found) {
        orders.extend(case.orders(found));
        errors.extend(case.errors(found, &steps));
    }
    Ok(vec![
        Section::new("orders from H = 2e-5 s to 1e-5 s", orders),
        Section::new("local errors", errors),
    ])
}

/// The norm of all local errors over the macro step, force/displacement.
fn pictures(_: &Bench, found: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let Data { steps, cases } = data(include_str!("../../data/busch_orders.json"));
    let mut errors = found[1].figures.iter();
    let draw = |file, sweep: &str| {
        let caption = format!(
            "Figure 15: local error of the force over the macro step, force/displacement, {sweep}. Curves: found; circles: independent \
             implementation."
        );
        Picture::new(file, ["H in s", "local error of the force in N"], &caption).log_x().log_y()
    };
    let mut drawn = [draw("orders-gauss-seidel", "Gauss-Seidel"), draw("orders-jacobi", "Jacobi")]
        .map(|p| (p, Vec::new()));
    for Case { method, errors: listed, .. } in &cases {
        for (variable, recomputed) in listed {
            let found: Vec<f64> = errors.by_ref().take(steps.len()).map(|f| f.found).collect();
            if variable != "right.f" || method.rule == "extripol-c1" {
                continue;
            }
            let (picture, marks) = &mut drawn[usize::from(method.sweep == "jacobi")];
            let size = |errors: &[f64]| -> Vec<(f64, f64)> {
                steps.iter().zip(errors).map(|(h, error)| (*h, error.abs())).collect()
            };
            let name = format!("{}, k = {}", method.rule, method.degree);
            let blank = Picture::new("", ["", ""], "");
            *picture = std::mem::replace(picture, blank).curve(name, size(&found));
            marks.extend(size(recomputed));
        }
    }
    Ok(drawn.into_iter().map(|(picture, marks)| picture.marks("recomputed", marks)).collect())
}

impl Case {
    fn errors(&self, found: &[Vec<(String, f64)>], steps: &[f64]) -> Vec<Figure> {
        let name = self.method.name();
        let mut figures = Vec::new();
        for (variable, recomputed) in &self.errors {
            // Rounding of variables of this size over a step.
            let absolute = match &variable[variable.len() - 1..] {
                "x" => 1e-17,
                "v" => 2e-15,
                _ => 2e-11,
            };
            for (k, h) in steps.iter().enumerate() {
                let target = Target { absolute, ..Target::relative(recomputed[k], 1e-6) };
                let error = local_error::of(&found[k], variable);
                let figure = Figure::new(format!("{name}, {variable}, H = {h:e} s"), error);
                figures.push(figure.recomputed(target));
            }
        }
        figures
    }

    /// The observed order of the largest error of positions x, of velocities v, of the force F, and
    /// of the norm of all.
    fn orders(&self, found: &[Vec<(String, f64)>]) -> Vec<Figure> {
        let size = |errors: &[(String, f64)], what: &str| {
            let variables: Vec<f64> = self
                .errors
                .keys()
                .filter(|name| what == "zy2" || name.ends_with(&what.to_lowercase()))
                .map(|name| local_error::of(errors, name))
                .collect();
            let variables = DVector::from_vec(variables);
            if what == "zy2" { variables.norm() } else { variables.amax() }
        };
        let late = self.method.is_force_displacement()
            && (self.method.sweep.as_str(), self.method.rule.as_str()) == ("jacobi", "extripol-c0")
            && self.method.degree == 3;
        let compared =
            self.orders.iter().filter(|(what, _)| !late || matches!(what.as_str(), "x" | "v"));
        let figure = |(what, order): (&String, &f64)| {
            let found = (size(&found[2], what) / size(&found[3], what)).log2();
            let word = if what == "zy2" { "all" } else { what };
            Figure::new(format!("{}, {word}", self.method.name()), found)
                .recomputed(Target::absolute(*order, 0.15))
        };
        compared.map(figure).collect()
    }
}

/// The whole system.
struct Whole {
    a: DMatrix<f64>,
}

impl Whole {
    fn new() -> Self {
        let (ck, dk) = COUPLING;
        let own = |k: usize| [-(C[k] + ck) / M[k], -(D[k] + dk) / M[k]];
        let other = |k: usize| [ck / M[k], dk / M[k]];
        let ([c1, d1], [c2, d2], [k1, b1], [k2, b2]) = (own(0), own(1), other(0), other(1));
        let a = dmatrix![
            0.0, 1.0, 0.0, 0.0;
            c1, d1, k1, b1;
            0.0, 0.0, 0.0, 1.0;
            k2, b2, c2, d2
        ];
        Self { a }
    }
}

impl Exact for Whole {
    fn value(&self, name: &str, t: f64) -> f64 {
        let [(x1, v1), (x2, v2)] = START;
        let z = linear(&self.a, &dvector![x1, v1, x2, v2], t);
        match name {
            "left.x" | "right.x_in" => z[0],
            "left.v" | "right.v_in" => z[1],
            "right.x" | "left.x_in" => z[2],
            "right.v" | "left.v_in" => z[3],
            "right.f" | "left.force" => COUPLING.0 * (z[2] - z[0]) + COUPLING.1 * (z[3] - z[1]),
            // Energy integrals, which nothing depends on.
            _ => 0.0,
        }
    }

    fn rate(&self, _: &str, _: f64) -> f64 {
        f64::NAN
    }
}
