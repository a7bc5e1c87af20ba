//! `macrostep probe`: what an FMU really does, beside what it declares.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::Failure;
use crate::cache::Cache;
use crate::probe::{Check, Finding, ProbeError, Report, Worker, memory, probe, serve};

/// Arguments of `probe`.
#[derive(Args)]
pub struct Arguments {
    /// The FMU
    fmu: PathBuf,
    /// Write the report as JSON to this file, or instead of the table if none is given
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    json: Option<Option<PathBuf>>,
    /// Time in s after which a check is given up
    #[arg(long, value_name = "TIME", default_value_t = Worker::TIMEOUT.as_secs_f64())]
    timeout: f64,
}

/// Arguments of the process that makes one check.
#[derive(Args)]
pub struct CheckArguments {
    /// Which check
    check: Check,
    /// The FMU
    fmu: PathBuf,
    /// Where to leave what was found
    folder: PathBuf,
}

/// Probes the FMU and prints what was found.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let timeout = Duration::try_from_secs_f64(arguments.timeout)
        .ok()
        .filter(|timeout| !timeout.is_zero())
        .ok_or_else(|| Failure::input("--timeout must be a number of seconds above zero"))?;
    let mut worker = Worker::find().ok_or_else(|| {
        Failure::input("the macrostep command cannot be found; give its path as MACROSTEP_WORKER")
    })?;
    worker.timeout = timeout;
    let table = !matches!(arguments.json, Some(None));
    let show = |finding: &Finding| {
        if table && finding.check == Check::all()[0] {
            println!("{:<20} {:<10} found", "check", "declared");
        }
        if table {
            println!("{}", line(finding));
        }
    };
    let report = probe(&worker, &arguments.fmu, show).map_err(|error| match error {
        ProbeError::Fmu(error) => Failure::input(error),
        other => Failure::simulation(other),
    })?;
    if let Some(cache) = Cache::of_user() {
        // A cache that cannot be written costs the next run a probe.
        let _ = memory::keep(&cache, &report);
    }
    match &arguments.json {
        None => Ok(()),
        Some(file) => write(&report, file.as_deref()),
    }
}

fn line(finding: &Finding) -> String {
    format!("{:<20} {:<10} {}", finding.check.title(), finding.declared, finding.found)
}

fn write(report: &Report, file: Option<&Path>) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(report).expect("a report is plain data");
    match file {
        None => println!("{json}"),
        Some(path) => std::fs::write(path, json + "\n").map_err(|error| {
            Failure::Input(format!("{}: cannot be written: {error}", path.display()))
        })?,
    }
    Ok(())
}

/// Makes one check for the process that started this one.
pub fn run_check(arguments: &CheckArguments) -> Result<(), Failure> {
    let CheckArguments { check, fmu, folder } = arguments;
    serve(*check, fmu, folder)
        .map_err(|error| Failure::Simulation(format!("{}: {error}", folder.display())))
}
