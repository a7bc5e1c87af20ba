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
use crate::report::{Result as Reproduced, markdown, text};

const EXAMPLES: &str = "\
Examples:
  macrostep reproduce --list
  macrostep reproduce friedrich/table-2.5 busch
  macrostep reproduce --markdown docs/reproduction.md

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
    /// Write the results as a page of the documentation
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
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
    if let Some(page) = &arguments.markdown {
        let roles = Roles::default().reads("the folder of the FMUs", &arguments.fmus);
        roles.writes("the page", page).check()?;
    }
    let results: Vec<Reproduced> = chosen.iter().map(|entry| one(entry, arguments)).collect();
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&results).map_err(Failure::input)?);
    }
    if let Some(page) = &arguments.markdown {
        std::fs::write(page, markdown(&results)).map_err(|error| {
            Failure::Input(format!("--markdown {}: cannot be written: {error}", page.display()))
        })?;
    }
    sum_up(&results, arguments.json)
}

fn one(entry: &Entry, arguments: &Arguments) -> Reproduced {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len}  {eta} left");
    let bar = ProgressBar::new(0).with_style(style.expect("the template is valid"));
    let bench = Bench::new(&arguments.fmus, bar.with_message(entry.name));
    let begin = Instant::now();
    let outcome = (entry.run)(&bench);
    drop(bench);
    let result = Reproduced::new(entry, outcome, begin.elapsed().as_secs_f64());
    if !arguments.json {
        println!("{}  {}", entry.name, entry.title);
        print!("{}", text(&result, arguments.all));
        println!("  {} ({:.1} s)\n", result.verdict(), result.seconds);
    }
    result
}

/// The last line: how many figures are what they should be.
fn sum_up(results: &[Reproduced], quiet: bool) -> Result<(), Failure> {
    let sum = |count: fn(&Reproduced) -> usize| results.iter().map(count).sum::<usize>();
    let (within, figures) = (sum(|result| result.within), sum(|result| result.figures));
    let failed: Vec<&str> = results.iter().filter(|r| !r.passed()).map(|r| r.name).collect();
    let line = format!("{within} of {figures} figures within their tolerance");
    if !failed.is_empty() {
        return Err(Failure::Simulation(format!("{line}; not so in {}", failed.join(", "))));
    }
    if !quiet {
        println!("{line}");
    }
    Ok(())
}
