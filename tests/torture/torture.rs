//! A short run of the campaigns of `ci/torture`, the same every time.
#![cfg(target_os = "linux")]

use std::process::Command;

use macrostep_tests::{c_fmu, macrostep, root, succeed};

#[test]
fn rounds_of_every_campaign_find_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut reader = Command::new(env!("CARGO"));
    reader.args(["build", "-q", "-p", "macrostep-tests", "--example", "parquet_rows"]);
    succeed(reader.current_dir(root()));
    let mut torture = Command::new("python3");
    torture.arg(root().join("tests/torture/torture.py")).args(["--seed", "1", "--seconds", "5"]);
    torture.arg("--macrostep").arg(macrostep().get_program());
    torture.arg("--fmus").arg(c_fmu("faulty").parent().expect("it lies in a folder"));
    torture.arg("--folder").arg(folder.path());
    let output = succeed(&mut torture);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("; 0 failures"), "{text}");
}
