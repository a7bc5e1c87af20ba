//! Tables and figures of publications, found again by the production code on exported FMUs.
//!
//! An [`Entry`] is one table or figure. It runs scenarios through the same pipeline as
//! `macrostep run` and gives [`Figure`]s, each beside the number printed in the publication, the one
//! found by an independent implementation, or both. The numbers to meet lie in `data/`; each file
//! says where they come from.

mod bench;
mod busch;
mod figure;
mod friedrich;
mod gonzalez;
mod local_error;
mod monolithic;
pub mod report;
mod schweizer_lu;

use std::path::Path;

use coupling::CouplingError;
use coupling::slave::SlaveError;
use indicatif::ProgressBar;

pub use self::bench::{Bench, connection};
pub use self::figure::{Figure, Section, Target};
use crate::analysis::AnalysisError;
use crate::fmi::FmuError;
use crate::scenario::error::{ScenarioError, suggestion};

/// Why an entry could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// A scenario does not fit the FMUs.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// An FMU cannot be used.
    #[error(transparent)]
    Fmu(#[from] FmuError),
    /// A run failed.
    #[error(transparent)]
    Coupling(#[from] CouplingError),
    /// A step of an FMU failed.
    #[error("a step of an FMU failed: {0}")]
    Slave(#[from] SlaveError),
    /// A scenario could not be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The states of an FMU cannot be set, or it is not linear where it should be.
    #[error("the FMUs are not those that this entry needs; export them again from fmus/")]
    NotLinear,
}

/// One table or figure of a publication.
pub struct Entry {
    /// Publication and table, by which it is selected.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How it is found, and what the reader has to know about the numbers.
    pub about: &'static str,
    /// The models of `fmus/` that it uses.
    pub fmus: &'static [&'static str],
    /// Finds the figures.
    pub run: fn(&Bench) -> Result<Vec<Section>, ReproduceError>,
}

/// All entries, in the order of the publications.
pub fn entries() -> Vec<Entry> {
    let publications =
        [friedrich::entries(), busch::entries(), schweizer_lu::entries(), gonzalez::entries()];
    publications.into_iter().flatten().collect()
}

/// The entries whose names begin with one of the words; all if there are none.
pub fn select(words: &[String]) -> Result<Vec<Entry>, String> {
    let known = entries();
    let chosen = |word: &String, entry: &Entry| entry.name.starts_with(word.as_str());
    if let Some(word) = words.iter().find(|word| !known.iter().any(|entry| chosen(word, entry))) {
        let near = suggestion(word, known.iter().map(|entry| entry.name));
        return Err(format!("no entry begins with \"{word}\"{near} (--list shows all)"));
    }
    let wanted = |entry: &Entry| words.is_empty() || words.iter().any(|word| chosen(word, entry));
    Ok(known.into_iter().filter(wanted).collect())
}

/// The FMUs that the entries use and the folder does not have.
pub fn missing(entries: &[Entry], fmus: &Path) -> Vec<&'static str> {
    let mut models: Vec<_> = entries.iter().flat_map(|entry| entry.fmus.iter().copied()).collect();
    models.sort_unstable();
    models.dedup();
    let bench = Bench::new(fmus, ProgressBar::hidden());
    models.into_iter().filter(|model| !bench.fmu(model).exists()).collect()
}

/// Reads a file of `data/`, which is part of the program.
fn data<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("the data of an entry has the form that the entry reads")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_select_by_their_beginning() {
        let names = |words: &[&str]| -> Vec<&str> {
            let words: Vec<String> = words.iter().map(|word| (*word).into()).collect();
            select(&words).unwrap().iter().map(|entry| entry.name).collect()
        };
        assert_eq!(names(&["friedrich/table-2.4"]), ["friedrich/table-2.4"]);
        assert_eq!(names(&[]).len(), entries().len());
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = select(&["friedrich/coeficients".into()]).err().unwrap();
        assert!(error.contains("did you mean \"friedrich/coefficients\"?"), "{error}");
    }
}
