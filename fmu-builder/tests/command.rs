//! What the command says, right and wrong.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-builder"));
    command.args(arguments);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs the command, which must fail with that exit code and say these words.
fn refused(arguments: &[&str], code: i32, words: &str) {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
}

#[test]
fn the_list_names_the_models_with_a_sentence_each() {
    let output = run(&["list"]);
    let list = String::from_utf8(output.stdout).unwrap();
    for name in ["hydraulic-line", "oscillator", "pid", "spring-damper", "thermal-mass"] {
        let line = list.lines().find(|line| line.split_whitespace().next() == Some(name));
        let words = line.unwrap_or_else(|| panic!("{name} is not in\n{list}")).split_whitespace();
        assert!(words.count() > 3, "{name} has no description in\n{list}");
    }
}

#[test]
fn a_reader_that_has_left_is_no_error() {
    let mut list = command(&["list"]);
    let mut child = list.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_unknown_model_is_answered_with_those_there_are() {
    refused(&["export", "oscilator"], 2, "there is no model \"oscilator\"; there are: ");
    refused(&["export", "oscilator"], 2, "spring-damper");
}

#[test]
fn a_request_without_a_model_says_what_to_do() {
    refused(&["export"], 2, "name the models to export, or say --all");
}

#[test]
fn a_manifest_that_does_not_exist_is_named() {
    refused(&["export", "--manifest-path", "nowhere/Cargo.toml"], 2, "nowhere/Cargo.toml");
}

#[test]
fn a_crate_without_a_shared_library_is_told_what_a_model_needs() {
    let manifest = "master/fmi2-sys/Cargo.toml";
    refused(&["export", "--manifest-path", manifest], 2, "a model needs `crate-type");
}
