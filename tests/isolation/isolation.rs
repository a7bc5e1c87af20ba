//! FMUs in processes of their own: the same results, and every death survived and explained.
#![cfg(unix)]

mod abilities;
mod deaths;
mod once;
mod processes;
mod same;

use std::path::{Path, PathBuf};
use std::process::Output;

use macrostep_tests::{c_fmu, macrostep, printed};
use tempfile::TempDir;

/// A folder with a scenario and its results.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(scenario: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("case.toml"), scenario).expect("a writable folder");
        Self { folder }
    }

    /// One C FMU alone, from 0 to 1 s in steps of 0.125 s, with more lines of its section.
    fn alone(fmu: &str, section: &str) -> Self {
        let fmu = c_fmu(fmu);
        Self::new(&format!(
            "[simulation]\nstop = 1\nstep = 0.125\n\
             [slaves.pump]\nfmu = '{}'\nstart = {{ u = 1 }}\n{section}\n",
            fmu.display()
        ))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs it with further options into `case.csv`.
    fn run(&self, options: &[&str]) -> Output {
        let mut run = macrostep();
        run.args(["run", "case.toml"]).args(options).current_dir(self.folder.path());
        run.output().expect("macrostep starts")
    }

    fn results(&self) -> String {
        std::fs::read_to_string(self.path("case.csv")).expect("results")
    }
}

/// The end of what a command says to the user.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The sidecar of a result file.
fn sidecar(results: &Path) -> serde_json::Value {
    let path = format!("{}.json", results.display());
    serde_json::from_str(&std::fs::read_to_string(path).expect("a sidecar")).expect("JSON")
}

fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", printed(output));
}
