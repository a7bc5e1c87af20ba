//! Figure 4.3: cam angles of the V6 engine, cut and as one, and the twist of its shafts.

use super::case::{Case, traces, v6_elastic, v6_rigid, v6_three};
use super::difference::Difference;
use super::reference::reference;
use super::signal::{self, named};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;

pub const ENTRY: Entry = Entry {
    name: "friedrich/chapter-4/figure-4.3",
    title: "The V6 engine in three against the engine as one: cam angles and twist of the shafts",
    about: "A model of our own, as in friedrich/chapter-4/short, over 0.12 s. The thesis compares the engine in three, on elastic shafts, with the engine as one, on rigid ones, and \
            holds the change of the model for the larger part of the error. Both parts are found here: in three against one with elastic shafts, which is the error of the coupling (differences are known to three digits), \
            and one with elastic against one with rigid shafts from 0.06 s on, where the difference of the twist is the twist itself. The thesis prints a twist of about 0.02 deg.",
    fmus: &["chain-drive-1", "chain-drive-2", "chain-drive-3", "v6-engine", "v6-engine-rigid"],
    run,
    pictures: Some(pictures),
};

/// End of the runs in s.
const STOP: f64 = 0.12;
/// From when on elastic and rigid shafts are compared in s.
const FROM: f64 = 0.06;
/// The cam of the pictures.
const CAM: &str = "drive 2 cam 1, deg";

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let cases = [
        v6_elastic(STOP),
        v6_three("lin23_1e-6", "lin-2-3-opt", 1e-6, STOP),
        v6_three("lin23_2e-6", "lin-2-3-opt", 2e-6, STOP),
        v6_three("lin23_5e-6", "lin-2-3-opt", 5e-6, STOP),
        v6_three("c23_5e-6", "const-2-3-opt", 5e-6, STOP),
        v6_rigid(STOP),
    ];
    let (found, known) = (traces(bench, &cases)?, reference().v6);
    let titles = [
        "Lin 2,3,Opt, H = 1 µs",
        "Lin 2,3,Opt, H = 2 µs",
        "Lin 2,3,Opt, H = 5 µs",
        "Const 2,3,Opt, H = 5 µs",
    ];
    let mut sections = Vec::new();
    for (k, title) in (1..).zip(titles) {
        let (case, pair): (&Case, _) = (&cases[k], [&found[k], &found[0]]);
        let figures = known.differences(case.run, pair, signal::V6, 0.0);
        sections.push(Section::new(format!("in three against one, {title}"), figures));
        let energies = known.energies(case.run, &case.energies(&found[k]));
        sections.push(Section::new(format!("energies in three, {title}"), energies));
    }
    let rigid = known.differences("rigid", [&found[0], &found[5]], signal::V6, FROM);
    sections.push(Section::new("as one, elastic against rigid shafts", rigid));
    let cam = named(signal::V6, CAM);
    let of = |pair, from| Difference::of(&cam, pair, from).rms;
    let ratio = of([&found[0], &found[5]], FROM) / of([&found[3], &found[0]], 0.0);
    let figure = Figure::new("rms of the cam angle, elastic shafts over coupling", ratio);
    sections.push(Section::new("the larger part", vec![figure.bound(Bound::above(100.0))]));
    Ok(sections)
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let cases =
        [v6_three("lin23_5e-6", "lin-2-3-opt", 5e-6, STOP), v6_rigid(STOP), v6_elastic(STOP)];
    let found = traces(bench, &cases)?;
    let [three, rigid, elastic] = [0, 1, 2].map(|k| &found[k]);
    let cam = named(signal::V6, CAM);
    let twist = named(signal::V6, "twist of the left shaft, deg");
    let apart = |a, b| -> Vec<(f64, f64)> {
        let of_b = cam.points(b);
        cam.points(a).iter().zip(of_b).map(|((t, a), (_, b))| (*t, (a - b).abs())).collect()
    };
    Ok(vec![
        Picture::new(
            "chapter-4-figure-4.3-angle",
            ["time in ms", "angle of the cam in deg"],
            "Figure 4.3, left: the cam angle without its mean motion, for the engine as one with rigid shafts and in three with Lin 2,3,Opt, H = 5 µs.",
        )
        .curve("as one, rigid", cam.points(rigid))
        .curve("in three", cam.points(three)),
        Picture::new(
            "chapter-4-figure-4.3-error",
            ["time in ms", "deg"],
            "Figure 4.3, right: the difference between the two, and the twist of the shaft. The error is due to the change of the model.",
        )
        .curve("difference to rigid shafts", apart(three, rigid))
        .curve("twist of the shaft", twist.points(three)),
        Picture::new(
            "chapter-4-figure-4.3-coupling",
            ["time in ms", "deg"],
            "Not in the thesis: the error of the coupling alone, in three against one with elastic shafts.",
        )
        .curve("difference to elastic shafts", apart(three, elastic)),
    ])
}
