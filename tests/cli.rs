//! The command line: what each subcommand prints and writes.

#[path = "cli/cache.rs"]
mod cache;
#[path = "cli/columns.rs"]
mod columns;
#[path = "cli/describe.rs"]
mod describe;
#[path = "cli/divergence.rs"]
mod divergence;
#[path = "cli/draw.rs"]
mod draw;
#[path = "cli/draw_chains.rs"]
mod draw_chains;
#[path = "cli/ends.rs"]
mod ends;
#[path = "cli/mistakes.rs"]
mod mistakes;
#[path = "cli/results.rs"]
mod results;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/simulate.rs"]
mod simulate;
#[cfg(unix)]
#[path = "cli/special_files.rs"]
mod special_files;

use std::path::{Path, PathBuf};
use std::process::Command;

use macrostep_tests::{fmu, macrostep, macrostep_reproduce, printed, root, succeed};

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

const SUBCOMMANDS: [&str; 17] = [
    "run",
    "check",
    "graph",
    "draw",
    "info",
    "validate",
    "simulate",
    "study",
    "study stability",
    "study order",
    "study cost",
    "study energy",
    "probe",
    "clean",
    "crosscheck",
    "recover",
    "reproduce",
];

#[test]
fn every_subcommand_is_tested_for_its_help() {
    let help = stdout(macrostep().arg("--help"));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let unknown: Vec<_> = names.filter(|name| !SUBCOMMANDS.contains(name)).collect();
    assert_eq!(unknown, ["help"]);
}

#[test]
fn the_command_alone_says_how_to_begin() {
    let said = refused(&mut macrostep(), 2);
    for text in ["First steps:", "macrostep info ", "macrostep run ", "macrostep help"] {
        assert!(said.contains(text), "{text} in\n{said}");
    }
}

#[test]
fn help_shows_examples_and_says_what_every_option_does() {
    let help = stdout(macrostep().arg("--help"));
    for text in ["Examples:", "Exit codes: 0 done", "run", "check", "info", "validate", "simulate"]
    {
        assert!(help.contains(text), "{text} in\n{help}");
    }
    // Gives its help itself.
    macrostep_reproduce();
    for subcommand in SUBCOMMANDS {
        let help = stdout(macrostep().args(subcommand.split(' ')).arg("--help"));
        assert!(help.contains(&format!("\n  macrostep {subcommand} ")), "no example in\n{help}");
        let options = help.lines().take_while(|line| !line.starts_with("Example"));
        for line in options.filter(|line| line.trim_start().starts_with("--")) {
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
