//! What every command that runs a scenario does: record, run, sum up, draw.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use wildmatch::WildMatch;

use super::Failure;
use crate::results::plot::{Curve, plot};
use crate::results::{Recorder, Summary, sidecar};
use crate::scenario::Scenario;
use crate::scenario::build::build;
use crate::scenario::error::suggestion;

/// Where results go.
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Result file (CSV); a sidecar FILE.json says what it is the result of
    #[arg(short, long, value_name = "FILE")]
    pub output_file: Option<PathBuf>,
    /// Write a picture of the results, as SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Columns in the picture, for example left.x,*.v; by default all, a panel per unit
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',', requires = "plot")]
    pub plot_columns: Vec<String>,
    /// Say nothing but errors and warnings
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the scenario into `results`, with progress, summary and picture.
pub fn execute(
    scenario: &Scenario,
    results: Option<&Path>,
    output: &Output,
) -> Result<(), Failure> {
    let curves = curves(scenario, &output.plot_columns)?;
    check_picture(output.plot.as_deref())?;
    for warning in &scenario.warnings {
        eprintln!("warning: {warning}");
    }
    let mut simulation = build(scenario).map_err(Failure::simulation)?;
    let unwritable = |error: std::io::Error| match results {
        Some(path) => Failure::Input(format!("{}: {error}", path.display())),
        None => Failure::input(error),
    };
    let mut recorder = Recorder::new(scenario, results, output.quiet).map_err(unwritable)?;
    let note = |status| results.map_or(Ok(()), |path| sidecar::write(path, scenario, status));
    note(sidecar::Status::Running).map_err(unwritable)?;

    let begin = Instant::now();
    let outcome = simulation.run(&mut recorder);
    let summary = Summary::new(scenario, &simulation, begin.elapsed());
    recorder.finish().map_err(unwritable)?;
    match &outcome {
        Ok(()) => note(sidecar::Status::Completed(&summary)),
        Err(error) => note(sidecar::Status::Failed(&summary, &error.to_string())),
    }
    .map_err(unwritable)?;

    if let (Some(results), Some(picture)) = (results, &output.plot) {
        plot(results, picture, &curves).map_err(Failure::Input)?;
    }
    if !output.quiet {
        print!("{summary}");
        if let Some(path) = results {
            println!("results   {}", path.display());
        }
        if let Some(path) = &output.plot {
            println!("picture   {}", path.display());
        }
    }
    outcome.map_err(|error| match results {
        Some(path) => Failure::Simulation(format!(
            "{error}\n       the results up to there are complete in {}",
            path.display()
        )),
        None => Failure::simulation(error),
    })
}

/// A wrong ending is told before the run, not after it.
fn check_picture(picture: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = picture else { return Ok(()) };
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg" | "png") => Ok(()),
        _ => Err(Failure::Input(format!("{}: a picture ends in .svg or .png", path.display()))),
    }
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
