//! FMUs in sandboxes: what they must not do they cannot, and what they may do is as outside.
#![cfg(target_os = "linux")]

mod intruders;
mod probing;
mod same;
mod surroundings;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use macrostep_tests::{Csv, c_fmu, macrostep, printed};
use tempfile::TempDir;

/// A scenario with one FMU, with folders of its own for the results and for scratch folders.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(scenario: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("case.toml"), scenario).expect("a writable folder");
        std::fs::create_dir(folder.path().join("tmp")).expect("a writable folder");
        Self { folder }
    }

    /// An FMU from C alone, from 0 to 1 s in steps of 0.125 s, with more lines of its section.
    fn alone(fmu: &str, section: &str) -> Self {
        Self::new(&format!(
            "[simulation]\nstop = 1\nstep = 0.125\n[slaves.pump]\nfmu = '{}'\n{section}\n",
            c_fmu(fmu).display()
        ))
    }

    /// The FMU that tries a deed on a target.
    fn intruder(deed: &str, target: &str, section: &str) -> Self {
        let start = format!("start = {{ deed = '{deed}', target = '{target}' }}\n{section}");
        Self::alone("intruder", &start)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `macrostep run` of it; its scratch folders are made in `tmp`.
    fn command(&self, options: &[&str]) -> Command {
        let mut run = macrostep();
        run.args(["run", "case.toml"]).args(options).current_dir(self.folder.path());
        run.env("TMPDIR", self.path("tmp"));
        run
    }

    fn run(&self, options: &[&str]) -> Output {
        self.command(options).output().expect("macrostep starts")
    }

    fn results(&self) -> Csv {
        Csv::read(&self.path("case.csv"))
    }

    /// Whether the deed of an intruder was done by the end.
    fn succeeded(&self) -> bool {
        *self.results().column("pump.succeeded").last().expect("a row") != 0.0
    }

    /// Nothing is left in the folder for scratch folders.
    fn assert_tidy(&self) {
        let left: Vec<_> = std::fs::read_dir(self.path("tmp")).expect("a folder").collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", printed(output));
}

/// Whether files are protected here; said if not.
fn protects_files() -> bool {
    let landlock = macrostep::sandbox::support().landlock > 0;
    if !landlock {
        eprintln!("skipped: the kernel has no Landlock");
    }
    landlock
}

/// Whether calls are refused here; said if not.
fn refuses_calls() -> bool {
    let seccomp = macrostep::sandbox::support().seccomp;
    if !seccomp {
        eprintln!("skipped: the kernel has no seccomp filters");
    }
    seccomp
}

/// Processes whose working directory lies in a folder.
fn processes_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/proc").expect("a proc file system").flatten();
    let lies_in = |entry: &std::fs::DirEntry| {
        std::fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder))
    };
    entries.filter(lies_in).map(|entry| entry.path()).collect()
}
