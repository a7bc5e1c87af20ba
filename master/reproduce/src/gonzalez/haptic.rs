//! Figure 3: a mass in a hand, a virtual spring and a virtual mass.

use nalgebra::DVector;
use serde::Deserialize;

use crate::bench::{Bench, connection};
use crate::bound::Bound;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::json_number;
use crate::picture::Picture;
use crate::target::Target;
use macrostep::scenario::build::build;

pub const ENTRY: Entry = Entry {
    name: "gonzalez/figure-3",
    title: "Haptic example: virtual spring and mass, held over 4 ms",
    about: "Section 2, table 1: the device is integrated with 10 µs, the virtual half, which owns the spring, with 4 ms; both \
            get held inputs. The figure prints no numbers: the total energy, 0.5 J at the start, is compared with an independent \
            implementation; theory says that it grows as exp(2 t / s) where the force is read after the new position is set (fresh). \
            The passivity controller (4a), (4b) keeps it down. Taken literally, without a cap, its force becomes an impulse \
            where the motion turns: the energy grows beyond all bounds before 4 s, in both implementations. Hence the cap, which is not the \
            publication's: here it is a part of the force of the step that ended, in the independent implementation of that of the next \
            one, which moves the largest energy by 0.13 % and single ones by more, so that the largest alone is compared.",
    fmus: &["oscillator", "base-excited-oscillator"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    /// `fresh` or `stale`.
    reading: String,
    /// The controller's largest force over that of the spring, if there is a controller.
    cap: Option<Cap>,
    /// At 0.5, 1, 2 and 4 s; shorter where the run depends on rounding.
    energy: Vec<f64>,
    /// Up to 2 s.
    largest: Option<f64>,
    /// Whether the energy grows beyond all bounds.
    #[serde(default)]
    diverges: bool,
}

#[derive(Clone, Copy, Deserialize)]
struct Cap(#[serde(with = "json_number")] f64);

/// When energies are compared, in s.
const TIMES: [f64; 4] = [0.5, 1.0, 2.0, 4.0];
const H: f64 = 4e-3;
/// An energy in J that nothing bounds any more; that at the start is 0.5 J.
const DIVERGED: f64 = 1e3;
/// What it makes of the largest energy whether the cap is a part of the force of the step that ended, as here, or of the next
/// one, as in the independent implementation. The publication has no cap.
const CAPPED: f64 = 2e-3;

fn read() -> Vec<Case> {
    let Data { cases } = data(include_str!("../../data/gonzalez_haptic.json"));
    cases
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let cases = read();
    let (mut energy, mut largest) = (Vec::new(), Vec::new());
    let found = bench.each(&cases, |case| energies(bench, &case.reading, case.cap))?;
    for (case, energies) in cases.iter().zip(found) {
        let name = case.name();
        let index = |t: f64| (t / H).round() as usize;
        for (t, value) in TIMES.into_iter().zip(&case.energy) {
            let figure = Figure::new(format!("{name}, {t} s"), energies[index(t)]);
            energy.push(figure.recomputed(Target::relative(*value, 1e-6)));
        }
        if case.diverges {
            let figure = Figure::new(format!("{name}, 4 s"), energies[index(4.0)]);
            energy.push(figure.bound(Bound::above(DIVERGED)));
        }
        let most = energies.iter().take(index(2.0) + 1).copied().fold(0.0, f64::max);
        let target = |value: f64| match case.cap {
            // Given to six digits.
            Some(Cap(f64::INFINITY)) => Target::relative(value, 1e-5),
            _ => Target::relative(value, CAPPED),
        };
        largest.extend(case.largest.map(|value| Figure::new(name, most).recomputed(target(value))));
    }
    Ok(vec![
        Section::new("energy in J", energy),
        Section::new("largest energy up to 2 s with the passivity controller in J", largest),
    ])
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 3: total energy of the haptic example. Curves: runs; circles: independent implementation.";
    let mut picture = Picture::new("figure-3", ["time in s", "energy in J"], caption).log_y();
    let mut marks = Vec::new();
    let literal = |case: &Case| case.cap.is_some_and(|Cap(cap)| cap.is_infinite());
    for case in read().into_iter().filter(|case| !literal(case)) {
        let energies = energies(bench, &case.reading, case.cap)?;
        let points = energies.iter().enumerate().map(|(k, energy)| (k as f64 * H, *energy));
        picture = picture.curve(case.name(), points.collect());
        marks.extend(TIMES.into_iter().zip(case.energy));
    }
    Ok(vec![picture.marks("recomputed", marks)])
}

impl Case {
    fn name(&self) -> String {
        match self.cap {
            None => format!("{}, no controller", self.reading),
            Some(Cap(cap)) if cap.is_infinite() => format!("{}, no cap", self.reading),
            Some(Cap(cap)) => format!("{}, cap {cap}", self.reading),
        }
    }
}

/// The energy of the states at the communication points, up to where it is no number any more.
fn energies(bench: &Bench, reading: &str, cap: Option<Cap>) -> Result<Vec<f64>, ReproduceError> {
    let tells = "energy = { stored = ['energy'] }";
    let solver = "solver = 'semi-implicit-euler', micro_step";
    let virtual_half = format!(
        "start = {{ m = 0.1, c = 0, d = 0, cc = 100, dc = 0, x0 = 0.1, force = 0, v_in = 0, {solver} = {H} }}\n{tells}"
    );
    let device = format!("start = {{ m = 0.1, c = 0, d = 0, {solver} = 1e-5 }}\n{tells}");
    let correction =
        cap.map_or(String::new(), |Cap(cap)| format!("correction = 'passivity'\ncap = {cap}\n"));
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
        "[results]\nvariables = ['*.x', '*.v']\n".into(),
    ];
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
