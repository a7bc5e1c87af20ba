//! The master's cost per macro step over that of a bare loop of C calls on the same FMUs.
//!
//! Two oscillators coupled by a spring and damper, so cheap that the master's own cost shows. Both
//! sides run in turn in one process; the ratio is that of the medians, the spread that of the
//! quartiles. Run by `cargo bench -p macrostep-tests`.
#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_int, c_long};
use std::path::Path;
use std::time::Instant;

use coupling::scheme::Outcome;
use coupling::simulation::{Observer, Progress};
use macrostep::fmi::{Archive, description};
use macrostep::results::Recorder;
use macrostep::scenario::Scenario;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::fmu;

const STEPS: u32 = 200_000;
const H: f64 = 1e-4;
const RUNS: usize = 15;

unsafe extern "C" {
    fn bare_loop(
        library: *const c_char,
        guid: *const c_char,
        references: *const u32,
        steps: c_long,
        h: f64,
        degree: c_int,
        x_end: *mut f64,
    ) -> f64;
}

/// The C side of the comparison: the unpacked FMU.
struct Bare {
    library: CString,
    guid: CString,
    references: [u32; 5],
    _archive: Archive,
}

impl Bare {
    fn new(path: &Path) -> Self {
        let archive = Archive::open(path).expect("the FMU opens");
        let model = description::read(&archive).expect("its description reads").model;
        let reference = |name| model.variable(name).expect("the oscillator has it").value_reference;
        let library = archive.library("oscillator").expect("it has a binary");
        Self {
            library: CString::new(library.to_str().expect("a plain path")).expect("no zero byte"),
            guid: CString::new(model.guid.as_str()).expect("no zero byte"),
            references: ["x", "v", "force", "m", "v0"].map(reference),
            _archive: archive,
        }
    }

    /// Seconds per macro step, and x of the left mass at the end.
    fn run(&self, degree: c_int) -> (f64, f64) {
        let mut x_end = 0.0;
        // SAFETY: the strings live, there are five references, and x_end can be written.
        let seconds = unsafe {
            bare_loop(
                self.library.as_ptr(),
                self.guid.as_ptr(),
                self.references.as_ptr(),
                c_long::from(STEPS),
                H,
                degree,
                &mut x_end,
            )
        };
        assert!(seconds > 0.0, "the bare loop failed with {seconds}");
        (seconds, x_end)
    }
}

struct Nothing;

impl Observer for Nothing {
    fn accept(&mut self, _: f64, _: &Outcome, _: Progress) -> Result<(), String> {
        Ok(())
    }
}

fn scenario(path: &Path, degree: c_int, no_results: bool) -> Scenario {
    let stop = f64::from(STEPS) * H;
    let fmu = path.display();
    let text = format!(
        "[simulation]\nstop = {stop}\nstep = {H}\n\
         [inputs]\nextrapolation = 'polynomial'\ndegree = {degree}\n\
         [results]\nvariables = ['*.x', '*.v']\n\
         [slaves.left]\nfmu = '{fmu}'\nstart = {{ m = 1, v0 = 100 }}\n\
         [slaves.right]\nfmu = '{fmu}'\nstart = {{ m = 2, v0 = -100 }}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
         stiffness = 1000\ndamping = 10\n"
    );
    let (source, file) =
        parse(Source { file: "bench".into(), text }, &[]).expect("the scenario is valid");
    let options = Options { no_results, ..Options::default() };
    check(source, &file, Path::new(""), options).expect("the scenario is valid")
}

/// Seconds per macro step of the master, and x of the left mass at the end.
fn master(scenario: &Scenario, observer: &mut dyn Observer) -> (f64, f64) {
    let mut simulation = build(scenario).expect("the FMUs start");
    let begin = Instant::now();
    simulation.run(observer).expect("the run succeeds");
    (begin.elapsed().as_secs_f64() / f64::from(STEPS), simulation.point().y[0])
}

/// Median, lower and upper quartile.
fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [values.len() / 2, values.len() / 4, 3 * values.len() / 4].map(|k| values[k])
}

fn report(name: &str, bare: Vec<f64>, ours: Vec<f64>, target: &str) {
    let ratios: Vec<f64> = ours.iter().zip(&bare).map(|(a, b)| a / b).collect();
    let ([bare, ..], [ours, ..]) = (quartiles(bare), quartiles(ours));
    let [ratio, low, high] = quartiles(ratios);
    println!(
        "{name:<34} {:>8.1} ns {:>8.1} ns {ratio:>7.2} ({low:.2} to {high:.2})  {target}",
        1e9 * bare,
        1e9 * ours
    );
}

fn main() {
    let path = fmu("oscillator");
    let bare = Bare::new(&path);
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("time per macro step of two oscillator FMUs, median of {RUNS} runs of {STEPS} steps");
    println!("{:<34} {:>11} {:>11} {:>7} (quartiles)", "", "bare C loop", "macrostep", "ratio");
    for (degree, word) in [(0, "held inputs"), (1, "linear inputs")] {
        for results in [false, true] {
            let scenario = scenario(&path, degree, !results);
            let csv = folder.path().join("results.csv");
            let (mut floor, mut ours) = (Vec::new(), Vec::new());
            for _ in 0..RUNS {
                let (seconds, x_bare) = bare.run(degree);
                floor.push(seconds);
                let (seconds, x_ours) = match results {
                    false => master(&scenario, &mut Nothing),
                    true => {
                        let mut recorder =
                            Recorder::new(&scenario, Some(&csv), true).expect("a writable file");
                        master(&scenario, &mut recorder)
                    }
                };
                ours.push(seconds);
                assert!((x_bare - x_ours).abs() < 1e-9, "the two loops differ");
            }
            let name = format!("{word}, results {}", if results { "to CSV" } else { "off" });
            report(&name, floor, ours, if results { "" } else { "target: at most 4" });
        }
    }
}
