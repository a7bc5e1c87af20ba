//! What an FMU says of itself, in words that hold for every version of FMI.
//!
//! `fmi/` reads a description and knows which version it is of; everything else speaks of an FMU through
//! these types alone. Defaults of the standard are filled in, and what a variable takes from a declared type
//! stands with the variable.

mod description;
mod interface;
mod problem;
mod unit;
mod value;
mod variable;
mod variables;

pub use description::{DefaultExperiment, Description};
pub use interface::CoSimulation;
pub use problem::{Problem, Severity};
pub use unit::{BaseUnit, Unit};
pub use value::Value;
pub use variable::{Causality, Initial, Item, ValueReference, Variability, Variable, VariableType};
pub use variables::Variables;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The crates of one version of FMI.
    const OF_ONE_VERSION: [&str; 2] = [concat!("fmi2", "_description"), concat!("fmi2", "_sys")];

    /// Every source file below a folder, but for one folder in it.
    fn sources(folder: &Path, but: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (folders, files): (Vec<_>, Vec<_>) =
            entries.filter(|path| path != but).partition(|path| path.is_dir());
        let below = folders.iter().flat_map(|folder| sources(folder, but));
        files
            .into_iter()
            .filter(|file| file.extension().is_some_and(|e| e == "rs"))
            .chain(below)
            .collect()
    }

    #[test]
    fn only_the_import_knows_a_version_of_fmi() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let import = source.join("fmi");
        let others = sources(&source, &import);
        assert!(others.len() > 100 && import.is_dir(), "{} files", others.len());
        for file in others {
            let text = fs::read_to_string(&file).unwrap();
            for name in OF_ONE_VERSION {
                assert!(!text.contains(name), "{} names {name}; use crate::fmu", file.display());
            }
        }
    }
}
