//! `extrapolation = "extripol-c0"` and `"extripol-c1"`: inputs that are continuous from step to step.

use coupling::signals::extrapolation::{Continuity, Extripol};

use super::reading::Reading;
use super::{Rule, RuleKind};
use crate::scenario::error::ScenarioError;

pub(super) const EXTRIPOL_C0: RuleKind =
    RuleKind { name: "extripol-c0", read: |reading| read(reading, Continuity::C0) };
pub(super) const EXTRIPOL_C1: RuleKind =
    RuleKind { name: "extripol-c1", read: |reading| read(reading, Continuity::C1) };

fn read(reading: &Reading, continuity: Continuity) -> Result<Rule, ScenarioError> {
    let degree = reading.degree()?;
    let name = match continuity {
        Continuity::C0 => EXTRIPOL_C0.name,
        Continuity::C1 => EXTRIPOL_C1.name,
    };
    let label = format!("{continuity:?} continuous inputs of degree {degree}");
    Ok(Rule::new(name, format!("{name} {degree}"), label, Extripol::new(continuity, degree)))
}
