//! Figure 14: the container without particles.

use serde::Deserialize;

use super::particle_damper::{self, Damper, STEP, Smooth, beam_alone, largest, mass_alone};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::picture::Picture;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/figure-14",
    title: "The container without particles, near resonance",
    about: "The mass of the particles is the container's. The largest displacement in each half second of 2 s, Δt = 1e-4 s: of the simplified system (49), by semi-implicit Euler \
            steps of its FMU; of the beam with everything at its tip, ρ∞ = 1; and of beam and container by the explicit scheme, index-1, ρ∞ = 0.25. In the figure the lines of the \
            first and the last almost overlap. They do here, within 12 %, but by two effects that cancel: the simplified system lacks the excitation of the beam's own mass, 17 % of the \
            amplitude, and the explicit scheme damps.",
    fmus: &["marker-oscillator", "cantilever-beam", "particle-damper", "driven-link"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    without_spheres: Known,
}

/// In mm.
#[derive(Deserialize)]
struct Known {
    mass_largest: Vec<f64>,
    mass_at: Vec<f64>,
    beam_largest: Vec<f64>,
    beam_explicit_largest: Vec<f64>,
}

/// Of all runs in s.
const STOP: f64 = 2.0;
/// Steps of half a second.
const HALF: usize = 5000;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { without_spheres: known } = particle_damper::data();
    let mass = mass_alone(bench, 0.002, STOP)?;
    // Largest values are known to six digits.
    let digits = |value: f64| Target { absolute: 5e-5, ..Target::relative(value, 1e-6) };
    let mut alone = figures(&largest(&mass, HALF), &known.mass_largest, digits);
    alone.extend(known.mass_at.iter().enumerate().map(|(k, at)| {
        let (name, found) =
            (format!("y in mm at {} s", 0.5 * (k + 1) as f64), mass[HALF * (k + 1)]);
        Figure::new(name, 1e3 * found).recomputed(Target::relative(*at, 1e-6))
    }));
    let beam = largest(&beam_alone(bench, STOP)?, HALF);
    let beam = figures(&beam, &known.beam_largest, |value| Target::relative(value, 0.01));
    let explicit = largest(&Damper::on(Smooth::Beam, 0).run(bench, STOP)?.y, HALF);
    // Known to 5e-3 mm, with another start of the two-step scheme.
    let rounded = |value: f64| Target { absolute: 5e-3, ..Target::relative(value, 1e-3) };
    let explicit = figures(&explicit, &known.beam_explicit_largest, rounded);
    Ok(vec![
        Section::new("simplified system as one", alone).evidence(Evidence::WholeSystem),
        Section::new("beam as one", beam).evidence(Evidence::WholeSystem),
        Section::new("beam and container, explicit", explicit),
    ])
}

/// Largest values in half seconds and what they are compared with.
fn figures(found: &[f64], known: &[f64], target: impl Fn(f64) -> Target) -> Vec<Figure> {
    let figure = |(k, (found, known)): (usize, (&f64, &f64))| {
        let name = format!("largest y in mm up to {} s", 0.5 * (k + 1) as f64);
        Figure::new(name, *found).recomputed(target(*known))
    };
    found.iter().zip(known).enumerate().map(figure).collect()
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 14(a): displacement of the container without particles.";
    let points = |y: Vec<f64>| {
        let point = |(n, y): (usize, &f64)| (n as f64 * STEP, 1e3 * y);
        y.iter().enumerate().map(point).collect()
    };
    let axes = ["time in s", "y in mm"];
    Ok(vec![
        Picture::new("figure-14", axes, caption)
            .curve("beam, explicit", points(Damper::on(Smooth::Beam, 0).run(bench, STOP)?.y))
            .curve("simplified system", points(mass_alone(bench, 0.002, STOP)?)),
    ])
}
