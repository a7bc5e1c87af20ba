//! One reproduced number: what a publication prints, what is found here, and how far they may differ.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A number to be met: |found − value| ≤ relative · |value| + absolute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The number.
    pub value: f64,
    /// Tolerance as a share of the number.
    #[serde(default)]
    pub relative: f64,
    /// Tolerance in the number's own unit.
    #[serde(default)]
    pub absolute: f64,
    /// Known not to be so: shown beside what is found, not compared with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erratum: bool,
}

impl Target {
    /// To be met up to a share of it.
    pub fn relative(value: f64, relative: f64) -> Self {
        Self { value, relative, absolute: 0.0, erratum: false }
    }

    /// To be met up to a difference.
    pub fn absolute(value: f64, absolute: f64) -> Self {
        Self { value, relative: 0.0, absolute, erratum: false }
    }

    /// The deviation as a share of what is allowed: at most 1 if it is met; 0 for an erratum.
    pub fn miss(&self, found: f64) -> f64 {
        let (off, allowed) =
            ((found - self.value).abs(), self.relative * self.value.abs() + self.absolute);
        if self.erratum || found == self.value {
            0.0
        } else if off.is_nan() {
            f64::INFINITY
        } else {
            off / allowed
        }
    }
}

/// How the tolerance is written in tables.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (relative, absolute) = (short(self.relative), short(self.absolute));
        match (self.erratum, self.relative > 0.0, self.absolute > 0.0) {
            (true, ..) => f.write_str("not so"),
            (_, true, true) => write!(f, "{relative}, ±{absolute}"),
            (_, true, false) => write!(f, "{relative}"),
            (_, false, true) => write!(f, "±{absolute}"),
            (_, false, false) => f.write_str("exact"),
        }
    }
}

/// A tolerance to two digits.
fn short(x: f64) -> String {
    if x <= 1e-3 { format!("{x:.1e}").replace(".0e", "e") } else { format!("{x}") }
}

/// A number found by running the production code, and those it is compared with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is, within its section.
    pub name: String,
    /// The number found.
    pub found: f64,
    /// The number in the publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<Target>,
    /// The number found by an independent implementation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recomputed: Option<Target>,
    /// What the reader has to know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl Figure {
    /// A number found, not yet compared with any.
    pub fn new(name: impl Into<String>, found: f64) -> Self {
        Self { name: name.into(), found, printed: None, recomputed: None, remark: None }
    }

    /// Compares it with what the publication prints.
    #[must_use]
    pub fn printed(self, target: Target) -> Self {
        Self { printed: Some(target), ..self }
    }

    /// Compares it with what an independent implementation finds.
    #[must_use]
    pub fn recomputed(self, target: Target) -> Self {
        Self { recomputed: Some(target), ..self }
    }

    /// The larger deviation as a share of what is allowed.
    pub fn miss(&self) -> f64 {
        let miss = |target: &Option<Target>| target.map_or(0.0, |target| target.miss(self.found));
        miss(&self.printed).max(miss(&self.recomputed))
    }

    /// Whether it is what it should be.
    pub fn within(&self) -> bool {
        self.miss() <= 1.0
    }
}

/// Figures that belong together: a table, or one of its columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// What they have in common.
    pub title: String,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Section {
    /// Figures under a title.
    pub fn new(title: impl Into<String>, figures: Vec<Figure>) -> Self {
        Self { title: title.into(), figures }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_within_if_it_meets_all_it_is_compared_with() {
        let figure = Figure::new("x", 1.0).printed(Target::absolute(1.04, 0.05));
        assert!(figure.within());
        assert!(!figure.clone().recomputed(Target::relative(1.001, 1e-4)).within());
        assert!(figure.recomputed(Target::relative(1.001, 1e-2)).within());
    }

    #[test]
    fn a_misprint_is_shown_but_not_compared() {
        let misprint = Target { erratum: true, ..Target::absolute(0.750, 5e-4) };
        assert!(Figure::new("x", 0.758).printed(misprint).within());
    }

    #[test]
    fn what_is_not_a_number_is_never_within() {
        assert!(!Figure::new("x", f64::NAN).recomputed(Target::absolute(0.0, 1.0)).within());
    }
}
