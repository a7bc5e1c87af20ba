//! An FMU made with PythonFMU, by a user who has set nothing up for it.

use std::path::Path;
use std::process::Command;

use macrostep_tests::{Csv, cache, foreign_fmu, macrostep, printed, succeed};

use crate::run::{Alone, agree};

const ALONE: [&str; 3] = ["--stop-time=0.5", "--output-interval=0.01", "-q"];

/// `macrostep` with nothing in its environment but where programs are.
fn bare(folder: &Path) -> Command {
    let mut command = macrostep();
    command.env_clear().current_dir(folder).env("MACROSTEP_CACHE", cache());
    for name in ["PATH", "HOME"] {
        std::env::var_os(name).inspect(|value| {
            command.env(name, value);
        });
    }
    command
}

#[test]
fn it_runs_with_nothing_set_in_the_environment() {
    let Some(fmu) = foreign_fmu("pythonfmus", "oscillator") else { return };
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("out.csv");
    let alone = |options: &[&str]| {
        let mut simulate = bare(folder.path());
        simulate.arg("simulate").arg(&fmu).args(ALONE).args(options);
        succeed(simulate.args(["-o", "out.csv"]));
        Csv::read(&results)
    };
    let simulated = alone(&[]).column("x");
    assert_eq!(alone(&["--isolate"]).column("x"), simulated);
    let theirs = Alone { fmu: &fmu, stop: 0.5, interval: 0.01, start: &[] }.fmpy(None);
    theirs.inspect(|theirs| agree("x", &simulated, &theirs.column("x")));

    // Coupled without a file: the second body stands where the first one pulls it.
    let mut run = bare(folder.path());
    run.arg("run").arg(&fmu).arg(&fmu).args(["-c", "oscillator.x:oscillator-2.force", "-q"]);
    let mut settings = ["--stop", "0.5", "--step", "0.01", "-o", "out.csv"].to_vec();
    settings.extend(["--set", "slaves.oscillator.start.force=0.0"]);
    succeed(run.args(&settings));
    let coupled = Csv::read(&results);
    assert_eq!(coupled.column("oscillator.x"), simulated);
    assert!(coupled.column("oscillator-2.x") != simulated, "it is driven by the first");
}

#[test]
fn a_library_of_python_that_is_not_there_is_named() {
    let Some(fmu) = foreign_fmu("pythonfmus", "oscillator") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut run = bare(folder.path());
    run.env("MACROSTEP_LIBPYTHON", "/no/such/libpython3.so").arg("simulate").arg(&fmu);
    let output = run.output().unwrap();
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("binaries/linux64/Oscillator.so: it expects Python in the process"),
        "{said}"
    );
    assert!(
        said.contains("MACROSTEP_LIBPYTHON is /no/such/libpython3.so, which is no file"),
        "{said}"
    );
}
