//! `macrostep validate`: FMUs held strictly against the standard.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use crate::fmi::{Archive, Fmu, FmuError, description, functions};
use crate::fmu::{Problem, Severity};

/// Arguments of `validate`.
#[derive(Args)]
pub struct Arguments {
    /// The FMUs
    #[arg(required = true)]
    fmu: Vec<PathBuf>,
}

/// What was found out about one FMU.
struct Judgement {
    problems: Vec<Problem>,
    /// What is known of its library, or why it cannot be used.
    library: Result<String, FmuError>,
}

/// Prints every deviation by its number; any makes the command fail.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let [fmu] = arguments.fmu.as_slice() {
        let line = judge(fmu)?;
        println!("{line}");
        return Ok(());
    }
    let mut wrong = 0;
    for fmu in &arguments.fmu {
        match judge(fmu) {
            Ok(line) => println!("{line}"),
            Err(failure) => {
                println!("{}", failure.message());
                wrong += 1;
            }
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::Input(format!("{wrong} of {} are not valid", arguments.fmu.len()))),
    }
}

/// Prints the deviations of one FMU; its verdict is the result.
fn judge(fmu: &Path) -> Result<String, Failure> {
    let Judgement { problems, library } = examine(fmu).map_err(Failure::input)?;
    for problem in &problems {
        println!("{problem}");
    }
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
    let counted =
        |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let found =
        format!("{}, {}", counted(errors, "error"), counted(problems.len() - errors, "warning"));
    let name = fmu.display();
    match (library, errors, problems.len()) {
        (Err(_), 1.., _) => {
            Err(Failure::Input(format!("{name}: not valid, {found}; it is not loaded")))
        }
        (Err(error), ..) => Err(Failure::input(error)),
        (Ok(library), _, 0) => Ok(format!("{name}: valid, {found}; {library}")),
        (Ok(library), ..) => Err(Failure::Input(format!(
            "{name}: not valid, {found}; it can be used all the same: {library}"
        ))),
    }
}

fn examine(fmu: &Path) -> Result<Judgement, FmuError> {
    let archive = Archive::open(fmu)?;
    let described = description::read(&archive)?;
    let mut problems = described.problems.clone();
    let Some(interface) = described.model.co_simulation.clone() else {
        let exchange_only = "it is for model exchange only, so its library was not loaded";
        let readable = description::require_readable(&archive, &problems);
        return Ok(Judgement { problems, library: readable.map(|()| exchange_only.into()) });
    };
    let loaded = Fmu::load(archive, described).and_then(|fmu| {
        let library = fmu.library()?;
        let missing = functions::missing(library);
        let (lacking, others) = functions::divide(&missing, &interface);
        problems.extend(lacking);
        Ok(functions::in_words(&missing, &others))
    });
    Ok(Judgement { problems, library: loaded })
}
