//! The cost of a macro step in each scheme, relative to the explicit one on the same FMUs.
//!
//! Chains of oscillators coupled by springs and dampers, results off, inputs of degree 1. All schemes
//! run in turn in one process; ratios are those of the medians, spreads those of the quartiles. Run by
//! `cargo bench -p macrostep-tests --bench schemes`.

use std::path::Path;
use std::time::Instant;

use macrostep::scenario::Scenario;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::fmu;

const RUNS: usize = 11;
const SCHEMES: [(&str, &str); 7] = [
    ("explicit", "kind = 'explicit'"),
    ("semi-implicit, Jacobian reused", "kind = 'semi-implicit'"),
    ("semi-implicit, Broyden", "kind = 'semi-implicit'\njacobian = 'broyden'"),
    ("semi-implicit, Jacobian in every step", "kind = 'semi-implicit'\njacobian = 'every-step'"),
    ("Newton to 1e-9", "kind = 'newton'"),
    ("fixed point to 1e-9, Aitken", "kind = 'fixed-point'"),
    ("quasi-Newton to 1e-9", "kind = 'quasi-newton'"),
];

/// A chain with so many coupled inputs, one for each mass.
fn chain(masses: usize, scheme: &str, steps: u32) -> Scenario {
    let h = 1e-4;
    let mut text = format!(
        "[simulation]\nstop = {}\nstep = {h}\n[scheme]\n{scheme}\n\
         [inputs]\nextrapolation = 'polynomial'\ndegree = 1\n",
        f64::from(steps) * h
    );
    let path = fmu("oscillator");
    for k in 0..masses {
        let v0 = if k == 0 { 1.0 } else { 0.0 };
        text += &format!("[slaves.m{k}]\nfmu = '{}'\nstart = {{ v0 = {v0:?} }}\n", path.display());
    }
    for k in 1..masses {
        text += &format!(
            "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['m{}', 'm{k}']\n\
             stiffness = 1000.0\ndamping = 10.0\n",
            k - 1
        );
    }
    let source = Source { file: "chain.toml".into(), text };
    let (source, file) = parse(source, &[]).expect("the text is a scenario");
    let options = Options { no_results: true, ..Options::default() };
    check(source, &file, Path::new(""), options).expect("the scenario is right")
}

/// Seconds per macro step.
fn time(scenario: &Scenario, steps: u32) -> f64 {
    let mut simulation = build(scenario).expect("the FMUs start");
    simulation.initialize().expect("they initialise");
    let begin = Instant::now();
    while simulation.advance().expect("the run goes on") {}
    begin.elapsed().as_secs_f64() / f64::from(steps)
}

fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[quarter * (values.len() - 1) / 4])
}

fn main() {
    println!("{RUNS} runs of each, in turn; µs per macro step, and over the explicit scheme");
    for (masses, steps) in [(2, 100_000), (10, 20_000), (50, 4_000)] {
        println!("\n{masses} slaves, {masses} coupled inputs, {steps} steps");
        let scenarios = SCHEMES.map(|(_, scheme)| chain(masses, scheme, steps));
        let mut times = SCHEMES.map(|_| Vec::new());
        for _ in 0..RUNS {
            for (scenario, times) in scenarios.iter().zip(&mut times) {
                times.push(time(scenario, steps));
            }
        }
        let times = times.map(quartiles);
        let explicit = times[0][1];
        for ((name, _), [low, median, high]) in SCHEMES.iter().zip(times) {
            println!(
                "{name:40} {:8.3} µs  {:6.2}  ({:.2} to {:.2})",
                1e6 * median,
                median / explicit,
                low / explicit,
                high / explicit
            );
        }
    }
}
