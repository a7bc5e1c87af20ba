//! A disk that is full: the last complete row is named, no half row stays, and the sidecar tells the truth.

use std::process::{Command, Output};

use macrostep_tests::{macrostep, printed};

use super::{Case, assert_code, times};

/// Runs the case with files limited to so many blocks of 512 bytes, as if the disk were full.
fn limited(case: &Case, blocks: u32, results: &str) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(macrostep().get_program());
    command.args(["run", "case.toml", "-o", results, "--set", "simulation.step=1e-5"]);
    command.env("MACROSTEP_CACHE", macrostep_tests::cache()).current_dir(case.folder.path());
    command.output().expect("a shell")
}

#[test]
fn rows_that_fit_are_kept_and_the_last_one_is_named() {
    let case = Case::alone("integrator", 1.0);
    let output = limited(&case, 1000, "case.csv");
    assert_code(&output, 1);
    let times = times(&case.text("case.csv"));
    assert!(times.len() > 1000, "{} rows", times.len());
    let last = times.last().expect("a row");
    let said = printed(&output);
    assert!(said.contains(&format!("the last complete row is that of t = {last} s")), "{said}");
    assert!(said.contains("File too large"), "{said}");
    let sidecar = case.sidecar("case.csv");
    assert_eq!(sidecar["status"], "failed");
    let error = sidecar["error"].as_str().expect("an error");
    assert!(error.contains(&format!("t = {last} s")), "{error}");
    assert_eq!(case.files(), ["case.csv", "case.csv.json"]);
}

#[test]
fn parquet_that_cannot_be_completed_is_recovered_when_there_is_room() {
    let case = Case::alone("integrator", 1.0);
    let output = limited(&case, 1000, "case.parquet");
    assert_code(&output, 1);
    let said = printed(&output);
    assert!(said.contains("macrostep recover"), "{said}");
    let output = case.command(&["recover", "case.parquet"]).output().expect("macrostep starts");
    assert_code(&output, 0);
    let rows = super::names::parquet_rows(&case.path("case.parquet"));
    assert!(rows > 1000, "{rows} rows");
    assert_eq!(case.sidecar("case.parquet")["status"], "failed");
}

#[test]
fn a_device_that_is_full_is_an_error() {
    let case = Case::alone("integrator", 1.0);
    let output = case.run(&["-o", "/dev/full"]);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{}", printed(&output));
    assert!(printed(&output).contains("No space left on device"), "{}", printed(&output));
    assert_eq!(case.files(), [""; 0]);
}

#[test]
fn results_go_to_a_device_as_they_are() {
    let case = Case::alone("integrator", 1.0);
    let output = case.run(&["-q", "-o", "/dev/stdout"]);
    assert_code(&output, 0);
    assert_eq!(times(&String::from_utf8_lossy(&output.stdout)), super::points(9));
    assert_eq!(case.files(), [""; 0]);
}
