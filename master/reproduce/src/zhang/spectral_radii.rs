//! Spectral radii of section 4.1.

use serde::Deserialize;

use super::two_mass::{self, Inputs, TwoMass};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/spectral-radii",
    title: "Spectral radii of the two-mass oscillator, section 4.1.3",
    about: "By the amplification matrix of macro steps on the FMUs, with ρ∞ = 0.56 and ω₀₁² = 5000 1/s². The publication prints 1.11 for original and 0.999 \
            for modified inputs and no step: 0.999 belongs to Δt = 1e-3 s, which hence is that of Fig. 8.",
    fmus: &["marker-oscillator", "driven-mass"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    radii: Radii,
}

#[derive(Deserialize)]
struct Radii {
    /// In s.
    steps: Vec<f64>,
    inputs: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    inputs: Inputs,
    radii: Vec<f64>,
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { radii: Radii { steps, inputs } } = two_mass::data();
    let at: Vec<f64> = steps.iter().map(|step| two_mass::omega_dt(*step)).collect();
    let found = bench.each(&inputs, |case| TwoMass::with(&case.inputs).radii(bench, &at))?;
    let mut figures = Vec::new();
    for (case, found) in inputs.iter().zip(found) {
        for (k, step) in steps.iter().enumerate() {
            let name = format!("{}, Δt = {step:e} s", case.inputs.name());
            let figure =
                Figure::new(name, found[k]).recomputed(Target::absolute(case.radii[k], 1e-6));
            let printed = match (*step == 1e-3, case.radii[k] > 1.0) {
                (false, _) => None,
                (true, true) => Some(Target::absolute(1.11, 5e-3)),
                (true, false) => Some(Target::absolute(0.999, 5e-4)),
            };
            figures.push(match printed {
                Some(printed) => figure.printed(printed),
                None => figure,
            });
        }
    }
    Ok(vec![Section::new("spectral radii", figures)])
}
