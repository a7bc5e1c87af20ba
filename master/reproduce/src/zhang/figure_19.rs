//! Figure 19: the thinner beam.

use serde::Deserialize;

use super::particle_damper::{self, Damper, STEP, Smooth, largest, mass_alone};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::picture::Picture;
use crate::spread::Spread;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/figure-19",
    title: "The beam of 1 mm height at 6.1 Hz, with 50 spheres",
    about: "M_e and K_e of (51), the crank at 6.1 · 2π rad/s, 4 s, Δt = 1e-4 s. The largest displacement in each second of the simplified system, without spheres as one and with 50 \
            of the same mass by the explicit scheme; and of the beam with spheres, of which the independent implementation has no \
            run: it is stable, and its amplitude settles as that of the simplified system does.",
    fmus: &["marker-oscillator", "cantilever-beam", "particle-damper", "driven-link"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    thin_beam: Known,
}

/// In mm.
#[derive(Deserialize)]
struct Known {
    without_spheres: [f64; 4],
    with_spheres: [f64; 4],
}

/// Of all runs in s, and steps of a second.
const STOP: f64 = 4.0;
const SECOND: usize = 10_000;
/// Of the beam's section in m.
const HEIGHT: f64 = 0.001;

fn damper(smooth: Smooth) -> Damper {
    Damper { height: HEIGHT, ..Damper::on(smooth, 50) }
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { thin_beam: known } = particle_damper::data();
    let name = |k: usize| format!("largest y in mm in second {}", k + 1);
    let without = largest(&mass_alone(bench, HEIGHT, STOP)?, SECOND);
    let alone = (0..4).map(|k| {
        // Known to five digits.
        let absolute = if known.without_spheres[k] < 10.0 { 5e-5 } else { 5e-4 };
        let target = Target { absolute, ..Target::relative(known.without_spheres[k], 1e-6) };
        Figure::new(name(k), without[k]).recomputed(target)
    });
    let runs = [Smooth::Mass, Smooth::Beam].map(|smooth| damper(smooth).perturbed()).concat();
    let found = bench.each(&runs, |damper| Ok(largest(&damper.run(bench, STOP)?.y, SECOND)))?;
    let (mass, beam) = found.split_at(found.len() / 2);
    let over = |runs: &[Vec<f64>], k: usize| {
        let all: Vec<f64> = runs.iter().map(|run| run[k]).collect();
        Figure::new(name(k), all[0]).spread(Spread::of(&all))
    };
    let damped =
        (0..4).map(|k| over(mass, k).recomputed(Target::relative(known.with_spheres[k], 0.15)));
    let mut settled: Vec<Figure> = (0..4).map(|k| over(beam, k)).collect();
    let growth: Vec<f64> = beam.iter().map(|run| run[3] / run[2]).collect();
    let growth = Figure::new("second 4 over second 3", growth[0]).spread(Spread::of(&growth));
    settled.push(growth.bound(Bound::below(1.05)));
    Ok(vec![
        Section::new("simplified system without spheres", alone.collect())
            .evidence(Evidence::WholeSystem),
        Section::new("simplified system, 50 spheres", damped.collect()),
        Section::new("beam, 50 spheres", settled),
    ])
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 19(a): displacement of the container on the beam of 1 mm with 50 spheres, and of the simplified system.";
    let points = |y: Vec<f64>| {
        let point = |(n, y): (usize, &f64)| (n as f64 * STEP, 1e3 * y);
        y.iter().enumerate().map(point).collect()
    };
    let damped = |smooth| damper(smooth).run(bench, STOP);
    Ok(vec![
        Picture::new("figure-19", ["time in s", "y in mm"], caption)
            .curve("without spheres", points(mass_alone(bench, HEIGHT, STOP)?))
            .curve("beam", points(damped(Smooth::Beam)?.y))
            .curve("simplified system", points(damped(Smooth::Mass)?.y)),
    ])
}
