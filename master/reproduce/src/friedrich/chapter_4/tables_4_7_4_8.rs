//! Tables 4.7 and 4.8: the bank of the V6 engine in more and more slaves.

use indexmap::IndexMap;
use serde::Deserialize;

use super::case::{Case, bank, bank_setup, traces};
use super::difference::Difference;
use super::engine::{
    BANK_FOUR, BANK_ONE, BANK_SEVEN, BANK_SIX, BANK_THREE, BANK_TWO, BANK_UNCONTROLLED, Engine,
    FMUS, Setup, Solver,
};
use super::reference::{reference, shown, table};
use super::signal::{self, Signal};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};

pub const ENTRY: Entry = Entry {
    name: "friedrich/chapter-4/tables-4.7-4.8",
    title: "The bank of the V6 engine in two to seven slaves: errors and run times",
    about: "A model of our own, as in friedrich/chapter-4/short, H = 10 µs, Lin 2,3,Opt, 0.06 s. In seven, with the controller, against one: differences of the independent implementation are shown; \
            those found are at most 1.5 times as large, because the controller here samples inputs that are extrapolated to the end of a step. In two, three, four and six, without controller, there are no known numbers; their differences to the engine as one \
            stay below a hundredth of the range of each signal. With a bulk modulus that depends on the pressure (2 % of gas) the oil itself is another one: the change of the phases is shown; the stepped modulus differs from the \
            dependent one by a tenth of that at most. Speed-ups are times in two over those of the others, 0.03 s, two threads, a hundredth of the models' tolerances, each the shortest of three runs; they belong to this machine of two cores and suffer from its other work, the printed ones to one of four cores. In table 4.8 \
            slaves were bound to processors by hand; here the master assigns them to threads by their measured costs, or threads claim them one by one.",
    fmus: FMUS,
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    bank: Printed,
}

#[derive(Deserialize)]
struct Printed {
    speedup: IndexMap<String, f64>,
}

/// Ends of the compared and of the timed runs in s.
const STOP: f64 = 0.06;
const TIMED: f64 = 0.03;
/// Cut runs have this step of RK4 in s.
const MICRO: f64 = 5e-7;

const CONSTANT: &str = "modulus = 200000000.0";
const STEPPED: &str = "modulus = 821e6\ncompressibility = 'stepped'\ngas_fraction = 0.02";
const DEPENDENT: &str =
    "modulus = 821e6\ncompressibility = 'pressure-dependent'\ngas_fraction = 0.02";

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let mut sections = errors(bench)?;
    sections.push(moduli(bench)?);
    sections.push(speed(bench)?);
    Ok(sections)
}

/// Cut engines against whole ones, with and without controller.
fn errors(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let cut = |engine: Engine| bank("c7", engine, MICRO, STOP);
    let cases = [
        bank("one", BANK_ONE, 2.5e-7, STOP),
        bank("one", BANK_UNCONTROLLED, 2.5e-7, STOP),
        cut(BANK_SEVEN),
        cut(BANK_SIX),
        cut(BANK_FOUR),
        cut(BANK_THREE),
        cut(BANK_TWO),
    ];
    let (found, known) = (traces(bench, &cases)?, reference().bank);
    let signals = cases[2].signals();
    let seven = known.bounded("c7", [&found[2], &found[0]], &signals, 1.5).into_iter();
    let with = seven.zip(&signals).map(|(figure, signal)| {
        figure.recomputed(shown(known.largest("c7", signal).unwrap_or(f64::NAN)))
    });
    let mut sections = vec![Section::new("in seven, against one", with.collect())];
    for (k, name) in (3..).zip(["six", "four", "three", "two"]) {
        let share = |signal: &Signal| {
            let share = Difference::of_range(signal, [&found[k], &found[1]]);
            Figure::new(format!("{}, over its range", bare(signal)), share)
                .bound(Bound::below(0.01))
        };
        let title = format!("in {name}, against one: largest difference");
        sections.push(Section::new(title, signal::BANK.iter().map(share).collect()));
    }
    let energies: Vec<Figure> = known.energies("c7", &cases[2].energies(&found[2]));
    sections.push(Section::new("energies in seven", energies));
    Ok(sections)
}

/// In four with each modulus of the nodes.
fn moduli(bench: &Bench) -> Result<Section, ReproduceError> {
    let four = || bank("c7", BANK_FOUR, MICRO, STOP);
    let edited = |to| {
        let case = four();
        Case { setup: case.setup.edit(CONSTANT, to), ..case }
    };
    let found = traces(bench, &[four(), edited(STEPPED), edited(DEPENDENT)])?;
    let mut figures = Vec::new();
    for signal in &signal::BANK[2..4] {
        let change = Difference::of(signal, [&found[2], &found[0]], 0.0).largest;
        let stepped = Difference::of(signal, [&found[1], &found[2]], 0.0).largest;
        figures.push(Figure::new(format!("{}, dependent against constant", signal.name), change));
        let name = format!("{}, stepped against dependent, over that", bare(signal));
        figures.push(Figure::new(name, stepped / change).bound(Bound::below(0.1)));
    }
    Ok(Section::new("in four, bulk modulus of the nodes: largest differences", figures))
}

/// The name of a signal without its unit.
fn bare(signal: &Signal) -> &'static str {
    signal.name.rsplit_once(", ").map_or(signal.name, |(name, _)| name)
}

/// Run times on two threads.
fn speed(bench: &Bench) -> Result<Section, ReproduceError> {
    let Data { bank: Printed { speedup } } = table();
    let setup = |engine| Setup { threads: 2, ..bank_setup(engine, Solver::Bs23(0.01)) };
    let claimed = |engine| Setup { assignment: "claimed", ..setup(engine) };
    let two = claimed(BANK_TWO).seconds(bench, TIMED)?;
    let cases = [
        ("three", claimed(BANK_THREE)),
        ("four", claimed(BANK_FOUR)),
        ("four, stepped", claimed(BANK_FOUR).edit(CONSTANT, STEPPED)),
        ("four, pressure-dependent", claimed(BANK_FOUR).edit(CONSTANT, DEPENDENT)),
        ("six", claimed(BANK_SIX)),
        ("seven", claimed(BANK_SEVEN)),
        ("six, assigned", setup(BANK_SIX)),
    ];
    let mut figures = Vec::new();
    for (name, setup) in cases {
        let figure = Figure::new(format!("in {name}"), two / setup.seconds(bench, TIMED)?);
        figures.push(figure.printed(shown(speedup.get(name).copied().unwrap_or(f64::NAN))));
    }
    Ok(Section::new("speed-up over two slaves", figures))
}
