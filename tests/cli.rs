//! The command line: what each subcommand prints and writes.

#[path = "cli/describe.rs"]
mod describe;
#[path = "cli/divergence.rs"]
mod divergence;
#[path = "cli/results.rs"]
mod results;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/simulate.rs"]
mod simulate;

use std::path::{Path, PathBuf};
use std::process::Command;

use macrostep_tests::{fmu, macrostep, printed, root, succeed};

/// A scenario of `scenarios/`, with the FMUs it needs.
fn scenario(name: &str) -> PathBuf {
    fmu("oscillator");
    root().join("scenarios").join(name)
}

/// What a command that must succeed prints on standard output.
fn stdout(command: &mut Command) -> String {
    String::from_utf8(succeed(command).stdout).expect("UTF-8")
}

/// What a command prints that must end with `code`.
fn refused(command: &mut Command, code: i32) -> String {
    let output = command.output().expect("macrostep starts");
    assert_eq!(output.status.code(), Some(code), "{command:?}\n{}", printed(&output));
    printed(&output)
}

/// The sidecar of a result file.
fn sidecar(results: &Path) -> serde_json::Value {
    let path = format!("{}.json", results.display());
    serde_json::from_str(&std::fs::read_to_string(path).expect("a sidecar")).expect("JSON")
}

#[test]
fn help_shows_examples_and_says_what_every_option_does() {
    let help = stdout(macrostep().arg("--help"));
    for text in ["Examples:", "Exit codes: 0 done", "run", "check", "info", "validate", "simulate"]
    {
        assert!(help.contains(text), "{text} in\n{help}");
    }
    for subcommand in ["run", "check", "info", "validate", "simulate"] {
        let help = stdout(macrostep().args([subcommand, "-h"]));
        assert!(help.contains(&format!("\n  macrostep {subcommand} ")), "no example in\n{help}");
        for line in help.lines().filter(|line| line.trim_start().starts_with("--")) {
            let words = line.trim_start().split("  ").filter(|part| !part.is_empty()).count();
            assert!(words > 1, "{subcommand}: {line} has no explanation");
        }
    }
}

#[test]
fn an_unknown_subcommand_or_option_is_wrong_input() {
    for arguments in [&["rnu"][..], &["run"], &["info", "a.fmu", "--verbose"], &[]] {
        refused(macrostep().args(arguments), 2);
    }
}
