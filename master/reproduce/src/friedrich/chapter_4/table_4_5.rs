//! Table 4.5 and Figure 4.5: the flat engine, whose tensioners need far smaller steps than its chains.

use serde::Deserialize;

use super::case::{Case, flat_cut, flat_one, traces};
use super::engine::{Engine, FLAT_FOUR, FLAT_ONE, FLAT_TWO, Setup, Solver};
use super::reference::{reference, shown, table};
use super::signal::{self, named};
use super::trace::Trace;
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;

pub const ENTRY: Entry = Entry {
    name: "friedrich/chapter-4/table-4.5",
    title: "The flat engine as one, in two and in four: errors, right-hand sides and run times",
    about: "A model of our own, as in friedrich/chapter-4/short. Differences over 0.06 s between the cut engine, H = 5 µs, and the engine as one, known to three digits. Right-hand sides and \
            times over 0.05 s by the solver with error control, a tenth of the models' tolerances. Counts do not depend on the machine: as one, the chains follow the small steps of the tensioners. Speed-ups are times of the \
            engine as one over those of the cut one, on one thread, where decoupling alone counts, and on two, each time the shortest of three runs; they belong to this machine and suffer from its other work. Printed are hours on four cores. The small steps come from the small oil volume \
            of the tensioner's ball cage and from an explicit solver; a stiff solver for the engine as one would take most of the gain away.",
    fmus: &[
        "chain-flat-left",
        "chain-flat-right",
        "flat-engine",
        "flat-engine-drives",
        "flat-engine-tensioners",
        "hydraulic-tensioner",
    ],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    flat: Printed,
}

#[derive(Deserialize)]
struct Printed {
    hours: Hours,
}

#[derive(Deserialize)]
struct Hours {
    one: f64,
    two: f64,
    four: f64,
}

/// Ends of the compared and of the timed runs in s.
const STOP: f64 = 0.06;
const TIMED: f64 = 0.05;

/// Cuts with the runs that they are compared with.
fn cuts() -> [(Case, &'static str); 3] {
    [
        (flat_cut("b2_c23", FLAT_TWO, "const-2-3-opt", STOP), "in two, Const 2,3,Opt"),
        (flat_cut("b4_c23", FLAT_FOUR, "const-2-3-opt", STOP), "in four, Const 2,3,Opt"),
        (flat_cut("b4_lin23", FLAT_FOUR, "lin-2-3-opt", STOP), "in four, Lin 2,3,Opt"),
    ]
}

fn timed(engine: Engine, threads: usize) -> Setup {
    let step = if engine == FLAT_ONE { 1e-4 } else { 5e-6 };
    Setup { threads, ..Setup::new(engine, Solver::Bs23(0.1), step).rule("const-2-3-opt") }
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let (mut cases, titles): (Vec<Case>, Vec<&str>) = cuts().into_iter().unzip();
    cases.push(flat_one(1e-7, STOP));
    let (found, known) = (traces(bench, &cases)?, reference().flat);
    let mut sections = Vec::new();
    for (k, title) in titles.into_iter().enumerate() {
        let pair = [&found[k], &found[3]];
        let figures = known.differences(cases[k].run, pair, signal::FLAT, 0.0);
        sections.push(Section::new(format!("{title}, against one"), figures));
        let energies = known.energies(cases[k].run, &cases[k].energies(&found[k]));
        sections.push(Section::new(format!("energies {title}"), energies));
    }
    let one = timed(FLAT_ONE, 1).run(bench, TIMED, TIMED, &[])?;
    let four = timed(FLAT_FOUR, 1).run(bench, TIMED, TIMED, &[])?;
    sections.push(Section::new("right-hand sides in 0.05 s", counts(&one, &four)));
    let Data { flat: Printed { hours } } = table();
    let whole = timed(FLAT_ONE, 1).seconds(bench, TIMED)?;
    let mut speed = Vec::new();
    for (name, engine, printed) in [("two", FLAT_TWO, hours.two), ("four", FLAT_FOUR, hours.four)] {
        for threads in [1, 2] {
            let seconds = timed(engine, threads).seconds(bench, TIMED)?;
            let name = format!("in {name}, threads: {threads}");
            let figure = Figure::new(name, whole / seconds);
            speed.push(if threads == 2 {
                figure.printed(shown(hours.one / printed))
            } else {
                figure
            });
        }
    }
    sections.push(Section::new("speed-up over the engine as one", speed));
    Ok(sections)
}

/// Of the engine as one, whose every right-hand side is that of all parts, and of the slaves of the cut one.
fn counts(one: &Trace, four: &Trace) -> Vec<Figure> {
    let whole = one.work();
    let mut figures = vec![Figure::new("as one", whole)];
    for (slave, count) in &four.evaluations {
        let count = count.last().copied().unwrap_or(f64::NAN);
        figures.push(Figure::new(format!("in four, {slave}"), count));
        if !slave.starts_with("tensioner") {
            let ratio = Figure::new(format!("as one over {slave}"), whole / count);
            // The thesis finds steps 2.4 times as long.
            figures.push(ratio.printed(shown(2.4)).bound(Bound::above(2.4)));
        }
    }
    figures
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let sample = 1e-3;
    let one = timed(FLAT_ONE, 1).run(bench, TIMED, sample, &[])?;
    let four = timed(FLAT_FOUR, 1).run(bench, TIMED, sample, &[])?;
    let per_step = |trace: &Trace, k: usize| -> Vec<(f64, f64)> {
        let pairs = trace.t.windows(2).zip(trace.evaluations[k].1.windows(2));
        pairs.map(|(t, n)| (1e3 * t[1], n[1] - n[0])).collect()
    };
    let caption = "In place of figure 4.5, which shows micro steps: right-hand sides in each ms of the engine as one and of the slaves in four.";
    let axes = ["time in ms", "right-hand sides per ms"];
    let mut work = Picture::new("chapter-4-figure-4.5", axes, caption);
    work = work.curve("as one", per_step(&one, 0));
    for (k, (slave, _)) in four.evaluations.iter().enumerate() {
        work = work.curve(slave.replace('_', " "), per_step(&four, k));
    }
    let cases = [
        Case { stop: TIMED, ..flat_one(1e-7, STOP) },
        flat_cut("b4_c23", FLAT_FOUR, "const-2-3-opt", TIMED),
    ];
    let found = traces(bench, &cases)?;
    let chart = |file: &str, name: &str, axis: &str, caption: &str| {
        let signal = named(signal::FLAT, name);
        Picture::new(file, ["time in ms", axis], caption)
            .curve("as one", signal.points(&found[0]))
            .curve("in four", signal.points(&found[1]))
    };
    let force = "Not in the thesis: the force of the left tensioner, as one and in four with Const 2,3,Opt, H = 5 µs.";
    let pressure = "Not in the thesis: the pressure in the chamber of the left tensioner.";
    Ok(vec![
        work,
        chart("chapter-4-tensioner-force", "left tensioner force, N", "force in N", force),
        chart("chapter-4-chamber-pressure", "left chamber, bar", "pressure in bar", pressure),
    ])
}
