//! `macrostep validate`: an FMU held strictly against the standard.

use std::path::PathBuf;

use clap::Args;
use fmi2_description::Severity;

use super::Failure;
use crate::fmi::{Archive, Fmu, description};

/// Arguments of `validate`.
#[derive(Args)]
pub struct Arguments {
    /// The FMU
    fmu: PathBuf,
}

/// Prints every deviation by its number; errors make the command fail.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let archive = Archive::open(&arguments.fmu).map_err(Failure::input)?;
    let described = description::read(&archive).map_err(Failure::input)?;
    let problems = &described.problems;
    for problem in problems {
        println!("{problem}");
    }
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
    let counted =
        |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let found =
        format!("{}, {}", counted(errors, "error"), counted(problems.len() - errors, "warning"));
    let library = match described.model.co_simulation.is_some() {
        true => {
            Fmu::load(archive, described).map_err(Failure::input)?;
            "the library loads and has every function"
        }
        false => "it is for model exchange only, so its library was not loaded",
    };
    let name = arguments.fmu.display();
    match errors {
        0 => {
            println!("{name}: valid, {found}; {library}");
            Ok(())
        }
        _ => Err(Failure::Input(format!("{name}: not valid, {found}"))),
    }
}
