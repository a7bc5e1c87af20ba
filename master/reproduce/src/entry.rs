//! One table or figure of a publication.

use crate::bench::Bench;
use crate::error::ReproduceError;
use crate::figure::Section;
use crate::picture::Picture;

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
    /// Draws charts of runs, and of the figures that were found.
    pub pictures: Option<Draw>,
}

/// Draws charts of an entry.
pub type Draw = fn(&Bench, &[Section]) -> Result<Vec<Picture>, ReproduceError>;

/// A publication with its tables and figures.
pub struct Publication {
    /// The first part of the names of its entries.
    pub name: &'static str,
    /// Authors and year.
    pub title: &'static str,
    /// Where it is found.
    pub citation: &'static str,
    /// What its page begins with, in Markdown: what was reproduced, where it differs, errata.
    pub preface: &'static str,
    /// Its entries.
    pub entries: Vec<Entry>,
}

/// Reads a file of `data/`, which is part of the program.
pub fn data<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("the data of an entry has the form that the entry reads")
}
