//! Simulation by FMPy: one run of `fmpy_reference.py`, read back.

use macrostep_tests::{Csv, fmu, python, succeed};

/// What FMPy is asked to do with an exported FMU.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    pub model: &'a str,
    /// `cs` or `me`.
    pub kind: &'a str,
    pub stop: f64,
    pub interval: f64,
    /// For CVode in model exchange, for the FMU's own adaptive solver in co-simulation.
    pub tolerance: Option<f64>,
    pub start: &'a [(&'a str, f64)],
}

impl Run<'_> {
    /// The outputs at every communication point; none where there is no Python.
    pub fn simulate(&self) -> Option<Csv> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().join("out.csv");
        let mut command = python("fmpy_reference.py")?;
        command.arg(fmu(self.model)).args(["--type", self.kind]).arg("-o").arg(&out);
        command.args(["--stop", &self.stop.to_string()]);
        command.args(["--interval", &self.interval.to_string()]);
        if let Some(tolerance) = self.tolerance {
            command.args(["--tolerance", &tolerance.to_string()]);
        }
        for (name, value) in self.start {
            command.args(["--start", &format!("{name}={value}")]);
        }
        succeed(&mut command);
        Some(Csv::read(&out))
    }
}

/// The largest error of `columns` against a function of time that gives all of them.
pub fn largest_error<const N: usize>(
    csv: &Csv,
    columns: [&str; N],
    exact: impl Fn(f64) -> [f64; N],
) -> f64 {
    let time = csv.column("time");
    let mut worst: f64 = 0.0;
    for (k, name) in columns.iter().enumerate() {
        let exact: Vec<_> = time.iter().map(|t| exact(*t)[k]).collect();
        let scale = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let error = macrostep_tests::largest_difference(&csv.column(name), &exact);
        worst = worst.max(error / scale);
    }
    worst
}
