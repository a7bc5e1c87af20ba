//! One table or figure of a publication.

use crate::bench::Bench;
use crate::error::ReproduceError;
use crate::figure::Section;

/// A table or figure, and how it is found.
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

/// Reads a file of `data/`, which is part of the program.
pub fn data<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("the data of an entry has the form that the entry reads")
}
