//! The largest mass ratio that some ρ∞ makes stable.

use serde::Deserialize;

use super::two_mass::{self, Inputs, STABLE, TwoMass};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/mass-ratio",
    title: "Largest mass ratios with a stable ρ∞, Fig. 7",
    about: "The largest m₂/m₁ for which the explicit coupling is stable with any ρ∞ of 0, 0.01, …, 1 at ω₀₁Δt = 0.01, by bisection. Beyond it no step is short \
            enough: the coupling is not zero-stable. The publication says that large mass ratios spoil it and prints no limits.",
    fmus: &["marker-oscillator", "driven-mass"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    mass_ratios: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    inputs: Inputs,
    largest: f64,
}

const OMEGA_DT: f64 = 0.01;
/// Mass ratios that all inputs bear, and that none bears.
const RANGE: [f64; 2] = [0.5, 8.0];
/// Limits are found to this part of them.
const ACCURACY: f64 = 1e-3;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { mass_ratios: cases } = two_mass::data();
    let found = bench.each(&cases, |case| largest(bench, &case.inputs))?;
    let figure = |(Case { inputs, largest }, found): (&Case, f64)| {
        // Given to three digits, by a search on the same grid.
        Figure::new(inputs.name(), found).recomputed(Target::absolute(*largest, 0.02))
    };
    let figures = cases.iter().zip(found).map(figure).collect();
    Ok(vec![Section::new("largest stable m2/m1", figures)])
}

fn largest(bench: &Bench, inputs: &Inputs) -> Result<f64, ReproduceError> {
    let ([mut stable, mut unstable], mut last) = (RANGE, 40);
    for ratio in [stable, unstable] {
        if any(bench, inputs, ratio, &mut last)? != (ratio == stable) {
            return Ok(f64::NAN);
        }
    }
    while unstable > (1.0 + ACCURACY) * stable {
        let middle = (stable * unstable).sqrt();
        if any(bench, inputs, middle, &mut last)? { stable = middle } else { unstable = middle }
    }
    Ok(stable)
}

/// Whether a ρ∞ = n/100 is stable; those next to the one that was stable `last` are tried first.
fn any(
    bench: &Bench,
    inputs: &Inputs,
    mass_ratio: f64,
    last: &mut i32,
) -> Result<bool, ReproduceError> {
    let mut all: Vec<i32> = (0..=100).collect();
    all.sort_by_key(|n| (n - *last).abs());
    for n in all {
        let rho_inf = f64::from(n) / 100.0;
        let system = TwoMass { rho_inf, mass_ratio, ..TwoMass::with(inputs) };
        if system.radius(bench, OMEGA_DT)? <= STABLE {
            *last = n;
            return Ok(true);
        }
    }
    Ok(false)
}
