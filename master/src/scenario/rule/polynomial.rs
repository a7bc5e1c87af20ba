//! `extrapolation = "hold"` and `"polynomial"`: the polynomial through the last points.

use coupling::signals::extrapolation::PolynomialRule;

use super::reading::Reading;
use super::{Rule, RuleKind};
use crate::scenario::error::ScenarioError;

pub(super) const HOLD: RuleKind = RuleKind { name: "hold", read: hold };
pub(super) const POLYNOMIAL: RuleKind =
    RuleKind { name: "polynomial", read: |reading| Ok(of_degree(reading.degree()?)) };

/// The polynomial of a degree; degree 0 holds the last value.
pub(super) fn of_degree(degree: usize) -> Rule {
    let (name, label) = match degree {
        0 => (HOLD.name, "held inputs".into()),
        _ => (POLYNOMIAL.name, format!("polynomial inputs of degree {degree}")),
    };
    Rule::new(name, format!("polynomial {degree}"), label, PolynomialRule::new(degree))
}

/// A held input has no degree but 0.
fn hold(reading: &Reading) -> Result<Rule, ScenarioError> {
    match &reading.section.degree {
        Some(degree) if *degree.get_ref() > 0 => Err(reading.source.error_at(
            degree.span(),
            format!(
                "a held input has degree 0; set {}.extrapolation = \"polynomial\" for more",
                reading.prefix
            ),
        )),
        _ => Ok(of_degree(0)),
    }
}
