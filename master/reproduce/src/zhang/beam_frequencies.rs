//! The natural frequencies of the beam with everything lumped at its tip.

use std::f64::consts::PI;

use serde::Deserialize;

use super::particle_damper::{self, STEP, beam_start};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/beam-frequencies",
    title: "Natural frequencies of the beam, section 4.3.2",
    about: "From eigenvalues z of a step of 0.1 ms of the beam with its base at rest, and 55.5 g and 4.04166e-6 kg m² at its tip. With ρ∞ = 1 the two-step scheme \
            turns by tan(arg z/2) = ω Δt/2 and damps nothing. Recomputed: roots of the exact equation of an Euler–Bernoulli beam; the tolerance is a few times what its \
            20 elements leave. The publication has elements that also shear; its third frequency is 0.4 % higher.",
    fmus: &["cantilever-beam"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    frequencies: Frequencies,
}

/// In Hz.
#[derive(Deserialize)]
struct Frequencies {
    printed: [f64; 3],
    printed_tolerances: [f64; 3],
    exact: [f64; 3],
    exact_tolerance: f64,
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { frequencies: known } = particle_damper::data();
    let head = format!("[simulation]\nstop = 1.0\nstep = {STEP:e}\n");
    let start = beam_start("l_cra = 0.0, history = true");
    let text = head + &bench.slave("beam", "cantilever-beam", &start);
    let all = bench.stability(text)?.eigenvalues(STEP)?.ok_or(ReproduceError::NotLinear)?;
    let frequency = |turn: f64| (0.5 * turn).tan() / (PI * STEP);
    // Undamped ones, of each pair that above the real axis; the others belong to what is remembered or added up.
    let undamped = all.iter().filter(|z| (z.norm() - 1.0).abs() < 1e-6);
    let turning = undamped.map(|z| z.arg()).filter(|turn| *turn > 1e-6);
    let mut found: Vec<f64> = turning.map(frequency).collect();
    found.sort_by(f64::total_cmp);
    let figure = |k: usize| {
        Figure::new(format!("frequency {} in Hz", k + 1), found[k])
            .printed(Target::relative(known.printed[k], known.printed_tolerances[k]))
            .recomputed(Target::relative(known.exact[k], known.exact_tolerance))
    };
    Ok(vec![Section::new(
        "beam with sensor, container and spheres lumped",
        (0..3).map(figure).collect(),
    )])
}
