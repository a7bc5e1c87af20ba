//! What every command that runs a scenario does: record, run, sum up, draw.

use std::path::{Path, PathBuf};

use clap::Args;
use wildmatch::WildMatch;

use super::Failure;
use super::record::{Recorded, record};
use super::roles::Roles;
use crate::fmi::FmuError;
use crate::process::{decide, last_words};
use crate::results::files::{self, failed, with_ending};
use crate::results::plot::{Curve, plot};
use crate::results::writer::is_parquet;
use crate::results::{Summary, profile};
use crate::scenario::Scenario;
use crate::scenario::build::build_with;
use crate::scenario::check::warnings::lines;
use crate::scenario::deferred_log::DeferredLog;
use crate::scenario::error::suggestion;

/// What the files of a profile are called where there are no results.
const PROFILE: &str = "profile";

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
    roles(scenario, results, output).check()?;
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
    let deferred_log = DeferredLog::default();
    let mut simulation = build_with(scenario, &deferred_log).map_err(|error| {
        let reason = format!("{}: slave {error}", scenario.source.file);
        deferred_log.release(&reason);
        match error {
            FmuError::Died { .. } => Failure::Crash(reason),
            _ => Failure::Simulation(reason),
        }
    })?;
    let names = scenario.slaves.iter().map(|slave| slave.name.as_str());
    let profile = output.profile.then(|| profile::Shared::new(names));
    profile.iter().for_each(|profile| simulation.watch(Box::new(profile.clone())));
    let Recorded { outcome, summary, results: recorded } =
        record(scenario, &mut simulation, results, output.quiet, &deferred_log)?;
    let recorded = recorded.as_deref();
    if let Some(profile) = &profile {
        tell(&profile.get(), recorded.unwrap_or(Path::new(PROFILE)))?;
    }
    deferred_log.release(outcome.as_ref().err().map_or("", Failure::message));
    // A picture of results that did not take the place of others does not either.
    let beside = |path: &PathBuf| if recorded == results { path.clone() } else { failed(path) };
    let picture = output.plot.as_ref().map(beside);
    let drawn = match (recorded, &picture) {
        (Some(results), Some(picture)) => plot(results, picture, &curves).map_err(Failure::Input),
        _ => Ok(()),
    };
    let picture = picture.as_deref().filter(|_| recorded.is_some());
    sum_up(&summary, output, recorded, picture);
    let ended = match (outcome, recorded) {
        (Ok(()), _) => drawn,
        (Err(failure), Some(path)) => Err(failure
            .with(&format!("\n       the results up to there are complete in {}", path.display()))),
        (Err(failure), None) => Err(failure),
    };
    // What FMUs do when they are freed changes nothing any more.
    if let Err(failure) = &ended {
        last_words(&format!("error: {}", failure.message()));
    }
    decide(ended.as_ref().err().map_or(0, Failure::code));
    ended
}

/// What the run reads and writes.
fn roles(scenario: &Scenario, results: Option<&Path>, output: &Output) -> Roles {
    let mut roles = Roles::of(scenario);
    for path in results.into_iter().flat_map(files::names) {
        let role = if Some(path.as_path()) == results {
            "the results"
        } else {
            "a file beside the results"
        };
        roles = roles.writes(role, &path);
    }
    for picture in output.plot.iter().flat_map(|picture| [picture.clone(), failed(picture)]) {
        roles = roles.writes("the picture", &picture);
    }
    if output.profile {
        for path in profile_files(results.unwrap_or(Path::new(PROFILE))) {
            roles = roles.writes("the profile", &path);
        }
    }
    roles
}

/// Prints the summary and where files are.
fn sum_up(summary: &Summary, output: &Output, results: Option<&Path>, picture: Option<&Path>) {
    summary.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    if !output.quiet {
        print!("{summary}");
        if output.verbose {
            print!("{}", summary.order());
        }
        for (word, path) in [("results  ", results), ("picture  ", picture)] {
            path.inspect(|path| println!("{word} {}", path.display()));
        }
    }
}

/// Where a profile goes.
fn profile_files(results: &Path) -> [PathBuf; 2] {
    [".timeline.svg", ".trace.json"].map(|ending| with_ending(results, ending))
}

/// Prints the warnings about a scenario, `all` of them or one line for many of a kind.
pub(super) fn warn(scenario: &Scenario, all: bool) {
    lines(&scenario.warnings, all).iter().for_each(|warning| eprintln!("warning: {warning}"));
}

/// Prints the table of a profile, and leaves its files beside the results.
fn tell(profile: &profile::Profile, results: &Path) -> Result<(), Failure> {
    let [picture, trace] = profile_files(results);
    let unwritable = |path: &Path, error: std::io::Error| {
        Failure::Input(format!("{}: cannot be written: {error}", path.display()))
    };
    profile::timeline::draw(profile, &picture).map_err(|error| unwritable(&picture, error))?;
    profile::trace::write(profile, &trace).map_err(|error| unwritable(&trace, error))?;
    print!("{profile}");
    println!("timeline  {}\ntrace     {}", picture.display(), trace.display());
    Ok(())
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
    // A picture that is there stays until there is another.
    let is_new = !path.exists();
    std::fs::OpenOptions::new().append(true).create(true).open(path).map_err(unwritable)?;
    if is_new { std::fs::remove_file(path).map_err(unwritable) } else { Ok(()) }
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
