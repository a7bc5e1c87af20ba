//! Two ways to do the same, run in turn and compared.

use std::path::PathBuf;

use serde_json::{Value, json};

/// The macro step in s.
pub const H: f64 = 1e-4;

/// How long one run of a case lasts, in s.
const LASTS: f64 = 0.06;

/// What a run gives.
pub struct Measured {
    /// Per macro step.
    pub seconds: f64,
    /// Where the first mass ended, if the other side must come to the same.
    pub x_end: Option<f64>,
}

/// Something that takes so many macro steps.
pub struct Runner(Box<dyn Fn(u32) -> Measured>);

impl Runner {
    pub fn new(run: impl Fn(u32) -> Measured + 'static) -> Self {
        Self(Box::new(run))
    }

    /// Divides the time by the number of slaves; results are not compared.
    pub fn per_slave(self, slaves: u32) -> Self {
        Self::new(move |steps| {
            // Enough that the first steps, which are all timed, do not count.
            let steps = steps.div_ceil(slaves).max(4000);
            let seconds = (self.0)(steps).seconds / f64::from(slaves);
            Measured { seconds, x_end: None }
        })
    }
}

/// A comparison, with what its ratio may be at most.
pub struct Case {
    name: String,
    base: (String, Runner),
    ours: (String, Runner),
    bound: Option<f64>,
}

impl Case {
    pub fn new(name: &str, base: (&str, Runner), ours: (&str, Runner)) -> Self {
        let named = |(name, runner): (&str, Runner)| (name.to_string(), runner);
        Self { name: name.into(), base: named(base), ours: named(ours), bound: None }
    }

    pub fn at_most(mut self, bound: f64) -> Self {
        self.bound = Some(bound);
        self
    }

    fn run(&self, runs: usize, steps: Option<u32>) -> Comparison {
        let steps = steps.unwrap_or_else(|| {
            let once = (self.ours.1.0)(200).seconds.max((self.base.1.0)(200).seconds);
            (LASTS / once).clamp(200.0, 1e6) as u32
        });
        let turn = || {
            let (base, ours) = ((self.base.1.0)(steps), (self.ours.1.0)(steps));
            if let (Some(a), Some(b)) = (base.x_end, ours.x_end) {
                assert!((a - b).abs() < 1e-9, "{}: {a} and {b} differ", self.name);
            }
            (base.seconds, ours.seconds)
        };
        let turns: Vec<(f64, f64)> = (0..runs).map(|_| turn()).collect();
        let of = |value: &dyn Fn(&(f64, f64)) -> f64| quartiles(turns.iter().map(value).collect());
        Comparison {
            base: of(&|turn| turn.0),
            ours: of(&|turn| turn.1),
            ratio: of(&|turn| turn.1 / turn.0),
            steps,
        }
    }
}

/// Lower quartile, median and upper quartile of each.
struct Comparison {
    base: [f64; 3],
    ours: [f64; 3],
    ratio: [f64; 3],
    steps: u32,
}

fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[quarter * (values.len() - 1) / 4])
}

/// What was asked for on the command line.
pub struct Options {
    runs: usize,
    /// Macro steps of a run, instead of as many as last a while.
    steps: Option<u32>,
    json: Option<PathBuf>,
    words: Vec<String>,
}

impl Options {
    pub fn from_arguments() -> Self {
        let mut options = Self { runs: 21, steps: None, json: None, words: Vec::new() };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().expect("a value follows the option");
            match argument.as_str() {
                "--runs" => options.runs = value().parse().expect("a number of runs"),
                "--steps" => options.steps = Some(value().parse().expect("a number of steps")),
                "--json" => options.json = Some(value().into()),
                // Cargo says so to every benchmark.
                "--bench" => {}
                _ => options.words.push(argument),
            }
        }
        options
    }
}

/// Runs the cases that were asked for, prints their table and writes them as JSON.
pub fn run_all(cases: Vec<Case>, options: &Options) {
    let exact = cases.iter().any(|case| options.words == [case.name.as_str()]);
    let wanted = |case: &Case| {
        if exact {
            options.words == [case.name.as_str()]
        } else {
            options.words.iter().all(|word| case.name.contains(word.as_str()))
        }
    };
    println!(
        "µs per macro step, medians of {} runs in turn; ratio with quartiles\n{:<45} {:>11} {:>11} {:>7}",
        options.runs, "", "base", "this", "ratio"
    );
    let mut rows = Vec::new();
    for case in cases.iter().filter(|case| wanted(case)) {
        let comparison = case.run(options.runs, options.steps);
        print_row(case, &comparison);
        rows.push(row(case, &comparison));
    }
    if let Some(path) = &options.json {
        let text = serde_json::to_string_pretty(&json!({ "runs": options.runs, "cases": rows }));
        std::fs::write(path, text.expect("plain values") + "\n").expect("the file can be written");
    }
}

fn print_row(case: &Case, comparison: &Comparison) {
    let Comparison { base, ours, ratio: [low, ratio, high], .. } = comparison;
    let verdict = case.bound.map_or(String::new(), |bound| {
        let word = if *ratio <= bound { "met" } else { "NOT met" };
        format!("  at most {bound:.2}: {word}")
    });
    println!(
        "{:<45} {:>11.4} {:>11.4} {ratio:>7.2} ({low:.2} to {high:.2}){verdict}",
        case.name,
        1e6 * base[1],
        1e6 * ours[1]
    );
}

fn row(case: &Case, comparison: &Comparison) -> Value {
    let Comparison { base, ours, ratio, steps } = comparison;
    json!({
        "case": case.name,
        "steps": steps,
        "base": { "what": case.base.0, "seconds": base },
        "this": { "what": case.ours.0, "seconds": ours },
        "ratio": ratio,
        "at_most": case.bound,
    })
}
