//! The command `fmu-builder`: builds models and packs them as FMUs.

mod cargo;
mod documentation;
mod error;
mod package;

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use fmu_builder::Structural;

use crate::error::ExportError;

/// Builds models written in Rust and packs them as FMUs (FMI 2.0, co-simulation and model exchange).
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  fmu-builder list                              the models of this workspace
  fmu-builder export --all -o target/fmus       all of them
  fmu-builder export oscillator -o target/fmus  one of them
  fmu-builder export valve-train --structural coils=8 --name valve-train-8
                                                with another number of variables
  fmu-builder export chain-drive --structural layout=@my-layout.toml --name my-drive
                                                the same, from a file
  fmu-builder export --manifest-path ../my-model/Cargo.toml -o .
                                                a model of your own, anywhere";

#[derive(Subcommand)]
enum Command {
    /// Builds models and writes one .fmu file each.
    Export(Export),
    /// Lists the models that can be exported.
    List {
        /// The Cargo.toml of a crate or workspace elsewhere.
        #[arg(long, value_name = "FILE")]
        manifest_path: Option<PathBuf>,
    },
}

#[derive(Args)]
struct Export {
    /// The models to export; with --manifest-path none are needed.
    #[arg(value_name = "MODEL")]
    models: Vec<String>,
    /// Export every model found.
    #[arg(long, conflicts_with = "models")]
    all: bool,
    /// The Cargo.toml of a crate or workspace elsewhere.
    #[arg(long, value_name = "FILE")]
    manifest_path: Option<PathBuf>,
    /// A structural parameter of a single model: its value, or @ and the name of a file that holds it.
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "all", requires = "name")]
    structural: Vec<String>,
    /// The name of the FMU that is made with structural parameters.
    #[arg(long, conflicts_with = "all")]
    name: Option<String>,
    /// The directory for the .fmu files; made if it does not exist.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Export(export) => run_export(&export),
        Command::List { manifest_path } => run_list(manifest_path.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

fn run_export(export: &Export) -> Result<(), ExportError> {
    let found = cargo::models(export.manifest_path.as_deref())?;
    let everything = export.all || (export.manifest_path.is_some() && export.models.is_empty());
    let chosen = if everything { found } else { cargo::choose(found, &export.models)? };
    let asked = structural(export, chosen.len())?;
    for built in cargo::build(&chosen)? {
        let variants = match &asked {
            Some(asked) => std::slice::from_ref(asked),
            None if built.model.variants.is_empty() => &[Structural::default()],
            None => built.model.variants.as_slice(),
        };
        for structural in variants {
            let (path, size) = package::pack(&built, structural, &export.output)?;
            print_line(format_args!("{} ({} kB)", path.display(), size.div_ceil(1000)));
        }
    }
    Ok(())
}

/// The structural parameters of the command line, if there are any.
fn structural(export: &Export, models: usize) -> Result<Option<Structural>, ExportError> {
    let Some(name) = &export.name else { return Ok(None) };
    if models != 1 {
        return Err(ExportError::ManyNamed { models });
    }
    let mut asked = Structural::default().named(name);
    for pair in &export.structural {
        let wrong = || ExportError::BadStructural { pair: pair.clone() };
        let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
        let value = match value.strip_prefix('@') {
            Some(file) => std::fs::read_to_string(file).map_err(|error| {
                let (name, file, reason) = (name.into(), file.into(), error.to_string());
                ExportError::NoStructuralFile { name, file, reason }
            })?,
            None => value.into(),
        };
        asked = asked.with(name, value);
    }
    Ok(Some(asked))
}

fn run_list(manifest_path: Option<&std::path::Path>) -> Result<(), ExportError> {
    for model in cargo::models(manifest_path)? {
        print_line(format_args!("{:<28} {}", model.name, model.description));
    }
    Ok(())
}

/// Prints a line; where nobody reads it any more, such as behind a closed pipe, it is dropped.
fn print_line(line: std::fmt::Arguments) {
    let _ = writeln!(stdout(), "{line}");
}
