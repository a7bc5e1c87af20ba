//! Probes run in sandboxes unless the user says otherwise.

use std::process::Output;

use macrostep_tests::{c_fmu, macrostep, printed};
use tempfile::TempDir;

use super::{Case, assert_code, protects_files};

/// Probes an FMU with a cache of its own.
fn probe(fmu: &str, cache: &TempDir, options: &[&str]) -> Output {
    let mut probe = macrostep();
    probe.arg("probe").arg(c_fmu(fmu)).args(options).env("MACROSTEP_CACHE", cache.path());
    probe.output().expect("macrostep starts")
}

/// The table without the lines of measured times.
fn table(output: &Output) -> Vec<String> {
    assert_code(output, 0);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter(|line| !line.starts_with("time of a step")).map(String::from).collect()
}

#[test]
fn a_probe_in_a_sandbox_finds_the_same() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    for fmu in ["integrator", "crash", "missing_library", "shared_data"] {
        assert_eq!(
            table(&probe(fmu, &cache, &[])),
            table(&probe(fmu, &cache, &["--no-sandbox"])),
            "{fmu}"
        );
    }
}

#[test]
fn what_fails_in_a_sandbox_is_not_remembered_for_runs_outside() {
    if !protects_files() {
        return;
    }
    let cache = tempfile::tempdir().expect("a temporary folder");
    let kept = || std::fs::read_dir(cache.path().join("probes")).map_or(0, Iterator::count);
    // It reads a file of the user, and cannot be initialised without it.
    let output = probe("needs_file", &cache, &[]);
    let text = printed(&output);
    assert!(text.contains("cannot be initialised"), "{text}");
    assert!(text.contains("note: the FMU was probed in a sandbox"), "{text}");
    assert_eq!(kept(), 0);
    let output = probe("needs_file", &cache, &["--no-sandbox"]);
    assert!(!printed(&output).contains("cannot be initialised"), "{}", printed(&output));
    assert_eq!(kept(), 1);
    let file = "/etc/hostname";
    let text = printed(&probe("needs_file", &cache, &["--sandbox-read", file]));
    assert!(!text.contains("cannot be initialised"), "{text}");
}

#[test]
fn runs_with_sandboxes_probe_in_sandboxes() {
    if !protects_files() {
        return;
    }
    let case = Case::alone("needs_file", "sandbox = true");
    let output = case.run(&[]);
    assert_code(&output, 1);
    let text = printed(&output);
    assert!(text.contains("slave \"pump\"") && text.contains("sandbox_read"), "{text}");
    let allowed = Case::alone("needs_file", "sandbox = true\nsandbox_read = ['/etc/hostname']");
    assert_code(&allowed.run(&[]), 0);
    case.assert_tidy();
    allowed.assert_tidy();
}
