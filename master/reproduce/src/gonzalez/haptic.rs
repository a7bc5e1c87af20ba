//! Figure 3: a mass in a hand, a virtual spring and a virtual mass.

use nalgebra::DVector;
use serde::Deserialize;

use crate::bench::{Bench, connection};
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section, Target};
use macrostep::scenario::build::build;

pub const ENTRY: Entry = Entry {
    name: "gonzalez/figure-3",
    title: "Haptic example: virtual spring and mass, held over 4 ms",
    about: "Section 2, table 1: the device is integrated with 10 µs, the virtual half, which owns the spring, with 4 ms; both \
            get held inputs. The figure prints no numbers: the total energy, 0.5 J at the start, is compared with an independent \
            implementation; theory says that it grows as exp(2 t / s) where the force is read after the new position is set (fresh). \
            The passivity controller (4a), (4b) keeps it down. Taken literally, without a cap, its force becomes an impulse \
            where the motion turns: it fails before 4 s, as the independent implementation does. Runs with it are \
            chaotic; what is compared is how large the energy becomes.",
    fmus: &["oscillator", "base-excited-oscillator"],
    run,
};

#[derive(Deserialize)]
struct Data {
    fresh: [f64; 4],
    stale: [f64; 4],
}

/// When energies are compared, in s.
const TIMES: [f64; 4] = [0.5, 1.0, 2.0, 4.0];
const H: f64 = 4e-3;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { fresh, stale } = data(include_str!("../../data/gonzalez_haptic.json"));
    let mut held = Vec::new();
    for (reading, targets) in [("fresh", fresh), ("stale", stale)] {
        let energies = energies(bench, reading, None)?;
        for (t, target) in TIMES.into_iter().zip(targets) {
            let figure =
                Figure::new(format!("{reading}, {t} s"), energies[(t / H).round() as usize]);
            held.push(figure.recomputed(Target::relative(target, 1e-6)));
        }
    }
    let largest = |cap: f64, reading: &str, until: f64| {
        let energies = energies(bench, reading, Some(cap))?;
        let until = (until / H).round() as usize;
        Ok::<_, ReproduceError>(energies.iter().take(until + 1).copied().fold(0.0, f64::max))
    };
    // The independent implementation finds 0.54, 0.574 and 0.94 J.
    let controlled = vec![
        Figure::new("fresh, cap 1, to 4 s", largest(1.0, "fresh", 4.0)?)
            .recomputed(Target::absolute(0.5, 0.1)),
        Figure::new("stale, cap 1, to 4 s", largest(1.0, "stale", 4.0)?)
            .recomputed(Target::absolute(0.5, 0.1)),
        Figure::new("fresh, no cap, to 2 s", largest(f64::INFINITY, "fresh", 2.0)?)
            .recomputed(Target::absolute(0.5, 0.5)),
    ];
    Ok(vec![
        Section::new("energy with held inputs in J", held),
        Section::new("largest energy with the passivity controller in J", controlled),
    ])
}

/// The energy of the states at the communication points.
fn energies(bench: &Bench, reading: &str, cap: Option<f64>) -> Result<Vec<f64>, ReproduceError> {
    let tells = "energy = { stored = ['energy'] }";
    let solver = "solver = 'semi-implicit-euler', micro_step";
    let virtual_half = format!(
        "start = {{ m = 0.1, c = 0, d = 0, cc = 100, dc = 0, x0 = 0.1, force = 0, v_in = 0, {solver} = {H} }}\n{tells}"
    );
    let device = format!("start = {{ m = 0.1, c = 0, d = 0, {solver} = 1e-5 }}\n{tells}");
    let correction =
        cap.map_or(String::new(), |cap| format!("correction = 'passivity'\ncap = {cap}\n"));
    let text = [
        format!("[simulation]\nstop = 4\nstep = {H}\n[scheme]\nfeedthrough = '{reading}'\n"),
        "[inputs]\nextrapolation = 'hold'\n".into(),
        bench.slave("virtual", "base-excited-oscillator", &virtual_half),
        bench.slave("device", "oscillator", &device),
        connection("device.x", "virtual.x_in"),
        connection("virtual.f", "device.force"),
        format!(
            "[bonds.hand]\nforce = 'device.force'\nmotion = 'device.x'\nvelocity = 'device.v'\n{correction}"
        ),
    ];
    let results = "[results]\nvariables = ['*.x', '*.v']\n".into();
    let text: Vec<String> = text.into_iter().chain([results]).collect();
    let mut simulation = build(&bench.recorded(text.concat())?)?;
    let names = simulation.network().output_names();
    let places = ["virtual.x", "virtual.v", "device.x", "device.v"]
        .map(|name| names.iter().position(|n| n == name).expect("the scenario has it"));
    let energy = |y: &DVector<f64>| {
        let [eta, eta_rate, xi, xi_rate] = places.map(|place| y[place]);
        0.5 * 0.1 * (eta_rate.powi(2) + xi_rate.powi(2)) + 0.5 * 100.0 * (xi - eta).powi(2)
    };
    simulation.initialize()?;
    let mut energies = vec![energy(&simulation.point().y)];
    while simulation.advance()? {
        energies.push(energy(&simulation.point().y));
    }
    Ok(energies)
}
