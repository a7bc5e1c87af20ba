//! Running things: scenarios written for a test, single FMUs, FMPy.

use macrostep_tests::{Csv, macrostep, python, succeed};
use std::path::Path;
use tempfile::tempdir;

/// Runs a scenario given as text; its paths are absolute.
pub fn scenario(text: &str) -> Csv {
    let folder = tempdir().expect("a temporary folder");
    let (file, out) = (folder.path().join("scenario.toml"), folder.path().join("out.csv"));
    std::fs::write(&file, text).expect("the scenario is written");
    succeed(macrostep().args(["run", "-q"]).arg(&file).arg("-o").arg(&out));
    Csv::read(&out)
}

/// What both tools are asked to do with one FMU.
#[derive(Clone, Copy, Debug)]
pub struct Alone<'a> {
    pub fmu: &'a Path,
    pub stop: f64,
    pub interval: f64,
    pub start: &'a [&'a str],
}

impl Alone<'_> {
    /// By `macrostep simulate`.
    pub fn ours(&self) -> Csv {
        let folder = tempdir().expect("a temporary folder");
        let out = folder.path().join("out.csv");
        let mut command = macrostep();
        command.args(["simulate", "-q"]).arg(self.fmu).arg("-o").arg(&out);
        command.arg(format!("--stop-time={}", self.stop));
        command.arg(format!("--output-interval={}", self.interval));
        command.args(self.start.iter().map(|pair| format!("--start-value={pair}")));
        succeed(&mut command);
        Csv::read(&out)
    }

    /// By FMPy, with an input file if one is given.
    pub fn fmpy(&self, input: Option<&Path>) -> Option<Csv> {
        let folder = tempdir().expect("a temporary folder");
        let out = folder.path().join("out.csv");
        let mut command = python("fmpy_reference.py")?;
        command.arg(self.fmu).arg("-o").arg(&out);
        command.arg(format!("--stop={}", self.stop));
        command.arg(format!("--interval={}", self.interval));
        command.args(self.start.iter().map(|pair| format!("--start={pair}")));
        if let Some(input) = input {
            command.arg("--input").arg(input);
        }
        succeed(&mut command);
        Some(Csv::read(&out))
    }
}

/// Writes columns as a CSV file of full precision.
pub fn write_csv(path: &Path, columns: &[(&str, Vec<f64>)]) {
    let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
    let mut text = names.join(",") + "\n";
    for k in 0..columns[0].1.len() {
        let row: Vec<_> = columns.iter().map(|(_, values)| format!("{:?}", values[k])).collect();
        text += &(row.join(",") + "\n");
    }
    std::fs::write(path, text).expect("the CSV file is written");
}

/// Requires two columns to agree to 1e-12 of their size: FMPy's steps differ in the last bit.
pub fn agree(what: &str, ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len(), "{what}: number of points");
    let scale = theirs.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    for (k, (a, b)) in ours.iter().zip(theirs).enumerate() {
        assert!((a - b).abs() <= 1e-12 * scale, "{what}: point {k}: {a:?} against {b:?}");
    }
}
