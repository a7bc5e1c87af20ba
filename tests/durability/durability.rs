//! Nothing is ever lost: inputs are not written over, results survive whatever ends a run.
#![cfg(unix)]

mod crashes;
mod disk;
mod names;
mod overwriting;
mod pipes;
mod signals;
mod surroundings;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use macrostep_tests::{c_fmu, macrostep, printed};
use tempfile::TempDir;

/// A folder with a scenario, `case.toml`.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(scenario: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("case.toml"), scenario).expect("a writable folder");
        Self { folder }
    }

    /// One C FMU alone as slave `pump`, to `stop` in steps of 0.125 s.
    fn alone(fmu: &str, stop: f64) -> Self {
        let fmu = c_fmu(fmu);
        Self::new(&format!(
            "[simulation]\nstop = {stop:?}\nstep = 0.125\n\
             [slaves.pump]\nfmu = '{}'\nstart = {{ u = 1 }}\n",
            fmu.display()
        ))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `macrostep` in the folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = heeding_signals(&macrostep());
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs `case.toml` with further options.
    fn run(&self, options: &[&str]) -> Output {
        let mut command = self.command(&["run", "case.toml"]);
        command.args(options).output().expect("macrostep starts")
    }

    /// Starts the same and goes on.
    fn start(&self, options: &[&str]) -> Child {
        let mut command = self.command(&["run", "case.toml"]);
        command.args(options).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("macrostep starts")
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files but the scenario, sorted.
    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("a folder");
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).filter(|name| name != "case.toml").collect();
        names.sort();
        names
    }

    fn sidecar(&self, results: &str) -> serde_json::Value {
        serde_json::from_str(&self.text(&format!("{results}.json"))).expect("JSON")
    }
}

/// The times in a CSV file, all rows of which must be complete.
fn times(text: &str) -> Vec<f64> {
    assert!(text.ends_with('\n'), "half a row at the end of {text}");
    let fields = text.lines().next().expect("a header").split(',').count();
    let time = |line: &str| {
        assert_eq!(line.split(',').count(), fields, "{line}");
        line.split(',').next().expect("a field").parse().expect("a number")
    };
    text.lines().skip(1).map(time).collect()
}

/// The times of communication points every 0.125 s.
fn points(count: usize) -> Vec<f64> {
    (0..count).map(|k| 0.125 * k as f64).collect()
}

fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", printed(output));
}

/// The command where signals are not ignored, as they are in what a shell starts in the background.
fn heeding_signals(command: &Command) -> Command {
    let mut heeding = Command::new("env");
    if cfg!(target_os = "linux") {
        heeding.arg("--default-signal=INT,TERM,HUP");
    }
    heeding.arg(command.get_program());
    heeding.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    heeding
}

/// Waits until something holds.
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}: not within 30 s");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal by its name.
fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Waits for the end of a process, which must come soon.
fn ended(mut child: Child, within: Duration) -> Output {
    let begin = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begin.elapsed() > within {
            let _ = child.kill();
            panic!("not ended within {within:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

/// Processes that work in this folder, whoever started them.
#[cfg(target_os = "linux")]
fn processes_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().expect("a folder");
    let entries = std::fs::read_dir("/proc").expect("processes").flatten();
    let here = |entry: &std::fs::DirEntry| {
        std::fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == folder)
    };
    entries.filter(here).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}
