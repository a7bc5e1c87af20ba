//! `simulate`: one FMU with the options of fmusim and FMPy.

use std::path::Path;
use std::process::Command;

use macrostep_tests::{Csv, c_fmu, fmu, largest_difference, macrostep, succeed};

use super::{refused, sidecar};

/// `simulate` of an FMU into `results`.
fn simulate(fmu: &Path, results: &Path) -> Command {
    let mut command = macrostep();
    command.arg("simulate").arg(fmu).arg("-qo").arg(results);
    command
}

fn run(command: &mut Command, results: &Path) -> Csv {
    succeed(command);
    Csv::read(results)
}

#[test]
fn start_values_of_all_types_are_set() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let mut command = simulate(&c_fmu("counter"), &results);
    for start in ["increment=3", "limit=-9", "mode=down", "rate=0.5", "label=a b", "enable=true"] {
        command.args(["--start-value", start]);
    }
    let csv = run(command.args(["--stop-time", "1", "--output-interval", "0.25"]), &results);
    assert_eq!(csv.column("count"), [0.0, -3.0, -6.0, -9.0, -12.0]);
    assert_eq!(csv.column("full"), [1.0, 1.0, 1.0, 1.0, 0.0]);
    assert_eq!(csv.column("total"), [0.0, 0.125, 0.25, 0.375, 0.5]);
    assert_eq!(csv.column("state"), [2.0; 5]);
    let text = sidecar(&results)["text"].as_str().expect("text").to_string();
    assert!(text.contains("label = \"a b\""), "{text}");

    let mut command = simulate(&c_fmu("counter"), &results);
    let csv = run(command.args(["--start-value", "enable=0", "--start-value", "mode=1"]), &results);
    assert_eq!(csv.column("state").last(), Some(&3.0), "hold, because it is not enabled");
}

#[test]
fn an_enumeration_is_set_by_the_name_of_its_item() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let with = |solver: &str| {
        let mut command = simulate(&fmu("oscillator"), &results);
        command.args(["--start-value", "v0=100", "--start-value", &format!("solver={solver}")]);
        run(&mut command, &results).column("x")
    };
    let (exact, rk4) = (with("exact"), with("rk4"));
    // Local error of fourth order: (1e-4 s · 32 rad/s)⁵ per micro step of a 3 m amplitude.
    let error = largest_difference(&exact, &rk4);
    assert!(error > 0.0 && error < 1e-8, "{error}");
}

#[test]
fn times_and_variables_are_as_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let mut command = simulate(&fmu("oscillator"), &results);
    command.args(["--start-time", "1", "--stop-time", "2", "--output-interval", "0.25"]);
    let csv =
        run(command.args(["--output-variable", "v", "--output-variable", "der(x)"]), &results);
    assert_eq!(csv.header(), ["time", "v", "der(x)"]);
    assert_eq!(csv.column("time"), [1.0, 1.25, 1.5, 1.75, 2.0]);
    // Without options the FMU's own experiment counts: 0 to 1 s by 0.1 s.
    let csv = run(&mut simulate(&c_fmu("integrator"), &results), &results);
    assert_eq!(csv.column("time").len(), 11);
    assert_eq!(csv.column("y").len(), 11);
}

#[test]
fn an_input_that_is_linear_between_rows_is_integrated_exactly() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (input, results) = (folder.path().join("in.csv"), folder.path().join("a.csv"));
    std::fs::write(&input, "\"time\",\"u\"\n0,0\n1,2\n2,2\n").expect("an input file");
    let mut command = simulate(&c_fmu("integrator"), &results);
    command.args(["--output-interval", "0.25"]).arg("--input-file").arg(&input);
    let csv = run(&mut command, &results);
    // u = 2 t up to 1 s, then 2: y = t², then 2 t − 1. Without a stop time the file's end counts.
    let time = csv.column("time");
    assert_eq!(time.last(), Some(&2.0));
    let exact: Vec<f64> =
        time.iter().map(|&t| if t < 1.0 { t * t } else { 2.0 * t - 1.0 }).collect();
    let error = largest_difference(&csv.column("y"), &exact);
    assert!(error < 1e-12, "{error}");
}

#[test]
fn inputs_of_every_type_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (input, results) = (folder.path().join("in.csv"), folder.path().join("a.csv"));
    let rows = "time,rate,enable,mode\n0,1,true,1\n0.5,1,true,1\n0.5,1,false,1\n1,1,false,1\n\
                1,1,true,2\n2,1,true,2\n";
    std::fs::write(&input, rows).expect("an input file");
    let mut command = simulate(&c_fmu("counter"), &results);
    command.args(["--output-interval", "0.25"]).arg("--input-file").arg(&input);
    let csv = run(&mut command, &results);
    // Up while enabled until 0.5 s, still until 1 s, then down; a step takes what holds at its start.
    assert_eq!(csv.column("count"), [0.0, 1.0, 2.0, 2.0, 2.0, 1.0, 0.0, -1.0, -2.0]);
    assert_eq!(csv.column("total").last(), Some(&2.0));
}

#[test]
fn wrong_options_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let input = folder.path().join("in.csv");
    std::fs::write(&input, "time,rat\n0,0\n1,1\n").expect("an input file");
    let input = input.display().to_string();
    let wrong = [
        (["--start-value", "rate"], "--start-value \"rate\" is not of the form name=value"),
        (["--start-value", "rte=1"], "no variable \"rte\" to start; did you mean \"rate\"?"),
        (["--start-value", "mode=dwon"], "no item \"dwon\"; did you mean \"down\"?"),
        (["--start-value", "increment=1.5"], "1.5 is not a whole number"),
        (["--start-value", "rate=fast"], "start value of \"rate\": \"fast\" is not a number"),
        (["--output-variable", "cuont"], "no variable \"cuont\"; did you mean \"count\"?"),
        (["--output-variable", "text"], "is a String; only numbers are recorded"),
        (["--input-file", &input], "no input \"rat\"; did you mean \"rate\"?"),
        (["--stop-time", "-1"], "it must lie after the start"),
        (["--output-interval", "0"], "it must be greater than zero"),
    ];
    for (options, message) in wrong {
        let said = refused(simulate(&c_fmu("counter"), &results).args(options), 2);
        assert!(said.contains(message), "{options:?}: {said}");
        assert!(!results.exists(), "{options:?} was told after the run");
    }
}
