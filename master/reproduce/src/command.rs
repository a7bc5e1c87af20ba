//! The command line: which entries to run, and where what they give goes.

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use macrostep::cli::{Failure, Roles};
use macrostep::{print, println};

use crate::bench::Bench;
use crate::catalogue::{entries, missing, select};
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::Section;
use crate::pages;
use crate::picture::Picture;
use crate::report::Outcome;
use crate::report::text::text;

const EXAMPLES: &str = "\
Examples:
  macrostep reproduce --list
  macrostep reproduce friedrich/table-2.5 busch
  macrostep reproduce --pages docs/reproduction

The exit code is 1 if a number is outside its tolerance, 2 if an FMU is missing.";

/// Find tables and figures of publications again, on exported FMUs
#[derive(Parser)]
#[command(version, bin_name = "macrostep reproduce", after_help = EXAMPLES)]
pub struct Arguments {
    /// Entries by the beginning of their names, for example friedrich or busch/orders; all if none is given
    names: Vec<String>,
    /// List the entries and run none
    #[arg(long)]
    list: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Show every figure of long tables, not only the worst
    #[arg(long)]
    all: bool,
    /// Write a page, a table and charts per publication into this folder, and their index beside it as DIR.md
    #[arg(long, value_name = "DIR")]
    pages: Option<PathBuf>,
    /// Folder with the exported FMUs
    #[arg(long, value_name = "DIR", default_value = "target/fmus")]
    fmus: PathBuf,
}

/// Runs the chosen entries.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let chosen = select(&arguments.names).map_err(Failure::Input)?;
    if arguments.list {
        let width = entries().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        chosen.iter().for_each(|entry| println!("{:<width$}  {}", entry.name, entry.title));
        return Ok(());
    }
    let folder = arguments.fmus.display();
    let missing = missing(&chosen, &arguments.fmus);
    if !missing.is_empty() {
        return Err(Failure::Input(format!(
            "{folder}: there is no {}.fmu; make the FMUs with `cargo run -p fmu-builder -- export --all -o \
             {folder}` or name their folder with --fmus",
            missing.join(".fmu, ")
        )));
    }
    if let Some(folder) = &arguments.pages {
        let roles = Roles::default().reads("the folder of the FMUs", &arguments.fmus);
        roles.writes("the folder of the pages", folder).check()?;
    }
    let (begin, count) = (Instant::now(), chosen.len());
    let numbered = chosen.iter().enumerate();
    let results: Vec<Outcome> = numbered
        .map(|(k, entry)| one(entry, &format!("[{}/{count}] ", k + 1), arguments))
        .collect();
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&results).map_err(Failure::input)?);
    }
    if let Some(folder) = &arguments.pages {
        pages::write(folder, &results)?;
    }
    sum_up(&results, begin.elapsed().as_secs_f64(), arguments.json)
}

/// Runs an entry and prints what it gave; `place` says which of all it is.
fn one(entry: &Entry, place: &str, arguments: &Arguments) -> Outcome {
    if !arguments.json {
        println!("{place}{}  {}", entry.name, entry.title);
    }
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len}  {eta} left");
    let bar = ProgressBar::new(0).with_style(style.expect("the template is valid"));
    let bench = Bench::new(&arguments.fmus, bar.with_message(entry.name));
    let begin = Instant::now();
    let outcome = found(entry, &bench, arguments.pages.is_some());
    drop(bench);
    let result = Outcome::new(entry, outcome, begin.elapsed().as_secs_f64());
    if !arguments.json {
        print!("{}", text(&result, arguments.all));
        println!("  {} ({:.1} s)\n", result.verdict(), result.seconds);
    }
    result
}

/// The figures of an entry, and its charts if they are wanted.
fn found(
    entry: &Entry,
    bench: &Bench,
    draw: bool,
) -> Result<(Vec<Section>, Vec<Picture>), ReproduceError> {
    let sections = (entry.run)(bench)?;
    let pictures = match entry.pictures {
        Some(pictures) if draw => pictures(bench, &sections)?,
        _ => Vec::new(),
    };
    Ok((sections, pictures))
}

/// The last line: how many figures are what they should be, and how long it took.
fn sum_up(results: &[Outcome], seconds: f64, quiet: bool) -> Result<(), Failure> {
    let sum = |count: fn(&Outcome) -> usize| results.iter().map(count).sum::<usize>();
    let (within, figures) = (sum(|result| result.within), sum(|result| result.figures));
    let failed: Vec<&str> = results.iter().filter(|r| !r.passed()).map(|r| r.name).collect();
    let line = format!("{within} of {figures} figures within their tolerance, in {seconds:.0} s");
    if !failed.is_empty() {
        return Err(Failure::Simulation(format!("{line}; not so in {}", failed.join(", "))));
    }
    if !quiet {
        println!("{line}");
    }
    Ok(())
}
