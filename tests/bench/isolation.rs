//! What it costs per macro step to run FMUs in processes of their own.
//!
//! Two oscillators coupled by a spring and damper, so cheap that the way to another process and back
//! shows. All variants run in turn; differences and ratios are taken within a turn, then their median
//! and quartiles. Run by `cargo bench -p macrostep-tests --bench isolation`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};
use macrostep::remote::use_worker;
use macrostep::scenario::Scenario;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::{fmu, root, succeed};

const STEPS: u32 = 20_000;
const H: f64 = 1e-4;
const RUNS: usize = 15;
/// What one isolated slave may cost per macro step.
const TARGET: f64 = 15e-6;

struct Nothing;

impl Observer for Nothing {
    fn accept(&mut self, _: f64, _: &CommunicationPoint, _: Progress) -> Result<(), String> {
        Ok(())
    }
}

/// The program as fast as this one.
fn worker() -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "-q", "--release", "-p", "macrostep", "--bin", "macrostep"]);
    succeed(build.current_dir(root()));
    root().join("target/release/macrostep")
}

fn scenario(path: &Path, isolation: [&str; 2]) -> Scenario {
    let (stop, fmu, [left, right]) = (f64::from(STEPS) * H, path.display(), isolation);
    let text = format!(
        "[simulation]\nstop = {stop}\nstep = {H}\n\
         [slaves.left]\nfmu = '{fmu}'\nstart = {{ m = 1, v0 = 100 }}\nisolation = '{left}'\n\
         [slaves.right]\nfmu = '{fmu}'\nstart = {{ m = 2, v0 = -100 }}\nisolation = '{right}'\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
         stiffness = 1000\ndamping = 10\n"
    );
    let (source, file) =
        parse(Source { file: "bench".into(), text }, &[]).expect("the scenario is valid");
    let options = Options { no_results: true, ..Options::default() };
    check(source, &file, Path::new(""), options).expect("the scenario is valid")
}

/// Seconds per macro step, and x of the left mass at the end.
fn run(scenario: &Scenario) -> (f64, f64) {
    let mut simulation = build(scenario).expect("the FMUs start");
    let begin = Instant::now();
    simulation.run(&mut Nothing).expect("the run succeeds");
    (begin.elapsed().as_secs_f64() / f64::from(STEPS), simulation.point().y[0])
}

/// Median, lower and upper quartile.
fn quartiles(values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    [values.len() / 2, values.len() / 4, 3 * values.len() / 4].map(|k| values[k])
}

fn main() {
    let path = fmu("oscillator");
    use_worker(worker());
    let variants = [["none", "none"], ["process", "none"], ["process", "process"]];
    let scenarios = variants.map(|isolation| scenario(&path, isolation));
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..RUNS {
        let turn: Vec<(f64, f64)> = scenarios.iter().map(run).collect();
        for (times, (seconds, x)) in times.iter_mut().zip(&turn) {
            times.push(*seconds);
            assert_eq!(x.to_bits(), turn[0].1.to_bits(), "isolation changes the results");
        }
    }
    println!(
        "time per macro step of two oscillator FMUs, median (quartiles) of {RUNS} runs of {STEPS} steps"
    );
    for (name, ours) in ["none isolated", "one isolated", "both isolated"].iter().zip(&times) {
        let micro = |[m, low, high]: [f64; 3]| {
            format!("{:>7.2} µs ({:.2} to {:.2})", 1e6 * m, 1e6 * low, 1e6 * high)
        };
        let pairs = || ours.iter().zip(&times[0]);
        let [ratio, low, high] = quartiles(pairs().map(|(a, b)| a / b));
        println!(
            "{name:<14} {}   more {}   ratio {ratio:.1} ({low:.1} to {high:.1})",
            micro(quartiles(ours.iter().copied())),
            micro(quartiles(pairs().map(|(a, b)| a - b))),
        );
    }
    println!("target: at most {} µs more with one isolated", 1e6 * TARGET);
}
