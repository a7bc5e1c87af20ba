//! Figure 17: which inputs are stable on the beam with particles.

use serde::Deserialize;

use super::particle_damper::{self, Damper, Run, STEP, Smooth};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::spread::Spread;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/figure-17",
    title: "Which inputs fail on the beam with particles, and when",
    about: "ρ∞ = 0.25, Δt = 1e-4 s, deflection and slope coupled. With inputs of index 1 the tip stays below 1 m/s for 2 s; with all others it exceeds that within 10 ms. \
            The independent implementation does not say by what it judges that a run has failed; of 1 m/s, 10 m/s, 0.1 m and 1 m its times come nearest to those of \
            |y| > 0.1 m, which are compared within 0.5 ms: in that time a disturbance grows about tenfold.",
    fmus: &["cantilever-beam", "particle-damper", "driven-link"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    failures: Vec<Failure>,
}

#[derive(Deserialize)]
struct Failure {
    inputs: String,
    spheres: usize,
    /// In s.
    time: f64,
}

/// Velocity that no sound run reaches, in m/s, and a displacement in m.
const FAST: f64 = 1.0;
const FAR: f64 = 0.1;
/// How long failing runs are, and by when they must have failed, in s.
const STOP: f64 = 0.02;
const SOON: f64 = 0.01;

impl Failure {
    fn damper(&self) -> Damper {
        Damper { inputs: self.inputs.clone(), ..Damper::on(Smooth::Beam, self.spheres) }
    }
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { failures } = particle_damper::data();
    let failing = bench.each(&failures, |failure| {
        let runs: Result<Vec<Run>, _> =
            failure.damper().perturbed().iter().map(|damper| damper.run(bench, STOP)).collect();
        let runs = runs?;
        let name = format!("{}, {} spheres", failure.inputs, failure.spheres);
        let time = |what: &str, first: &dyn Fn(&Run) -> f64| {
            let times: Vec<f64> = runs.iter().map(first).collect();
            Figure::new(format!("{name}: {what} at s"), times[0]).spread(Spread::of(&times))
        };
        let target = Target::absolute(failure.time, 5e-4);
        Ok([
            time("1 m/s", &|run| beyond(&run.v, FAST)).bound(Bound::below(SOON)),
            time("0.1 m", &|run| beyond(&run.y, FAR)).recomputed(target),
        ])
    })?;
    let sound = bench.each(&[20, 50], |&spheres| {
        let runs = Damper::on(Smooth::Beam, spheres).run(bench, 2.0)?;
        let fastest = runs.v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let name = format!("index-1, {spheres} spheres: largest velocity in m/s");
        Ok(Figure::new(name, fastest).bound(Bound::below(FAST)))
    })?;
    Ok(vec![
        Section::new("inputs that fail", failing.into_iter().flatten().collect()),
        Section::new("inputs that do not", sound),
    ])
}

/// When a number first exceeds a limit; never is infinite.
fn beyond(values: &[f64], limit: f64) -> f64 {
    let first = values.iter().position(|value| value.abs() > limit || !value.is_finite());
    first.map_or(f64::INFINITY, |n| n as f64 * STEP)
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "After Figure 17: velocity of the tip with 20 spheres, drawn up to where it exceeds 1 m/s. The figure has accelerations.";
    let mut picture = Picture::new("figure-17", ["time in s", "v in m/s"], caption);
    for inputs in ["original", "index-3", "index-2", "index-1"] {
        let failure = Failure { inputs: inputs.into(), spheres: 20, time: STOP };
        let v = failure.damper().run(bench, SOON)?.v;
        let points = v.iter().enumerate().map(|(n, v)| (n as f64 * STEP, *v));
        picture = picture.curve(inputs, points.take_while(|(_, v)| v.abs() < FAST).collect());
    }
    Ok(vec![picture])
}
