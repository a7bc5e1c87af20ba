//! How fast a beam with a particle damper runs, and what a sphere and a contact cost.

use std::time::Instant;

use coupling::SlaveId;
use coupling::execution::{Span, Watch};
use macrostep::scenario::build::build;

use super::{checked, slave};

/// Makes the network time every step, not one in 128.
struct Every;

impl Watch for Every {
    fn busy(&mut self, _: SlaveId, _: Span) {}

    fn point(&mut self, _: f64) {}
}

const STEP: f64 = 1e-4;
const STOP: f64 = 2.0;

fn text(spheres: u32) -> String {
    [
        format!(
            "[simulation]\nstop = {STOP}\nstep = {STEP:e}\n[scheme]\nsweep = 'gauss-seidel'\norder = ['damper', 'beam']\n"
        ),
        slave("beam", "cantilever-beam", "rho_inf = 0.25, m_tip = 0.0127, J_tip = 4.04166e-6, torque = 0.0"),
        slave("damper", "particle-damper", &format!("n = {spheres}")),
        "[[couplings]]\nlaw = 'constraint'\nbetween = ['beam', 'damper']\n\
         inputs = { extrapolation = 'two-step-hermite', rho_inf = 0.25 }\n\
         [results]\nvariables = ['damper.contacts', 'damper.sweeps']\n"
            .into(),
    ]
    .concat()
}

/// A row for each number of spheres.
pub fn print() {
    println!(
        "| spheres | contacts | sweeps | run time | real-time factor | damper per step | per sphere | per contact and sweep | beam | \
         master |\n|---|---|---|---|---|---|---|---|---|---|"
    );
    for spheres in [20, 50, 147, 500] {
        let scenario = checked(text(spheres), true);
        let mut simulation = build(&scenario).expect("FMUs start");
        simulation.watch(Box::new(Every));
        simulation.initialize().expect("FMUs start");
        let names = simulation.network().output_names();
        let place = |name: &str| names.iter().position(|n| n == name);
        let (contacts, sweeps) = (place("damper.contacts"), place("damper.sweeps"));
        let (mut pushed, mut swept) = (0.0, 0.0);
        let begin = Instant::now();
        while simulation.advance().expect("the run succeeds") {
            let y = &simulation.point().y;
            pushed += contacts.map_or(0.0, |place| y[place]);
            swept += sweeps.map_or(0.0, |place| y[place]);
        }
        let wall = begin.elapsed().as_secs_f64();
        let steps = simulation.progress().taken as f64;
        let (pushed, swept) = (pushed / steps, swept / steps);
        let times = simulation.times();
        let (beam, damper) = (times[0].0.as_secs_f64(), times[1].0.as_secs_f64());
        let per_step = damper / steps;
        println!(
            "| {spheres} | {pushed:.0} | {swept:.1} | {wall:.2} s | {:.2} | {:.1} µs | {:.0} ns | {:.1} ns | {:.1} % | {:.2} % |",
            STOP / wall,
            1e6 * per_step,
            1e9 * per_step / f64::from(spheres),
            1e9 * per_step / (pushed * swept),
            100.0 * beam / wall,
            100.0 * (1.0 - (beam + damper) / wall),
        );
    }
}
