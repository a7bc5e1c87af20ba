//! One reproduced number: what is found here, and what it is compared with.

use serde::{Deserialize, Serialize};

use crate::bound::Bound;
use crate::json_number;
use crate::spread::Spread;
use crate::target::Target;

/// A number found by running the production code, and those it is compared with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What it is, within its section.
    pub name: String,
    /// The number found.
    #[serde(with = "json_number")]
    pub found: f64,
    /// What perturbed starts make of it; then targets are to lie in this range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// The number in the publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Target>,
    /// The number found by an independent implementation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recomputed: Option<Target>,
    /// An inequality of our own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    /// What the reader has to know about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl Figure {
    /// A number found, not yet compared with any.
    pub fn new(name: impl Into<String>, found: f64) -> Self {
        let name = name.into();
        Self {
            name,
            found,
            spread: None,
            printed: None,
            recomputed: None,
            bound: None,
            remark: None,
        }
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

    /// Asks for an inequality.
    #[must_use]
    pub fn bound(self, bound: Bound) -> Self {
        Self { bound: Some(bound), ..self }
    }

    /// Gives its range over perturbed starts.
    #[must_use]
    pub fn spread(self, spread: Spread) -> Self {
        Self { spread: Some(spread), ..self }
    }

    /// The largest deviation as a share of what is allowed.
    pub fn miss(&self) -> f64 {
        let miss = |target: &Option<Target>| match (target, &self.spread) {
            (None, _) => 0.0,
            (Some(target), Some(spread)) if target.standing.is_compared() => {
                spread.miss(target.value, target.allowed())
            }
            (Some(target), _) => target.miss(self.found),
        };
        let bound = self.bound.map_or(0.0, |bound| bound.miss(self.found));
        miss(&self.printed).max(miss(&self.recomputed)).max(bound)
    }

    /// Whether it is what it should be.
    pub fn within(&self) -> bool {
        self.miss() <= 1.0
    }
}

/// How figures are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// By the production scheme on exported FMUs.
    #[default]
    Run,
    /// By steps of single FMUs, without a scheme.
    FmuSteps,
    /// By functions of the production code alone, without FMUs.
    Formula,
    /// By a solution of the whole system, without co-simulation.
    WholeSystem,
}

impl Evidence {
    /// All ways.
    pub const ALL: [Self; 4] = [Self::Run, Self::FmuSteps, Self::Formula, Self::WholeSystem];

    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::FmuSteps => "FMU steps",
            Self::Formula => "formula",
            Self::WholeSystem => "whole system",
        }
    }
}

/// Figures that belong together: a table, or one of its columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// What they have in common.
    pub title: String,
    /// How they are found.
    pub evidence: Evidence,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Section {
    /// Figures under a title, found by the production scheme on FMUs.
    pub fn new(title: impl Into<String>, figures: Vec<Figure>) -> Self {
        Self { title: title.into(), evidence: Evidence::Run, figures }
    }

    /// Figures that are found otherwise.
    #[must_use]
    pub fn evidence(self, evidence: Evidence) -> Self {
        Self { evidence, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Standing;

    #[test]
    fn a_figure_is_within_if_it_meets_all_it_is_compared_with() {
        let figure = Figure::new("x", 1.0).printed(Target::absolute(1.04, 0.05));
        assert!(figure.within());
        assert!(!figure.clone().recomputed(Target::relative(1.001, 1e-4)).within());
        assert!(!figure.clone().bound(Bound::below(0.9)).within());
        assert!(figure.recomputed(Target::relative(1.001, 1e-2)).within());
    }

    #[test]
    fn a_misprint_is_shown_but_not_compared() {
        let misprint = Target::absolute(0.750, 5e-4).standing(Standing::NotSo, true);
        assert!(Figure::new("x", 0.758).printed(misprint).within());
    }

    #[test]
    fn what_is_not_a_number_is_never_within() {
        assert!(!Figure::new("x", f64::NAN).recomputed(Target::absolute(0.0, 1.0)).within());
        assert!(!Figure::new("x", f64::NAN).bound(Bound::below(1.0)).within());
    }

    #[test]
    fn with_a_range_a_target_lies_in_it() {
        let figure = Figure::new("x", 8.5).spread(Spread::of(&[8.0, 8.5, 9.0]));
        assert!(figure.clone().recomputed(Target::absolute(8.2, 0.0)).within());
        assert!(!figure.recomputed(Target::absolute(9.1, 0.0)).within());
    }

    #[test]
    fn an_infinite_figure_survives_json() {
        let figure = Figure::new("limit", f64::INFINITY)
            .recomputed(Target::absolute(f64::INFINITY, 0.0))
            .spread(Spread::of(&[1.0, f64::INFINITY]));
        let text = serde_json::to_string(&figure).unwrap();
        assert!(text.contains(r#""found":"inf""#), "{text}");
        assert_eq!(serde_json::from_str::<Figure>(&text).unwrap(), figure);
    }
}
