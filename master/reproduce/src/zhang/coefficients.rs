//! The coefficients (7) of the implicit two-step scheme, as an FMU has them.

use serde::Deserialize;

use super::two_mass::{self, RHO_INF};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::target::Target;
use coupling::Polynomial;
use coupling::slave::{Slave, Step};
use macrostep::fmi::{Fmu, FmuSlave, StandardError, Value};

pub const ENTRY: Entry = Entry {
    name: "zhang/coefficients",
    title: "Coefficients (7) of the implicit two-step scheme",
    about: "A mass without a spring is started with a velocity, an acceleration or a force of 1, now or one step before, and takes one step of \
            1 s: its velocity at the end is a₁, a₂, b₀, b₁ or b₂ of (6). With D = 4 − (1 − ρ∞)², b₀ = 2/D, b₁ = 4 ρ∞/D and b₂ = 2 ρ∞²/D.",
    fmus: &["marker-oscillator"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    coefficients: [f64; 5],
}

const NAMES: [&str; 5] = ["a1", "a2", "b0", "b1", "b2"];

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { coefficients } = two_mass::data();
    let figures = |found: [f64; 5], recomputed: [f64; 5], rho: f64| {
        let figure = |k: usize| {
            let figure = Figure::new(format!("{}, ρ∞ = {rho}", NAMES[k]), found[k]);
            // (7) adds and subtracts numbers of about 1.
            let absolute = f64::EPSILON;
            figure.recomputed(Target { absolute, ..Target::relative(recomputed[k], 1e-13) })
        };
        [0, 1, 2, 3, 4].map(figure)
    };
    let published = figures(by_steps(bench, RHO_INF)?, coefficients, RHO_INF);
    let mut identities = Vec::new();
    for rho in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let d = 4.0 - (1.0 - rho) * (1.0 - rho);
        let b = [2.0 / d, 4.0 * rho / d, 2.0 * rho * rho / d];
        let a2 = b.iter().sum::<f64>() - 1.0;
        identities.extend(figures(by_steps(bench, rho)?, [1.0 - a2, a2, b[0], b[1], b[2]], rho));
    }
    Ok(vec![
        Section::new("at ρ∞ = 0.56", published.into()).evidence(Evidence::FmuSteps),
        Section::new("identities", identities).evidence(Evidence::FmuSteps),
    ])
}

/// a₁, a₂, b₀, b₁, b₂.
fn by_steps(bench: &Bench, rho_inf: f64) -> Result<[f64; 5], ReproduceError> {
    let fmu = Fmu::open(bench.fmu("marker-oscillator"))?;
    let mut found = [0.0; 5];
    for (k, found) in found.iter_mut().enumerate() {
        let mut mass = fmu.instantiate("mass", false, Box::new(StandardError::default()))?;
        mass.set_start("history", &Value::Boolean(true))?;
        mass.set_start("k", &Value::Real(0.0))?;
        mass.set_start("rho_inf", &Value::Real(rho_inf))?;
        let force =
            if let Some(start) = [Some("v0"), Some("v0_1"), None, Some("a0"), Some("a0_1")][k] {
                mass.set_start(start, &Value::Real(1.0))?;
                0.0
            } else {
                1.0
            };
        let mut slave = FmuSlave::new(mass.initialize(0.0, None, None)?, &["force"], &["v"])?;
        slave.start()?;
        let step = Step { t: 0.0, end: 1.0, h: 1.0 };
        slave.step(&step, &[Polynomial::constant(force)], std::slice::from_mut(found))?;
    }
    Ok(found)
}
