//! What was reproduced: for the terminal, as tables, and as pages of the documentation.

pub mod csv;
pub mod index;
pub mod number;
pub mod page;
pub mod text;

use std::fmt;

use serde::Serialize;

use crate::entry::Entry;
use crate::figure::{Evidence, Figure, Section};
use crate::picture::Picture;

/// What became of an entry.
#[derive(Serialize)]
pub struct Outcome {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How it is found.
    pub about: &'static str,
    /// The figures, if it could be run.
    pub sections: Vec<Section>,
    /// Why it could not be run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How many figures it has.
    pub figures: usize,
    /// How many of them are what they should be.
    pub within: usize,
    /// Charts of it, if they were asked for.
    #[serde(skip)]
    pub pictures: Vec<Picture>,
    /// How long it took.
    #[serde(skip)]
    pub seconds: f64,
}

impl Outcome {
    /// The outcome of an entry that took so many seconds.
    pub fn new(
        entry: &Entry,
        outcome: Result<(Vec<Section>, Vec<Picture>), impl fmt::Display>,
        seconds: f64,
    ) -> Self {
        let ((sections, pictures), error) = match outcome {
            Ok(found) => (found, None),
            Err(error) => (Default::default(), Some(error.to_string())),
        };
        let all = || sections.iter().flat_map(|section| &section.figures);
        let (figures, within) = (all().count(), all().filter(|figure| figure.within()).count());
        let Entry { name, title, about, .. } = *entry;
        Self { name, title, about, sections, error, figures, within, pictures, seconds }
    }

    /// Whether every figure is what it should be.
    pub fn passed(&self) -> bool {
        self.error.is_none() && self.within == self.figures
    }

    /// One line on the outcome.
    pub fn verdict(&self) -> String {
        match &self.error {
            None => format!("{} of {} within", self.within, self.figures),
            Some(error) => format!("could not be run: {error}"),
        }
    }

    /// All figures with their sections.
    pub fn all(&self) -> impl Iterator<Item = (&Section, &Figure)> {
        self.sections.iter().flat_map(|s| s.figures.iter().map(move |figure| (s, figure)))
    }

    /// How many figures are found in that way.
    pub fn found_by(&self, evidence: Evidence) -> usize {
        self.all().filter(|(section, _)| section.evidence == evidence).count()
    }
}

/// The figure with the largest deviation as a share of what is allowed.
pub fn worst<'a>(figures: impl Iterator<Item = &'a Figure>) -> Option<&'a Figure> {
    figures.max_by(|a, b| a.miss().total_cmp(&b.miss()))
}

/// What a figure is compared with, what is allowed, and what is found, as text.
pub struct Comparison {
    /// The number in the publication, and how far it may be off.
    pub printed: [String; 2],
    /// The number of the independent implementation, and how far it may be off.
    pub recomputed: [String; 2],
    /// The inequality.
    pub bound: String,
    /// The range over perturbed starts.
    pub range: String,
    /// The number found.
    pub found: String,
}

impl Comparison {
    /// The texts of a figure, with so many digits.
    pub fn of(figure: &Figure, digits: usize) -> Self {
        let number = |x: f64| number::number(x, digits);
        let target = |target: &Option<crate::target::Target>| {
            target.map_or(<[String; 2]>::default(), |target| {
                let tolerance = match figure.spread {
                    Some(_) if target.standing.is_compared() && target.allowed() > 0.0 => {
                        format!("in range {target}")
                    }
                    Some(_) if target.standing.is_compared() => "in range".into(),
                    _ => target.to_string(),
                };
                [number(target.value), tolerance]
            })
        };
        Self {
            printed: target(&figure.printed),
            recomputed: target(&figure.recomputed),
            bound: figure.bound.map_or(String::new(), |bound| bound.to_string()),
            range: figure.spread.map_or(String::new(), |spread| {
                format!("{} … {}", number(spread.lowest), number(spread.highest))
            }),
            found: number(figure.found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_could_not_run_has_not_passed() {
        let entry = Entry {
            name: "a/b",
            title: "t",
            about: "",
            fmus: &[],
            run: |_| Ok(vec![]),
            pictures: None,
        };
        let failed = Outcome::new(&entry, Err("no FMU"), 0.0);
        assert!(!failed.passed() && failed.verdict().contains("no FMU"));
    }
}
