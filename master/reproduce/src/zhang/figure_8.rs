//! Figure 8: time histories with original and modified inputs.

use serde::Deserialize;

use super::two_mass::{self, Inputs, TwoMass, exact};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/figure-8",
    title: "Runs of the two-mass oscillator with original and modified inputs",
    about: "Δt = 1e-3 s and ρ∞ = 0.56. The figure prints no numbers: positions, velocities and the reaction at the end are compared with an independent \
            implementation, of the run with original inputs at 0.1 s, where it has gone astray.",
    fmus: &["marker-oscillator", "driven-mass"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    end_states: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    inputs: Inputs,
    /// In s.
    t: f64,
    /// x₁, v₁, x₂, v₂ and λ.
    state: [f64; 5],
}

/// Δt in s.
const STEP: f64 = 1e-3;
const NAMES: [&str; 5] = ["x1", "v1", "x2", "v2", "λ"];

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { end_states: cases } = two_mass::data();
    let found = bench.each(&cases, |case| {
        let points = TwoMass::with(&case.inputs).run(bench, STEP, case.t)?;
        Ok(points[points.len() - 1])
    })?;
    let section = |(Case { inputs, t, state }, found): (&Case, [f64; 5])| {
        let figure =
            |k: usize| Figure::new(NAMES[k], found[k]).recomputed(Target::relative(state[k], 1e-8));
        Section::new(format!("{}, t = {t} s", inputs.name()), (0..5).map(figure).collect())
    };
    Ok(cases.iter().zip(found).map(section).collect())
}

/// Positions of the first mass.
fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 8: position of the first mass, Δt = 1e-3 s, ρ∞ = 0.56. The modified inputs damp the motion alike; the run with original ones is drawn up \
                   to where it leaves the picture.";
    let mut picture = Picture::new("figure-8", ["time in s", "x1 in m"], caption);
    for name in ["original", "index-3", "index-2", "index-1"] {
        let points = TwoMass::with(&Inputs::named(name)).run(bench, STEP, 0.3)?;
        let points = points.iter().enumerate().map(|(n, [x, ..])| (n as f64 * STEP, *x));
        picture = picture.curve(name, points.take_while(|(_, x)| x.abs() < 4e-3).collect());
    }
    let solution = (0..=300).map(|n| f64::from(n) * STEP).map(|t| (t, exact(t, 1.0)[0]));
    Ok(vec![picture.curve("exact", solution.collect())])
}
