//! Kinematic constraints: what rules allow, what methods cost at equal error, and how fast a particle damper runs.
//!
//!     cargo bench -p macrostep-tests --bench constraints -- [rules] [cost] [damper]
//!
//! `rules` prints up to which mass ratio the two-mass oscillator is stable at ω₀₁H = 0.01, for each rule by which the motion is
//! predicted and each kind of inputs, and the errors of runs. `cost` prints the run time of each method at equal error. `damper` prints
//! real-time factors of a beam with 20 to 500 spheres, the cost per sphere and contact, and the master's share.

mod cost;
mod damper;
mod rules;

use std::path::Path;

use macrostep::scenario::Scenario;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::fmu;

/// A part of a scenario: a slave with its FMU.
fn slave(name: &str, model: &str, start: &str) -> String {
    let fmu = fmu(model).display().to_string();
    format!("[slaves.{name}]\nfmu = '{fmu}'\nstart = {{ {start} }}\n")
}

/// A scenario, with the outputs that results need or without.
fn checked(text: String, results: bool) -> Scenario {
    let source = Source { file: "constraint.toml".into(), text };
    let (source, file) = parse(source, &[]).expect("the text is a scenario");
    let options =
        Options { no_results: !results, trust_fmu: true, resets: true, ..Options::default() };
    check(source, &file, Path::new(""), options).expect("the scenario is right")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let parts: [(&str, fn()); 3] =
        [("rules", rules::print), ("cost", cost::print), ("damper", damper::print)];
    for (name, print) in parts {
        if words.is_empty() || words.iter().any(|word| word == name) {
            println!("\n## {name}\n");
            print();
        }
    }
}
