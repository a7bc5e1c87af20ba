//! Figure 15: the container with particles.

use serde::Deserialize;

use super::particle_damper::{self, Damper, STEP, Smooth, beam_alone, largest, mass_alone};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::spread::Spread;
use crate::target::Target;

/// 20 spheres of the same mass.
pub const ENTRY: Entry = Entry {
    name: "zhang/figure-15",
    title: "The container with 20 spheres of 7 g",
    about: "As Figure 14, explicit with index-1 inputs, but with spheres: 20 of 1.95 mm radius with the 7 g of the publication's, whose amplitudes are those of its 147 \
            (zhang/more-spheres). What spheres do is chaotic, and layouts at the start differ, so 15 % are allowed. \
            On the beam deflection and slope are coupled, ρ∞ = 0.25; on the mass ρ∞ = 0.56.",
    fmus: &["marker-oscillator", "cantilever-beam", "particle-damper", "driven-link"],
    run: |bench| sections(bench, |spheres| spheres == 20),
    pictures: Some(pictures),
};

/// More spheres, in more time.
pub const MORE: Entry = Entry {
    name: "zhang/more-spheres",
    title: "The container with 50 and 147 spheres of 7 g",
    about: "As zhang/figure-15; 147 spheres have the radius of 1 mm of the publication. The independent implementation has no run of the beam with 147 spheres.",
    fmus: ENTRY.fmus,
    run: |bench| sections(bench, |spheres| spheres > 20),
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    with_spheres: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    smooth: Smooth,
    spheres: usize,
    /// |y| in mm in each half second, where it is known.
    largest: Option<[f64; 4]>,
}

/// Of all runs in s.
const STOP: f64 = 2.0;
/// Steps of half a second.
const HALF: usize = 5000;
/// |y| in mm in the last second, for any number of spheres.
const LAST_SECOND: f64 = 3.1;
/// What may differ by chaos and layout.
const CHAOS: f64 = 0.15;
/// The part of the amplitude without spheres that is left at most.
const LEFT: f64 = 0.25;

fn sections(bench: &Bench, wanted: impl Fn(usize) -> bool) -> Result<Vec<Section>, ReproduceError> {
    let Data { with_spheres: cases } = particle_damper::data();
    let cases: Vec<Case> = cases.into_iter().filter(|case| wanted(case.spheres)).collect();
    let runs: Vec<Damper> =
        cases.iter().flat_map(|case| Damper::on(case.smooth, case.spheres).perturbed()).collect();
    let found = bench.each(&runs, |damper| Ok(largest(&damper.run(bench, STOP)?.y, HALF)))?;
    let without = [mass_alone(bench, 0.002, STOP)?, beam_alone(bench, STOP)?];
    let without = without.map(|y| last_second(&largest(&y, HALF)));
    let each = found.len() / cases.len().max(1);
    let section = |(case, found): (&Case, &[Vec<f64>])| {
        let (title, without) = match case.smooth {
            Smooth::Mass => ("mass", without[0]),
            Smooth::Beam => ("beam", without[1]),
        };
        let mut figures = Vec::new();
        for k in 0..4 {
            let name = format!("largest y in mm up to {} s", 0.5 * (k + 1) as f64);
            let figure = over(found, name, |run| run[k]);
            figures.push(match case.largest {
                Some(known) => figure.recomputed(Target::relative(known[k], CHAOS)),
                None => figure,
            });
        }
        let last = over(found, "largest y in mm in the last second".into(), last_second);
        figures.push(last.recomputed(Target::relative(LAST_SECOND, CHAOS)));
        let part = over(found, "of that without spheres".into(), |run| last_second(run) / without);
        figures.push(part.bound(Bound::below(LEFT)));
        Section::new(format!("{title}, {} spheres", case.spheres), figures)
    };
    Ok(cases.iter().zip(found.chunks(each)).map(section).collect())
}

/// A number of the first run, with its range over all.
fn over(runs: &[Vec<f64>], name: String, number: impl Fn(&[f64]) -> f64) -> Figure {
    let all: Vec<f64> = runs.iter().map(|run| number(run)).collect();
    Figure::new(name, all[0]).spread(Spread::of(&all))
}

fn last_second(halves: &[f64]) -> f64 {
    halves[halves.len() - 2..].iter().copied().fold(0.0, f64::max)
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 15(a): displacement of the container with 20 spheres, and of the simplified system without.";
    let points = |y: Vec<f64>| {
        let point = |(n, y): (usize, &f64)| (n as f64 * STEP, 1e3 * y);
        y.iter().enumerate().map(point).collect()
    };
    let damped = |smooth| Damper::on(smooth, 20).run(bench, STOP);
    let axes = ["time in s", "y in mm"];
    Ok(vec![
        Picture::new("figure-15", axes, caption)
            .curve("without spheres", points(mass_alone(bench, 0.002, STOP)?))
            .curve("beam", points(damped(Smooth::Beam)?.y))
            .curve("simplified system", points(damped(Smooth::Mass)?.y)),
    ])
}
