//! The ρ∞ for which the explicit coupling is stable at short steps.

use serde::Deserialize;

use super::two_mass::{self, Inputs, STABLE, TwoMass, omega_dt};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::search::equal;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/stable-rho-inf",
    title: "Stable ρ∞ at Δt = 1e-3 s, Fig. 5",
    about: "All edges of the intervals of ρ∞ in which the spectral radius is 1 at most, at ω₀₁Δt = 0.0707, with equal masses: sought on a grid of \
            0.02 and by bisection. With original inputs there is none; the upper edge of index-1 inputs is the end of the range.",
    fmus: &["marker-oscillator", "driven-mass"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    stable_rho_inf: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    inputs: Inputs,
    /// Where stable intervals begin and end.
    edges: Vec<f64>,
}

/// Δt in s.
const STEP: f64 = 1e-3;
/// Edges are found to this.
const ACCURACY: f64 = 1e-6;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { stable_rho_inf: cases } = two_mass::data();
    let found = bench.each(&cases, |case| edges(bench, &case.inputs))?;
    let mut figures = Vec::new();
    for (Case { inputs, edges }, found) in cases.iter().zip(found) {
        let count = Figure::new(format!("{}, number of edges", inputs.name()), found.len() as f64);
        figures.push(count.recomputed(Target::absolute(edges.len() as f64, 0.0)));
        for (k, edge) in edges.iter().enumerate() {
            let name = format!("{}, edge {}", inputs.name(), k + 1);
            let figure = Figure::new(name, found.get(k).copied().unwrap_or(f64::NAN));
            figures.push(figure.recomputed(Target::absolute(*edge, 1e-4)));
        }
    }
    Ok(vec![Section::new("edges of stable intervals of ρ∞", figures)])
}

/// Where stability changes, and the ends of the range that are stable.
fn edges(bench: &Bench, inputs: &Inputs) -> Result<Vec<f64>, ReproduceError> {
    let is_stable = |rho_inf: f64| -> Result<bool, ReproduceError> {
        let system = TwoMass { rho_inf, ..TwoMass::with(inputs) };
        Ok(system.radius(bench, omega_dt(STEP))? <= STABLE)
    };
    let (mut edges, mut before) = (Vec::new(), None);
    for rho in equal(0.0, 1.0, 50) {
        let now = is_stable(rho)?;
        match before {
            None if now => edges.push(rho),
            Some((mut low, was)) if was != now => {
                let mut high = rho;
                while high - low > ACCURACY {
                    let middle = 0.5 * (low + high);
                    if is_stable(middle)? == was { low = middle } else { high = middle }
                }
                edges.push(0.5 * (low + high));
            }
            _ => {}
        }
        before = Some((rho, now));
    }
    edges.extend(before.filter(|(_, stable)| *stable).map(|(rho, _)| rho));
    Ok(edges)
}
