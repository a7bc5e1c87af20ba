//! A reader that is gone, or a terminal that is full, ends no run and is no panic.

use std::process::Stdio;

use macrostep_tests::{c_fmu, printed};

use super::{Case, assert_code, points, times};

#[test]
fn closed_pipes_end_commands_quietly() {
    let fmu = c_fmu("integrator").display().to_string();
    let case = Case::alone("integrator", 1.0);
    let commands: [&[&str]; 6] = [
        &["info", &fmu],
        &["validate", &fmu],
        &["check", "case.toml"],
        &["graph", "case.toml"],
        &["run", "case.toml", "--verbose", "--profile"],
        &["study", "order", "case.toml", "--halvings", "1"],
    ];
    for arguments in commands {
        // The reader is gone before anything is written.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = case.command(arguments);
        let output = command.stdout(Stdio::from(writer)).output().expect("macrostep starts");
        assert_code(&output, 0);
        assert!(!printed(&output).contains("panicked"), "{}", printed(&output));
    }
    assert_eq!(case.sidecar("case.csv")["status"], "completed");
}

#[test]
fn a_full_or_closed_standard_error_does_not_end_a_run() {
    let case = Case::alone("log_flood", 1.0);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    for stderr in [Stdio::from(full()), Stdio::from(writer)] {
        let mut command = case.command(&["run", "case.toml", "--log-fmi-calls"]);
        let output = command.stdout(full()).stderr(stderr).output().expect("macrostep starts");
        assert_code(&output, 0);
        assert_eq!(times(&case.text("case.csv")), points(9));
        assert_eq!(case.sidecar("case.csv")["status"], "completed");
    }
}
