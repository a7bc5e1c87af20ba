//! Figures 4.10 and 4.11: cam angles of the bank in two and in six, and its controlled phases.

use super::case::{bank, traces};
use super::engine::{BANK_SEVEN, BANK_SIX, BANK_TWO};
use super::reference::reference;
use super::signal::{self, Signal, named};
use super::trace::Trace;
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;

pub const ENTRY: Entry = Entry {
    name: "friedrich/chapter-4/figures-4.10-4.11",
    title: "The bank of the V6 engine in two, six and seven slaves: cam angle, phases and valves",
    about: "A model of our own, as in friedrich/chapter-4/short, H = 10 µs, Lin 2,3,Opt, RK4 with 0.5 µs. In seven, with the controller, compared with samples of the engine as one up to 60 ms: the tolerance is that for the \
            same solver, and besides 1.5 times the largest difference that the independent implementation has between seven and one. The change from two to six is an error of the coupling only, since the engine in two has \
            the same elastic couplings within its slaves; in the thesis they are rigid there. The set value of the exhaust rises from the start, that of the intake jumps at 20 ms. That the intake's valve opens fully \
            and its phase follows slowly all the same, limited by the flow of oil, is as in the thesis.",
    fmus: &[
        "cam-phaser",
        "chain-bank-1",
        "phase-controller",
        "v6-bank-intake-phaser",
        "v6-bank-rest",
        "v6-bank-tensioner",
        "valve-train",
    ],
    run,
    pictures: Some(pictures),
};

/// End of the runs in s.
const STOP: f64 = 0.06;
/// Step of RK4 in s.
const MICRO: f64 = 5e-7;
/// Degrees in a radian over the stiffness of a cam shaft in N m/rad.
const TWIST: f64 = 180.0 / std::f64::consts::PI / 6.3e4;
/// What a logarithmic axis shows of 0, in deg.
const FLOOR: f64 = 1e-9;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let case = bank("c7", BANK_SEVEN, MICRO, STOP);
    let (trace, signals, known) = (case.trace(bench)?, case.signals(), reference().bank);
    let tolerance = |signal: &Signal| {
        known.tolerance(signal) + 1.5 * known.largest("c7", signal).unwrap_or(0.0)
    };
    let samples: Vec<Figure> = known.samples_to("one", &trace, &signals, tolerance);
    Ok(vec![Section::new("in seven", samples)])
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let cases = [BANK_TWO, BANK_SIX, BANK_SEVEN].map(|engine| bank("c7", engine, MICRO, STOP));
    let found = traces(bench, &cases)?;
    let [two, six, seven] = [0, 1, 2].map(|k| &found[k]);
    let angle = Picture::new(
        "chapter-4-figure-4.10-angle",
        ["time in ms", "angle of the exhaust cam in deg"],
        "Figure 4.10(a): the exhaust cam without its mean motion, in two and in six.",
    );
    let cam = named(signal::BANK, "exhaust cam, deg");
    let angle = angle.curve("in two", cam.points(two)).curve("in six", cam.points(six));
    let pairs = cam.points(six).into_iter().zip(cam.points(two));
    let apart = pairs.map(|((t, a), (_, b))| (t, (a - b).abs().max(FLOOR)));
    let torque = named(signal::BANK, "exhaust cam torque, N m").points(six);
    let twist = torque.into_iter().map(|(t, torque)| (t, (TWIST * torque).abs().max(FLOOR)));
    let error = Picture::new(
        "chapter-4-figure-4.10-error",
        ["time in ms", "deg"],
        "Figure 4.10(b): the difference between the two, and the twist between rotor and cam shaft, which is the change of the model in the thesis.",
    );
    let error = error.log_y().curve("difference", apart.collect()).curve("twist", twist.collect());
    Ok(vec![angle, error, controlled(seven), valves(seven)])
}

fn controlled(seven: &Trace) -> Picture {
    let axes = ["time in ms", "phase in rad"];
    let caption =
        "Figure 4.11, above: phases of exhaust and intake and their set values, in seven.";
    let ms = |t: &f64| 1e3 * t;
    let ramp = seven.t.iter().map(|t| (ms(t), 0.05 + 1.5 * t)).collect();
    let step = seven.t.iter().map(|t| (ms(t), if *t < 0.02 { 0.05 } else { 0.15 })).collect();
    Picture::new("chapter-4-figure-4.11-phases", axes, caption)
        .curve("exhaust, set", ramp)
        .curve("exhaust", named(signal::BANK, "exhaust phase, rad").points(seven))
        .curve("intake, set", step)
        .curve("intake", named(signal::BANK, "intake phase, rad").points(seven))
}

fn valves(seven: &Trace) -> Picture {
    let axes = ["time in ms", "position of the valve"];
    let caption = "Figure 4.11, below: positions of the 4/3-way valves, neutral at 0.5.";
    Picture::new("chapter-4-figure-4.11-valves", axes, caption)
        .curve("exhaust", signal::CONTROLLER[0].points(seven))
        .curve("intake", signal::CONTROLLER[1].points(seven))
}
