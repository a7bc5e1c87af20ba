//! Whole runs of the engines as one FMU.

use serde::Deserialize;

use super::case::{Case, Name, bank, flat_one, traces, v6_elastic, v6_rigid};
use super::engine::{BANK_ONE, FMUS, Setup, Solver, V6_ONE};
use super::reference::{reference, table};
use super::signal::{self, named};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::target::{Standing, Target};

pub const ENTRY: Entry = Entry {
    name: "friedrich/chapter-4/trajectories",
    title: "The engines as one FMU: angles, travels, forces, pressures and energies",
    about: "Models of our own, as in friedrich/chapter-4/short, over 0.12 s of (a) and 0.06 s of (b) and (c), with the same steps of RK4 as the independent implementation. (a) also by the solver \
            with error control (Bogacki and Shampine), a hundredth of the models' absolute tolerances: cam angles within 1e-3 deg. Steady running: (a) over 0.3 s, a tenth of these tolerances, ranges of signals \
            from 0.16 s on, known to the digits that the tolerance shows. Rail 1 still rises then, \
            so its smallest value depends on where the window begins and is not compared.",
    fmus: FMUS,
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    v6: Running,
}

#[derive(Deserialize)]
struct Running {
    steady: Vec<Range>,
}

/// Smallest and largest value, and the last digit that is known.
#[derive(Deserialize)]
struct Range {
    signal: String,
    range: [f64; 2],
    digit: f64,
    /// Whether it still settles: then the smallest value depends on where the window begins.
    #[serde(default)]
    settles: bool,
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let controlled = |tolerance| Setup::new(V6_ONE, Solver::Bs23(tolerance), 1e-4);
    let cases = [
        flat_one(5e-8, 0.06),
        v6_elastic(0.12),
        v6_rigid(0.12),
        bank("one", BANK_ONE, 2.5e-7, 0.06),
        Case::new(Name::V6, "elastic", controlled(0.01), 0.12),
        Case::new(Name::V6, "steady", controlled(0.1), 0.3),
    ];
    let (found, known) = (traces(bench, &cases)?, reference());
    let mut sections = Vec::new();
    let titles = ["(b)", "(a), elastic shafts", "(a), rigid shafts", "(c)"];
    for (k, title) in titles.into_iter().enumerate() {
        let (case, known) = (&cases[k], known.of(cases[k].name));
        let samples = known.samples(case.run, &found[k], &case.signals());
        sections.push(Section::new(title, samples));
        let energies = known.energies(case.run, &case.energies(&found[k]));
        sections.push(Section::new(format!("{title}: energies"), energies));
    }
    let cams = known.v6.samples_to("elastic", &found[4], &signal::V6[..4], |_| 1e-3);
    sections.push(Section::new("(a), elastic shafts, error control", cams));
    let Data { v6: Running { steady } } = table();
    let figures = steady.iter().flat_map(|range| {
        let values = named(signal::V6, &range.signal).of(&found[5]);
        let late = &values[found[5].at(0.16)..];
        let fold = |f: fn(f64, f64) -> f64| late.iter().copied().reduce(f).unwrap_or(f64::NAN);
        let target = |value| Target::absolute(value, range.digit);
        [
            Figure::new(format!("{}, smallest", range.signal), fold(f64::min))
                .recomputed(target(range.range[0]).standing(Standing::NotCompared, range.settles)),
            Figure::new(format!("{}, largest", range.signal), fold(f64::max))
                .recomputed(target(range.range[1])),
        ]
    });
    sections.push(Section::new("(a), steady running", figures.collect()));
    let whole = |section: Section| section.evidence(Evidence::WholeSystem);
    Ok(sections.into_iter().map(whole).collect())
}
