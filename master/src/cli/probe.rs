//! `macrostep probe`: what an FMU really does, beside what it declares.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::Failure;
use super::roles::Roles;
use crate::cache::Cache;
use crate::fmi::Fmu;
use crate::probe::{Check, Finding, ProbeError, Report, Worker, memory, probe, serve};
use crate::sandbox::{Sandbox, support};

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
    /// Probe with all rights of the user: by default every check runs in a sandbox
    #[arg(long)]
    no_sandbox: bool,
    /// Let the sandbox read this file or folder too
    #[arg(long, value_name = "PATH", conflicts_with = "no_sandbox")]
    sandbox_read: Vec<PathBuf>,
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
    /// How long it may take, in s
    seconds: f64,
    /// The sandbox to make it in, as JSON
    #[arg(long)]
    sandbox: Option<String>,
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
    worker.sandbox = sandbox(arguments)?;
    if let Some(Some(report)) = &arguments.json {
        let roles = Roles::default().reads("the FMU", &arguments.fmu);
        roles.writes("the report", report).check()?;
    }
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
    let fails =
        worker.sandbox.is_some() && report.findings.iter().any(|f| f.found.verdict.is_failure());
    if fails {
        eprintln!(
            "note: the FMU was probed in a sandbox, without network, processes and other files; \
             if it needs them and you trust it, give --no-sandbox"
        );
    }
    if let Some(cache) = Cache::of_user().filter(|_| !fails) {
        // A cache that cannot be written costs the next run a probe.
        let _ = memory::keep(&cache, &report);
    }
    match &arguments.json {
        None => Ok(()),
        Some(file) => write(&report, file.as_deref()),
    }
}

/// The sandbox to probe in: by default, where the system has one.
fn sandbox(arguments: &Arguments) -> Result<Option<Sandbox>, Failure> {
    let offered = support();
    if arguments.no_sandbox {
        return Ok(None);
    }
    if let Some(missing) = offered.missing() {
        eprintln!("warning: the sandbox of the probe is incomplete: {missing}");
    }
    let read = arguments.sandbox_read.iter().map(std::path::absolute);
    let read = read.collect::<Result<_, _>>().map_err(Failure::input)?;
    // A file that is no FMU is told when it is probed.
    let variables = Fmu::open_unloaded(&arguments.fmu).map(|fmu| fmu.python_variables());
    let variables = variables.unwrap_or_default();
    Ok(offered.is_any().then_some(Sandbox { read, memory: None, variables }))
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
    let CheckArguments { check, fmu, folder, seconds, sandbox } = arguments;
    let sandbox = sandbox.as_deref().map(serde_json::from_str).transpose();
    let sandbox = sandbox.map_err(Failure::input)?;
    serve(*check, fmu, folder, *seconds, sandbox.as_ref())
        .map_err(|error| Failure::Simulation(format!("{}: {error}", folder.display())))
}
