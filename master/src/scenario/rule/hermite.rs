//! `extrapolation = "hermite"`: the polynomial through values and derivatives at the last points.

use coupling::signals::extrapolation::Hermite;

use super::reading::Reading;
use super::{Rule, RuleKind};
use crate::scenario::error::ScenarioError;

pub(super) const HERMITE: RuleKind = RuleKind { name: "hermite", read };

fn read(reading: &Reading) -> Result<Rule, ScenarioError> {
    let points = reading.bounded("points", &reading.section.points, 2, 1..=3)?;
    let label = format!("Hermite inputs through {points} points");
    Ok(Rule::new(HERMITE.name, format!("hermite {points}"), label, Hermite::new(points)))
}
