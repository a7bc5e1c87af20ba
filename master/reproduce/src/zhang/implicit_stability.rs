//! Figure 6(d): the implicit scheme is stable everywhere.

use super::two_mass::{Inputs, STABLE, TwoMass};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::search::equal;

pub const ENTRY: Entry = Entry {
    name: "zhang/figure-6d",
    title: "Spectral radii of the implicit scheme",
    about: "The coupling conditions are iterated in each step until they hold at its end (scheme newton), with the index-3 inputs of the publication's \
            implicit scheme and with index-1 inputs, for ρ∞ from 0 to 1, ω₀₁Δt from 1e-3 to 10 and mass ratios from 0.5 to 10. All points of the figure are \
            stable, and so are these. Of each ρ∞ the largest radius is shown.",
    fmus: &["marker-oscillator", "driven-mass"],
    run,
    pictures: None,
};

const OMEGA_DT: [f64; 12] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0];

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let mut sections = Vec::new();
    for inputs in ["index-3", "index-1"] {
        for mass_ratio in [0.5, 1.0, 2.0, 10.0] {
            let found = bench.each(&equal(0.0, 1.0, 20), |&rho_inf| {
                let inputs = &Inputs::named(inputs);
                let implicit =
                    TwoMass { rho_inf, mass_ratio, implicit: true, ..TwoMass::with(inputs) };
                let largest = implicit.radii(bench, &OMEGA_DT)?.into_iter().fold(0.0, f64::max);
                let figure = Figure::new(format!("ρ∞ = {rho_inf:.2}"), largest);
                Ok(figure.bound(Bound::at_most(STABLE)))
            })?;
            let title = format!("largest over ω01Δt, {inputs}, m2/m1 = {mass_ratio}");
            sections.push(Section::new(title, found));
        }
    }
    Ok(sections)
}
