//! What every command that runs a scenario does: record, run, sum up, draw.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use coupling::CouplingError;
use coupling::simulation::Simulation;
use coupling::slave::SlaveError;
use wildmatch::WildMatch;

use super::Failure;
use crate::fmi::FmuError;
use crate::results::plot::{Curve, plot};
use crate::results::writer::is_parquet;
use crate::results::{Dense, Recorder, Summary, profile, sidecar};
use crate::scenario::Scenario;
use crate::scenario::build::build_with;
use crate::scenario::check::Method;
use crate::scenario::check::warnings::lines;
use crate::scenario::complaints::Complaints;
use crate::scenario::error::suggestion;

/// Where results go.
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Result file, Parquet if it ends in .parquet, else CSV; a sidecar FILE.json says what it is the result of
    #[arg(short, long, value_name = "FILE")]
    pub output_file: Option<PathBuf>,
    /// Write a picture of the results, as SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Columns in the picture, for example left.x,*.v; by default all, a panel per unit
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',', requires = "plot")]
    pub plot_columns: Vec<String>,
    /// Time every step of every slave: a table, FILE.timeline.svg and FILE.trace.json beside the results
    #[arg(long)]
    pub profile: bool,
    /// Say nothing but errors and warnings
    #[arg(short, long)]
    pub quiet: bool,
    /// List every warning, and say in which order inputs were set at the start
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
}

/// Runs the scenario into `results`, with progress, summary and picture.
pub fn execute(
    scenario: &Scenario,
    results: Option<&Path>,
    output: &Output,
) -> Result<(), Failure> {
    results.map_or(Ok(()), check_ending)?;
    let curves = curves(scenario, &output.plot_columns)?;
    if let (Some(_), Some(path)) = (&output.plot, results.filter(|path| is_parquet(path))) {
        return Err(Failure::Input(format!(
            "--plot draws CSV results, and {} is Parquet; write results that end in .csv",
            path.display()
        )));
    }
    prepare_picture(output.plot.as_deref())?;
    warn(scenario, output.verbose);
    if !output.quiet {
        scenario.notes.iter().for_each(|note| eprintln!("note: {note}"));
    }
    let complaints = Complaints::default();
    let mut simulation = build_with(scenario, &complaints).map_err(|error| {
        let reason = format!("{}: slave {error}", scenario.source.file);
        complaints.release(&reason);
        match error {
            FmuError::Died { .. } => Failure::Crash(reason),
            _ => Failure::Simulation(reason),
        }
    })?;
    let names = scenario.slaves.iter().map(|slave| slave.name.as_str());
    let profile = output.profile.then(|| profile::Shared::new(names));
    profile.iter().for_each(|profile| simulation.watch(Box::new(profile.clone())));
    let (outcome, summary) = record(scenario, &mut simulation, results, output.quiet, &complaints)?;
    if let Some(profile) = &profile {
        tell(&profile.get(), results.unwrap_or(Path::new("profile")))?;
    }
    complaints.release(outcome.as_ref().err().map_or("", Failure::message));
    let drawn = match (results, &output.plot) {
        (Some(results), Some(picture)) => plot(results, picture, &curves).map_err(Failure::Input),
        _ => Ok(()),
    };
    summary.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    if !output.quiet {
        print!("{summary}");
        if output.verbose {
            print!("{}", summary.order());
        }
        for (word, path) in [("results  ", results), ("picture  ", output.plot.as_deref())] {
            path.inspect(|path| println!("{word} {}", path.display()));
        }
    }
    match (outcome, results) {
        (Ok(()), _) => drawn,
        (Err(failure), Some(path)) => Err(failure
            .with(&format!("\n       the results up to there are complete in {}", path.display()))),
        (Err(failure), None) => Err(failure),
    }
}

/// Prints the warnings about a scenario, `all` of them or one line for many of a kind.
pub(super) fn warn(scenario: &Scenario, all: bool) {
    lines(&scenario.warnings, all).iter().for_each(|warning| eprintln!("warning: {warning}"));
}

/// Prints the table of a profile, and leaves its files beside the results.
fn tell(profile: &profile::Profile, results: &Path) -> Result<(), Failure> {
    let beside = |ending: &str| PathBuf::from(format!("{}.{ending}", results.display()));
    let (picture, trace) = (beside("timeline.svg"), beside("trace.json"));
    let unwritable = |path: &Path, error: std::io::Error| {
        Failure::Input(format!("{}: cannot be written: {error}", path.display()))
    };
    profile::timeline::draw(profile, &picture).map_err(|error| unwritable(&picture, error))?;
    profile::trace::write(profile, &trace).map_err(|error| unwritable(&trace, error))?;
    print!("{profile}");
    println!("timeline  {}\ntrace     {}", picture.display(), trace.display());
    Ok(())
}

/// Runs the simulation into `results` and its sidecar; the outer error is about these files.
fn record(
    scenario: &Scenario,
    simulation: &mut Simulation,
    results: Option<&Path>,
    quiet: bool,
    complaints: &Complaints,
) -> Result<(Result<(), Failure>, Summary), Failure> {
    let unwritable = |error: std::io::Error| {
        let path = results.unwrap_or(Path::new("results")).display();
        Failure::Input(format!("{path}: cannot be written: {error}; choose another file with -o"))
    };
    let mut recorder = Recorder::new(scenario, results, quiet).map_err(unwritable)?;
    let note = |status| results.map_or(Ok(()), |path| sidecar::write(path, scenario, status));
    note(sidecar::Status::Running).map_err(unwritable)?;

    let begin = Instant::now();
    let outcome = match scenario.interval {
        None => simulation.run(&mut recorder),
        Some(interval) => {
            let mut dense = Dense::new(scenario, interval, &mut recorder);
            let outcome = simulation.run(&mut dense);
            // A file that cannot be written says so when the recorder finishes.
            let _ = dense.finish();
            outcome
        }
    };
    let ended = outcome.as_ref().err().and_then(|error| ended(error, scenario));
    let outcome = match &ended {
        Some(_) => Ok(()),
        None => outcome.map_err(|error| explain(&error, scenario)),
    };
    ended.iter().for_each(|note| eprintln!("note: {note}"));
    let summary = Summary::new(scenario, simulation, begin.elapsed(), complaints);
    recorder.finish().map_err(unwritable)?;
    match &outcome {
        Ok(()) => note(match &ended {
            None => sidecar::Status::Completed(&summary),
            Some(note) => sidecar::Status::Ended(&summary, note),
        }),
        Err(failure) => note(sidecar::Status::Failed(&summary, failure.message())),
    }
    .map_err(unwritable)?;
    Ok((outcome, summary))
}

/// What to say where a slave wanted the run to end, which is no failure.
fn ended(error: &CouplingError, scenario: &Scenario) -> Option<String> {
    let CouplingError::Slave { slave, t, source: SlaveError::Ended { at } } = error else {
        return None;
    };
    let stop = scenario.time.stop;
    Some(format!(
        "slave \"{slave}\" asked to end the simulation at t = {at} s; the run ends at t = {t} s, \
         before the stop time {stop} s"
    ))
}

/// The error and, where a setting may help, which.
fn explain(error: &CouplingError, scenario: &Scenario) -> Failure {
    match error {
        CouplingError::Slave { source: SlaveError::Refused { .. }, .. } => Failure::Simulation(
            format!("{error}; try a simulation.step below {} s", scenario.time.step),
        ),
        CouplingError::Diverged(_) => {
            let other = match scenario.method {
                Method::Explicit => "scheme.kind = \"semi-implicit\"",
                Method::Implicit(_) => "a lower inputs.degree",
            };
            Failure::Simulation(format!(
                "{error}; try a simulation.step below {} s or {other}, and ask `macrostep study stability \
                 {} --largest-step` how long it may be (simulation.on_divergence = \"warn\" goes on)",
                scenario.time.step, scenario.source.file
            ))
        }
        CouplingError::Slave { source: SlaveError::Died { .. }, .. } => {
            Failure::Crash(error.to_string())
        }
        _ => Failure::simulation(error),
    }
}

/// Results are CSV or Parquet, and a name that promises something else is refused.
fn check_ending(results: &Path) -> Result<(), Failure> {
    match results.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).as_deref()
    {
        None | Some("csv" | "parquet") => Ok(()),
        Some(_) => Err(Failure::Input(format!(
            "-o {}: results are CSV or Parquet, by the ending .csv or .parquet",
            results.display()
        ))),
    }
}

/// A picture that cannot be drawn is told before the run, not after it.
pub(super) fn prepare_picture(picture: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = picture else { return Ok(()) };
    if !matches!(path.extension().and_then(|ending| ending.to_str()), Some("svg" | "png")) {
        let message = format!("--plot {}: a picture ends in .svg or .png", path.display());
        return Err(Failure::Input(message));
    }
    let unwritable = |error: std::io::Error| {
        Failure::Input(format!("--plot {}: cannot be written: {error}", path.display()))
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    std::fs::File::create(path).map(drop).map_err(unwritable)
}

/// The columns to draw: those that match, or all.
fn curves(scenario: &Scenario, patterns: &[String]) -> Result<Vec<Curve>, Failure> {
    let names = || scenario.columns.iter().map(|column| column.name.as_str());
    for pattern in patterns {
        if !names().any(|name| WildMatch::new(pattern).matches(name)) {
            let near = suggestion(pattern, names());
            return Err(Failure::Input(format!("--plot-columns: no column \"{pattern}\"{near}")));
        }
    }
    let wanted = |name: &str| {
        patterns.is_empty() || patterns.iter().any(|p| WildMatch::new(p).matches(name))
    };
    let chosen = scenario.columns.iter().filter(|column| wanted(&column.name));
    Ok(chosen.map(|c| Curve { name: c.name.clone(), unit: c.unit.clone() }).collect())
}
