//! Macro steps that follow the error, on FMUs.

#[path = "bench/step_control/reference.rs"]
mod reference;
#[path = "bench/step_control/run.rs"]
mod run;
#[path = "bench/step_control/systems.rs"]
mod systems;

use std::time::Instant;

use coupling::test_models::TwoMass;
use macrostep_tests::{Csv, fmu, macrostep, printed, root, succeed};
use reference::Reference;
use run::Run;
use systems::{METHODS, SYSTEMS, System};

/// Largest error of both positions in the rows of the example, and the `fmi2DoStep` calls of one FMU.
fn example(options: &[&str]) -> (f64, Csv, u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("adaptive.csv");
    fmu("oscillator");
    let mut run = macrostep();
    run.arg("run").arg(root().join("scenarios/two-mass/adaptive.toml"));
    for option in options {
        run.args(["--set", option]);
    }
    succeed(run.arg("-o").arg(&results));
    let csv = Csv::read(&results);
    let (left, right) = (csv.column("left.x"), csv.column("right.x"));
    let model = TwoMass::schweizer_lu();
    let errors = csv.column("time").into_iter().enumerate().map(|(k, t)| {
        let exact = model.exact(t);
        (left[k] - exact[0]).abs().max((right[k] - exact[2]).abs())
    });
    let error = errors.fold(0.0, f64::max);
    let sidecar = std::fs::read_to_string(folder.path().join("adaptive.csv.json")).unwrap();
    let sidecar: serde_json::Value = serde_json::from_str(&sidecar).unwrap();
    let summary = &sidecar["summary"];
    let steps = summary["steps"].as_f64().unwrap();
    let statistics = &summary["statistics"];
    let runs = statistics["runs_per_step"].as_f64().unwrap_or(3.0) * steps;
    (error, csv, runs as u64 + statistics["jacobians"].as_u64().unwrap_or(0))
}

#[test]
fn the_error_that_is_reached_follows_the_tolerance() {
    for degree in [1, 2] {
        for tolerance in [1e-2, 1e-3, 1e-4, 1e-6] {
            let tolerance_set = format!("step_control.tolerance={tolerance:e}");
            let degree_set = format!("inputs.degree={degree}");
            // Rows at the communication points themselves.
            let every_point = "results={}";
            let (error, _, do_steps) = example(&[&tolerance_set, &degree_set, every_point]);
            let ratio = error / tolerance;
            assert!((1.0 / 3.0..3.0).contains(&ratio), "{degree}, {tolerance:e}: {error:e}");
            assert!(tolerance < 1e-4 || do_steps < 20_000, "{do_steps} steps of one FMU");
        }
    }
}

#[test]
fn explicit_runs_follow_the_tolerance_by_doubled_steps_whatever_the_rule() {
    // Hermite and the optimised rule miss the first powers of time so little that steps are long, and
    // the estimate errs on the safe side there.
    let rules = [
        ("{extrapolation='polynomial',degree=1}", 1.0 / 3.0..3.0),
        ("{extrapolation='polynomial',degree=2}", 1.0 / 3.0..3.0),
        ("{extrapolation='extripol-c1',degree=2}", 1.0 / 3.0..3.0),
        ("{extrapolation='const-3-5'}", 1.0 / 3.0..3.0),
        ("{extrapolation='lin-2-3-opt'}", 0.25..3.0),
        ("{extrapolation='hermite'}", 0.2..3.0),
    ];
    for (rule, expected) in rules {
        for tolerance in [1e-2, 1e-3, 1e-4, 1e-6] {
            let tolerance_set = format!("step_control.tolerance={tolerance:e}");
            let sets =
                ["scheme.kind='explicit'", &format!("inputs={rule}"), &tolerance_set, "results={}"];
            let ratio = example(&sets).0 / tolerance;
            assert!(expected.contains(&ratio), "{rule}, {tolerance:e}: {ratio}");
        }
    }
}

/// What a system of the benchmark reaches by a method, relative to the tolerance, and its steps.
fn reached(
    system: &System,
    reference: &Reference,
    method: &str,
    tolerance: f64,
) -> (f64, String, Run) {
    let done = run::run(system.controlled(method, tolerance)).unwrap();
    let worst = reference.worst(&done);
    (worst.error / tolerance, worst.variable, done)
}

/// A factor of 5 below and above is what can be promised of the worst of all coupled outputs and inputs: a
/// tolerance limits the errors of steps, and a system forgets them or adds them up.
#[test]
fn the_worst_coupled_variable_of_every_system_follows_the_tolerance() {
    for system in &SYSTEMS {
        let reference = Reference::of(system);
        let uncertain = reference.uncertainty(system);
        for tolerance in [1e-4, 1e-5] {
            assert!(uncertain < 0.01 * tolerance, "{}: {uncertain:e}", system.name);
            for (name, method) in METHODS {
                let (ratio, variable, _) = reached(system, &reference, method, tolerance);
                let place = format!("{}, {name}, {tolerance:e}: {variable}", system.name);
                assert!((0.2..5.0).contains(&ratio), "{place}: {ratio}");
            }
        }
    }
}

/// Outputs that start at zero, and some that are moved by others only: their first values are all error.
#[test]
fn variables_that_start_at_zero_do_not_make_the_first_steps_short() {
    let method = "[scheme]\nkind = 'explicit'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 2";
    for (name, tolerance, early) in [
        ("nonlinear pair", 1e-4, 50),
        ("double pendulum", 1e-6, 500),
        ("hydraulic pair", 1e-6, 200),
    ] {
        let system = SYSTEMS.iter().find(|system| system.name == name).unwrap();
        let (ratio, _, Run { times, do_steps, .. }) =
            reached(system, &Reference::of(system), method, tolerance);
        assert!((0.2..5.0).contains(&ratio), "{name}: {ratio}");
        assert!(do_steps < 30_000, "{name}: {do_steps}");
        let begin = times.iter().filter(|t| **t < 0.01 * system.stop).count();
        assert!(begin < early, "{name}: {begin} of {} steps", times.len());
        let shortest = times.windows(2).map(|t| t[1] - t[0]).fold(f64::INFINITY, f64::min);
        assert!(shortest > 1e-10 * system.stop, "{name}: {shortest:e}");
    }
}

#[test]
fn rows_lie_where_they_are_asked_for_and_are_as_good() {
    let (error, csv, _) = example(&[]);
    let times = csv.column("time");
    assert_eq!(times.len(), 101);
    for (k, t) in times.iter().enumerate() {
        assert!((t - 0.01 * k as f64).abs() < 1e-12, "{t}");
    }
    assert!(error < 3e-4, "{error:e}");
}

#[test]
fn the_last_row_is_at_the_stop_time_also_where_the_interval_does_not_divide_it() {
    let (_, csv, _) = example(&["results.interval=0.03"]);
    assert_eq!(csv.column("time").last(), Some(&1.0));
}

/// What a run of the example with these settings prints, and its exit code; it must end within a minute.
fn ends(settings: &[&str]) -> (String, Option<i32>) {
    fmu("oscillator");
    let mut run = macrostep();
    run.arg("run").arg(root().join("scenarios/two-mass/adaptive.toml")).arg("--no-results");
    run.args(settings.iter().flat_map(|setting| ["--set", setting]));
    let begin = Instant::now();
    let output = run.output().expect("macrostep starts");
    assert!(begin.elapsed().as_secs() < 60, "{settings:?}");
    (printed(&output), output.status.code())
}

#[test]
fn a_tolerance_that_the_shortest_step_misses_is_told_with_the_error_reached() {
    // 1 s is a whole number of these steps, but for rounding: the last one is a little too long.
    for scheme in ["semi-implicit", "explicit"] {
        let scheme = format!("scheme.kind='{scheme}'");
        let settings = [&scheme, "step_control={tolerance=1e-14,shortest=1e-3}"];
        let (said, code) = ends(&settings);
        assert_eq!(code, Some(0), "{said}");
        let told =
            "warning: 1000 of 1000 steps missed step_control.tolerance, by a factor of up to";
        assert!(said.contains(told) && said.contains("the shortest 1.0e-3 s"), "{said}");
    }
}

#[test]
fn steps_that_come_to_no_end_are_an_error() {
    let settings = ["scheme.kind='explicit'", "step_control.tolerance=1e-15"];
    let (said, code) = ends(&settings);
    assert_eq!(code, Some(1), "{said}");
    for part in ["step control comes to no end", "a factor of up to", "step_control.shortest"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn steps_stay_above_the_resolution_of_late_times() {
    let late = [
        "simulation.start=1e9",
        "simulation.stop=1000000001",
        "simulation.step=1e-3",
        "step_control.tolerance=1e-6",
    ];
    let (said, code) = ends(&late);
    assert!(code == Some(0) && said.contains("the shortest 2.2e-5 s"), "{said}");
}

#[test]
fn a_longest_step_below_what_the_shortest_would_be_is_obeyed() {
    let settings = [
        "simulation.stop=1e-6",
        "simulation.step=1e-7",
        "step_control={tolerance=1e-4,longest=1e-9}",
    ];
    let (said, code) = ends(&settings);
    assert!(code == Some(0) && said.contains("steps     1000 to"), "{said}");
    // With energies the shortest step follows from the first one, which may be longer than the longest.
    let settings = ["simulation.stop=1e-15", "simulation.step=1e-15", "step_control.longest=1e-16"];
    assert_eq!(ends(&settings).1, Some(0));
}
