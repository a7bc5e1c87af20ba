//! `macrostep probe`, the cache of unpacked FMUs, and the use that runs make of verdicts.

mod cache;
mod consequences;
mod rewind;
mod runs;
mod table;
mod third_party;
mod verdicts;

use std::path::Path;
use std::process::Command;

use macrostep_tests::{macrostep, succeed};
use serde_json::Value;

/// The report on an FMU, as JSON.
fn report(command: Command, fmu: &Path) -> Value {
    report_within(command, fmu, "20")
}

/// The report on an FMU with a time limit per check in s.
fn report_within(mut command: Command, fmu: &Path, timeout: &str) -> Value {
    let output = succeed(command.arg("probe").arg(fmu).args(["--json", "--timeout", timeout]));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The finding of a check in a report.
fn finding<'a>(report: &'a Value, check: &str) -> &'a Value {
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["check"] == check);
    found.unwrap_or_else(|| panic!("no check {check} in {report:#}"))
}

/// Verdict and detail of a check.
fn verdict<'a>(report: &'a Value, check: &str) -> (&'a str, &'a str) {
    let finding = finding(report, check);
    (finding["verdict"].as_str().expect("a verdict"), finding["detail"].as_str().expect("a detail"))
}
