//! Figure 9: relative errors over the step.

use serde::Deserialize;

use super::two_mass::{self, Inputs, TwoMass, exact};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/figure-9",
    title: "Relative errors of positions and velocities",
    about: "The relative L¹ error (47) over 0.5 s with ρ∞ = 0.56, with an exact motion one step before the start; the publication does not say how it begins. \
            Explicit and implicit coupling are of first order, as printed: the \
            reaction of the half-implicit Euler scheme is that of the start of a step, whatever the coupling does. The implicit scheme is newton on the index-3 \
            inputs, until the coupling conditions hold to 1e-9.",
    fmus: &["marker-oscillator", "driven-mass"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    errors: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    inputs: Inputs,
    implicit: bool,
    steps: Vec<Errors>,
}

#[derive(Deserialize)]
struct Errors {
    /// In s.
    step: f64,
    /// Of x₁, v₁, x₂ and v₂.
    errors: [f64; 4],
}

impl Case {
    fn name(&self) -> String {
        format!("{}, {}", if self.implicit { "implicit" } else { "explicit" }, self.inputs.name())
    }
}

/// Time of a run in s.
const STOP: f64 = 0.5;
const NAMES: [&str; 4] = ["x1", "v1", "x2", "v2"];
/// The error over the step to which all tend, in 1/s: the reaction is a step late, which damps by m₂ W² Δt/(2 (m₁ + m₂)).
const LIMIT: f64 = 156.8;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { errors: cases } = two_mass::data();
    let runs: Vec<(&Case, f64)> =
        cases.iter().flat_map(|case| case.steps.iter().map(move |at| (case, at.step))).collect();
    let found = bench.each(&runs, |&(case, step)| {
        let system = TwoMass { implicit: case.implicit, ..TwoMass::with(&case.inputs) };
        Ok(errors(&system.run(bench, step, STOP)?, step))
    })?;
    let mut found = found.into_iter();
    let (mut sections, mut orders) = (Vec::new(), Vec::new());
    for case in &cases {
        let found: Vec<[f64; 4]> = found.by_ref().take(case.steps.len()).collect();
        let figures = case.steps.iter().zip(&found).flat_map(|(Errors { step, errors }, found)| {
            let figure = move |k: usize| {
                Figure::new(format!("{}, Δt = {step:e} s", NAMES[k]), found[k])
                    .recomputed(Target::relative(errors[k], 1e-6))
            };
            (0..4).map(figure)
        });
        sections.push(Section::new(case.name(), figures.collect()));
        orders.extend(order(case, &found));
    }
    sections.push(Section::new("order, and what errors tend to", orders));
    Ok(sections)
}

/// The order between the last two steps, a tenth of each other, and the error per step of the last.
fn order(case: &Case, found: &[[f64; 4]]) -> [Figure; 2] {
    let [before, last] = [2, 1].map(|back| found[found.len() - back][0]);
    let step = case.steps[case.steps.len() - 1].step;
    [
        Figure::new(format!("{}, order of x1", case.name()), (before / last).log10())
            .printed(Target::absolute(1.0, 0.02)),
        Figure::new(format!("{}, error of x1 over Δt in 1/s", case.name()), last / step)
            .recomputed(Target::absolute(LIMIT, 0.1)),
    ]
}

/// (47) of x₁, v₁, x₂ and v₂.
fn errors(points: &[[f64; 5]], step: f64) -> [f64; 4] {
    let (mut off, mut all) = ([0.0; 4], [0.0; 4]);
    for (n, point) in points.iter().enumerate() {
        let [x, v, _] = exact(n as f64 * step, 1.0);
        for (k, exact) in [x, v, x, v].into_iter().enumerate() {
            off[k] += (point[k] - exact).abs();
            all[k] += exact.abs();
        }
    }
    [0, 1, 2, 3].map(|k| off[k] / all[k])
}

/// Errors of the first mass' position over the step.
fn pictures(_: &Bench, found: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let Data { errors: cases } = two_mass::data();
    let caption = "Figure 9(a): relative error of the first mass' position over the step. Curves: found; circles: independent implementation.";
    let axes = ["Δt in s", "relative error of x1"];
    let (mut picture, mut marks) =
        (Picture::new("figure-9", axes, caption).log_x().log_y(), Vec::new());
    for (case, section) in cases.iter().zip(found) {
        let found = section.figures.iter().step_by(4).map(|figure| figure.found);
        let points = case.steps.iter().zip(found).map(|(at, found)| (at.step, found));
        picture = picture.curve(case.name(), points.collect());
        marks.extend(case.steps.iter().map(|at| (at.step, at.errors[0])));
    }
    Ok(vec![picture.marks("recomputed", marks)])
}
