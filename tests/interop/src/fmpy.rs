//! FMUs simulated by FMPy.

use std::process::Command;

use crate::{fmu, root};

/// The columns of an exported FMU's outputs at multiples of `h` up to `stop`, time first, with start values set.
///
/// None, with a message, where there is no Python; an error where `CI` is set.
pub fn fmpy(model: &str, h: f64, stop: f64, start: &[(&str, f64)]) -> Option<Columns> {
    let python = root().join(".venv/bin/python");
    if !python.exists() {
        assert!(std::env::var_os("CI").is_none(), "in CI nothing is skipped: there is no .venv");
        eprintln!(
            "skipped: there is no .venv, so FMPy does not take part; ci/setup-python makes it"
        );
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out.csv");
    let mut command = Command::new(python);
    command.arg(root().join("tests/python/fmpy_reference.py")).arg(fmu(model)).arg("-o").arg(&out);
    command.args(["--stop", &stop.to_string(), "--interval", &h.to_string()]);
    let settings = start.iter().map(|(name, value)| format!("{name}={value}"));
    command.args(settings.flat_map(|setting| ["--start".into(), setting]));
    let output = command.output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(Columns(std::fs::read_to_string(out).expect("results")))
}

/// A CSV file of numbers.
pub struct Columns(String);

impl Columns {
    /// A column by name.
    pub fn get(&self, name: &str) -> Vec<f64> {
        let mut lines = self.0.lines();
        let mut header = lines.next().expect("a header").split(',');
        let k = header.position(|known| known == name).unwrap_or_else(|| panic!("no {name}"));
        let cell = |line: &str| line.split(',').nth(k)?.parse().ok();
        lines.map(|line| cell(line).expect("a number")).collect()
    }
}
