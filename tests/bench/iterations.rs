//! How many iterations macro steps take: chains of 10, 50 and 200 masses, over the stiffness of the springs between
//! them, linear and not, for every scheme that iterates.
//!
//! A cell is the mean and the largest number of runs of all slaves over a macro step, and the steps that each slave takes
//! in it on the average, perturbed ones included; with `not` the iteration did not converge. Run by
//!
//!     cargo bench -p macrostep-tests --bench iterations -- [words in the names of rows]

use std::path::Path;

use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::chain::{Chain, Nonlinear};

/// Macro steps of a run.
const STEPS: usize = 100;
const SCHEMES: [(&str, &str); 3] = [
    ("Newton", "kind = 'newton'"),
    ("fixed point, Aitken", "kind = 'fixed-point'"),
    ("quasi-Newton", "kind = 'quasi-newton'"),
];
const CHAINS: [(&str, Nonlinear); 3] = [
    ("linear", Nonlinear::Nowhere),
    ("nonlinear masses", Nonlinear::Masses),
    ("nonlinear springs", Nonlinear::Springs),
];

/// Runs a chain: mean and largest runs over a macro step, and steps of each slave.
fn cell(chain: &Chain) -> Result<(f64, u64, f64), String> {
    let source = Source { file: "chain.toml".into(), text: chain.text() };
    let (source, file) = parse(source, &[]).expect("the text is a scenario");
    let options = Options { no_results: true, trust_fmu: true, ..Options::default() };
    let scenario = check(source, &file, Path::new(""), options).expect("the scenario is right");
    let mut simulation = build(&scenario).expect("the FMUs start");
    simulation.initialize().expect("the FMUs initialise");
    let (mut before, mut most, mut steps) = (0, 0, 0);
    let mut statistics = simulation.statistics().expect("it iterates");
    while simulation.advance().map_err(|error| error.to_string())? {
        statistics = simulation.statistics().expect("it iterates");
        most = most.max(statistics.runs - before);
        (before, steps) = (statistics.runs, steps + 1);
    }
    // Every mass has one input: a Jacobian takes one more step of each.
    let steps = f64::from(steps);
    let own = (statistics.runs + statistics.jacobians) as f64 / steps;
    Ok((statistics.runs as f64 / steps, most, own))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    println!("| chain | masses | N/m | {} | {} | {} |", SCHEMES[0].0, SCHEMES[1].0, SCHEMES[2].0);
    println!("|---|---|---|---|---|---|");
    for (name, nonlinear) in CHAINS {
        for masses in [10, 50, 200] {
            for stiffness in [1e3, 1e4, 1e5, 1e6, 1e7, 1e8] {
                let row = format!("{name} | {masses} | {stiffness:.0e}");
                if !words.iter().all(|word| row.contains(word.as_str())) {
                    continue;
                }
                let cells = SCHEMES.map(|(_, scheme)| {
                    let scheme = scheme.to_string();
                    let chain =
                        Chain { masses, stiffness, nonlinear, scheme, degree: 0, steps: STEPS };
                    match cell(&chain) {
                        Ok((mean, most, own)) => format!("{mean:.1} ({most}), {own:.1}"),
                        Err(error) if error.contains("did not converge") => "not".into(),
                        Err(error) => error,
                    }
                });
                println!("| {row} | {} |", cells.join(" | "));
            }
        }
    }
}
