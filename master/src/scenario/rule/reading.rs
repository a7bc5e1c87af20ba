//! The section of a rule while it is read.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;

use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::RuleSection;

/// A section being read, whose fields are called `prefix.degree` and so on.
pub(super) struct Reading<'a> {
    pub(super) source: &'a Source,
    pub(super) prefix: &'a str,
    pub(super) section: &'a RuleSection,
}

impl Reading<'_> {
    /// Where the rule is named.
    pub(super) fn place(&self) -> Range<usize> {
        self.section.extrapolation.as_ref().map_or(0..0, Spanned::span)
    }

    /// Without a name there is no rule, and no setting of one.
    pub(super) fn nothing(&self) -> Result<(), ScenarioError> {
        let RuleSection { degree, points, rho_inf, a, b, .. } = self.section;
        let settings = [
            ("degree", degree.as_ref().map(Spanned::span)),
            ("points", points.as_ref().map(Spanned::span)),
            ("rho_inf", rho_inf.as_ref().map(Spanned::span)),
            ("a", a.as_ref().map(|_| 0..0)),
            ("b", b.as_ref().map(|_| 0..0)),
        ];
        let prefix = self.prefix;
        match settings.into_iter().find_map(|(name, place)| Some((name, place?))) {
            None => Ok(()),
            Some((name, place)) => {
                let message = format!(
                    "{prefix}.{name} belongs to a rule; say which by {prefix}.extrapolation = \
                     \"polynomial\" or the like"
                );
                Err(self.source.error_at(place, message))
            }
        }
    }

    /// The degree of a polynomial, 1 if not given.
    pub(super) fn degree(&self) -> Result<usize, ScenarioError> {
        self.bounded("degree", &self.section.degree, 1, 0..=3)
    }

    /// A number in [0, 1].
    pub(super) fn fraction(
        &self,
        field: &str,
        given: &Option<Spanned<f64>>,
        default: f64,
    ) -> Result<f64, ScenarioError> {
        match given {
            None => Ok(default),
            Some(value) if (0.0..=1.0).contains(value.get_ref()) => Ok(*value.get_ref()),
            Some(value) => Err(self.source.error_at(
                value.span(),
                format!("{}.{field} is {}; it lies between 0 and 1", self.prefix, value.get_ref()),
            )),
        }
    }

    /// A whole number within a range.
    pub(super) fn bounded(
        &self,
        field: &str,
        given: &Option<Spanned<usize>>,
        default: usize,
        range: RangeInclusive<usize>,
    ) -> Result<usize, ScenarioError> {
        match given {
            None => Ok(default),
            Some(value) if range.contains(value.get_ref()) => Ok(*value.get_ref()),
            Some(value) => Err(self.source.error_at(
                value.span(),
                format!(
                    "{}.{field} is {}; {} to {} is offered",
                    self.prefix,
                    value.get_ref(),
                    range.start(),
                    range.end()
                ),
            )),
        }
    }
}
