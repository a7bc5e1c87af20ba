//! Table 4.4: the largest macro step of each rule, and what it costs.

use serde::Deserialize;

use super::engine::{Setup, Solver, V6_ONE, V6_THREE};
use super::reference::{shown, table};
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "friedrich/chapter-4/table-4.4",
    title: "The V6 engine in three: largest macro step and run time of each rule",
    about: "A model of our own, as in friedrich/chapter-4/short, with the printed stiffnesses of the shafts. As the thesis does, H is lowered, here from 10 µs in steps of 0.5 µs, until a run holds: \
            0.03 s in which all forces of the shafts along x stay below 3e5 N, with the solver with error control at the models' own tolerances. The largest H of the independent implementation is to be met; that of the \
            thesis belongs to another model and is shown. 0 means that none holds. Times are those of the run in three over that of the engine as one, at a tenth of the tolerances, on two threads, at the largest H and at the fastest \
            of 1, 3/4 and 1/2 of it, each the shortest of three runs. They belong to this machine, suffer from its other work, and are shown beside those of the thesis, which has four cores. Where error control works with steps near H, \
            gains come from parallel work alone.",
    fmus: &["chain-drive-1", "chain-drive-2", "chain-drive-3", "v6-engine"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    v6: Known,
}

#[derive(Deserialize)]
struct Known {
    stable: Vec<Rule>,
    /// Printed time of the engine as one.
    seconds: f64,
}

/// A rule with its largest H in µs.
#[derive(Deserialize)]
struct Rule {
    rule: String,
    inputs: String,
    /// Whether the shafts have dampers.
    damped: bool,
    recomputed: Option<f64>,
    /// At the largest and at the fastest H.
    printed: Vec<Printed>,
}

/// H in µs and the run time there in s.
#[derive(Deserialize)]
struct Printed {
    step: f64,
    seconds: f64,
}

/// The steps that are tried: multiples of 0.5 µs up to 10 µs.
const GRID: f64 = 0.5;
const LARGEST: usize = 20;
/// The run that has to hold in s, and the force that it has to stay below in N.
const STOP: f64 = 0.03;
const FORCE: f64 = 3e5;

impl Rule {
    /// The engine in three with H in µs.
    fn setup(&self, tolerance: f64, step: f64) -> Setup {
        let setup = Setup::new(V6_THREE, Solver::Bs23(tolerance), 1e-6 * step).rule(&self.inputs);
        if !self.damped {
            return setup;
        }
        setup
            .edit("stiffness = 6600000000.0\ndamping = 0.0", "stiffness = 6.6e9\ndamping = 5000.0")
            .edit("stiffness = 63000.0\ndamping = 0.0", "stiffness = 6.3e4\ndamping = 50.0")
    }

    /// The largest H in µs that holds, 0 if there is none.
    fn largest(&self, bench: &Bench) -> Result<f64, ReproduceError> {
        for k in (1..=LARGEST).rev() {
            let step = GRID * k as f64;
            if self.setup(1.0, step).holds(bench, STOP, (".Fx", FORCE))? {
                return Ok(step);
            }
        }
        Ok(0.0)
    }

    /// Run times at the largest H, and the smallest with its H.
    fn times(&self, bench: &Bench, largest: f64) -> Result<(f64, (f64, f64)), ReproduceError> {
        let mut all = Vec::new();
        for part in [1.0, 0.75, 0.5] {
            let step = GRID * (part * largest / GRID).round().max(1.0);
            let setup = Setup { threads: 2, ..self.setup(0.1, step) };
            all.push((setup.seconds(bench, STOP)?, step));
        }
        let fastest = all.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0));
        Ok((all[0].0, fastest.unwrap_or(all[0])))
    }
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { v6: Known { stable: rules, seconds } } = table();
    let found = bench.each(&rules, |rule| rule.largest(bench))?;
    let limits = rules.iter().zip(&found).map(|(rule, found)| {
        let figure = Figure::new(&rule.rule, *found);
        let figure = match rule.printed.first() {
            Some(printed) => figure.printed(shown(printed.step)),
            None => figure,
        };
        match rule.recomputed {
            Some(known) => figure.recomputed(Target::absolute(known, 0.0)),
            None => figure,
        }
    });
    let limits = Section::new("largest H in µs", limits.collect());
    let one = Setup::new(V6_ONE, Solver::Bs23(0.1), 1e-4).seconds(bench, STOP)?;
    let mut times = Vec::new();
    for (rule, largest) in rules.iter().zip(found).filter(|(_, largest)| *largest > 0.0) {
        let (at_largest, (fastest, step)) = rule.times(bench, largest)?;
        let part = |k: usize, name: String, found: f64| {
            let figure = Figure::new(format!("{}, {name}", rule.rule), found / one);
            match rule.printed.get(k) {
                Some(printed) => figure.printed(shown(printed.seconds / seconds)),
                None => figure,
            }
        };
        times.push(part(0, format!("H = {largest} µs, the largest"), at_largest));
        times.push(part(1, format!("H = {step} µs, the fastest"), fastest));
    }
    Ok(vec![limits, Section::new("run time over that of the engine as one", times)])
}
