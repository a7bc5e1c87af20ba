//! Table 3: what explicit and implicit coupling cost.

use serde::Deserialize;

use super::particle_damper::{self, Coupling, Damper, Run, Smooth, largest};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::spread::Spread;
use crate::target::{Standing, Target};

pub const ENTRY: Entry = Entry {
    name: "zhang/table-3",
    title: "Calls of the nonsmooth solver and run times, explicit and implicit",
    about: "20 spheres, 2 s, Δt = 1e-4 s. Printed are 20001 and 60011 calls, one and three per step, and CPU times of 2683 and 10755 s, a ratio of 0.25. Implicit is index-3 here, at most 10 \
            iterations, relative tolerance 1e-3: a fixed point without relaxation, with half of it, and quasi-newton. The implicit scheme of the publication iterates \
            within the corrector of the smooth solver, so its number of calls is shown but not compared. On the beam, coupled in deflection and slope, the plain fixed point does not converge; coupled \
            in deflection alone it does. Times are measured while the runs share the processors, and not compared.",
    fmus: &["marker-oscillator", "cantilever-beam", "particle-damper", "driven-link"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    cost: Cost,
}

#[derive(Deserialize)]
struct Cost {
    /// Explicit and implicit.
    calls: [f64; 2],
    /// In s.
    cpu_times: [f64; 2],
    steps: f64,
}

/// Of all runs in s, and steps of a second.
const STOP: f64 = 2.0;
const SECOND: usize = 10_000;

const PLAIN: (&str, &str) = (
    "fixed point",
    "kind = 'fixed-point'\nsweep = 'gauss-seidel'\norder = ORDER\nrelaxation = 1.0",
);
const HALVED: (&str, &str) = (
    "fixed point, half",
    "kind = 'fixed-point'\nsweep = 'gauss-seidel'\norder = ORDER\nrelaxation = 0.5",
);
const QUASI_NEWTON: (&str, &str) = ("quasi-newton", "kind = 'quasi-newton'");

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { cost } = particle_damper::data();
    let mut sections = Vec::new();
    for (title, smooth, schemes) in [
        ("mass", Smooth::Mass, [PLAIN, QUASI_NEWTON]),
        ("beam", Smooth::Beam, [HALVED, QUASI_NEWTON]),
    ] {
        let explicit = runs(bench, &Damper::on(smooth, 20))?;
        let mut figures =
            vec![calls("explicit", &explicit, &cost, 0), amplitude("explicit", &explicit)];
        for (name, lines) in schemes {
            let (inputs, coupling) = ("index-3".into(), Coupling::Implicit(lines));
            let implicit = runs(bench, &Damper { inputs, coupling, ..Damper::on(smooth, 20) })?;
            figures.extend([
                calls(name, &implicit, &cost, 1),
                amplitude(name, &implicit),
                ratio(name, &explicit, &implicit, &cost),
            ]);
        }
        sections.push(Section::new(title, figures));
    }
    sections.push(Section::new("beam, plain fixed point", vec![diverging(bench)?]));
    Ok(sections)
}

fn runs(bench: &Bench, damper: &Damper) -> Result<Vec<Run>, ReproduceError> {
    bench.each(&damper.perturbed(), |damper| damper.run(bench, STOP))
}

/// Calls of the damper per step; the publication counts one more at the start.
fn calls(name: &str, runs: &[Run], cost: &Cost, k: usize) -> Figure {
    let all: Vec<f64> = runs.iter().map(|run| run.calls).collect();
    let printed = Target::absolute(cost.calls[k] / cost.steps, 1e-3);
    let figure = Figure::new(format!("{name}, calls per step"), all[0])
        .spread(Spread::of(&all))
        .printed(printed.standing(Standing::NotCompared, k == 1));
    if k == 0 { figure } else { figure.bound(Bound::above(1.5)) }
}

/// All find the same amplitude.
fn amplitude(name: &str, runs: &[Run]) -> Figure {
    let last = |run: &Run| largest(&run.y, SECOND)[1];
    let all: Vec<f64> = runs.iter().map(last).collect();
    Figure::new(format!("{name}, largest y in mm in the last second"), all[0])
        .spread(Spread::of(&all))
        .recomputed(Target::relative(3.1, 0.15))
}

/// Explicit over implicit time.
fn ratio(name: &str, explicit: &[Run], implicit: &[Run], cost: &Cost) -> Figure {
    let pairs = explicit.iter().zip(implicit);
    let all: Vec<f64> = pairs.map(|(a, b)| a.seconds / b.seconds).collect();
    let printed = Target::absolute(cost.cpu_times[0] / cost.cpu_times[1], 0.0);
    Figure::new(format!("{name}, time of explicit as a part of it"), all[0])
        .spread(Spread::of(&all))
        .printed(printed.standing(Standing::NotCompared, true))
}

/// Calls per step up to where the run has moved by a kilometre.
fn diverging(bench: &Bench) -> Result<Figure, ReproduceError> {
    let (inputs, coupling) = ("index-3".into(), Coupling::Implicit(PLAIN.1));
    let damper = Damper { inputs, coupling, ..Damper::on(Smooth::Beam, 20) };
    let run = damper.run(bench, STOP)?;
    let t = (run.y.len() - 1) as f64 * particle_damper::STEP;
    Ok(Figure::new("a displacement of 1 km is reached at s", t).bound(Bound::below(STOP)))
}
