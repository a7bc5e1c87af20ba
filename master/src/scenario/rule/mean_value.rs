//! `extrapolation = "const"`, `"lin"`, `"quad"` with coefficients, and `"lin-2-3-opt"` and the like: a linear combination
//! of the past as mean over the step.

use coupling::signals::extrapolation::{MeanValue, Shape};

use super::reading::Reading;
use super::{Rule, RuleKind};
use crate::scenario::error::ScenarioError;

pub(super) const CONST: RuleKind =
    RuleKind { name: "const", read: |reading| free(reading, CONST.name, Shape::Const) };
pub(super) const LIN: RuleKind =
    RuleKind { name: "lin", read: |reading| free(reading, LIN.name, Shape::Lin) };
pub(super) const QUAD: RuleKind =
    RuleKind { name: "quad", read: |reading| free(reading, QUAD.name, Shape::Quad) };

/// The names of the rules whose name says all.
pub(super) fn names() -> impl Iterator<Item = String> {
    MeanValue::names()
}

/// A rule whose name says all.
pub(super) fn named(name: &str) -> Option<Rule> {
    let shape = match name.split('-').next() {
        Some("const") => Shape::Const,
        Some("lin") => Shape::Lin,
        _ => Shape::Quad,
    };
    MeanValue::named(name).map(|rule| of(name, shape, rule))
}

fn of(name: &str, shape: Shape, rule: MeanValue) -> Rule {
    let (a, b) = rule.coefficients();
    let settings = format!("{shape:?} {a:?} {b:?}");
    let label = match rule.name() {
        Some(name) => format!("inputs by {name}"),
        None => {
            let (points, fulfilled) = (a.len(), rule.fulfilled());
            format!("inputs by the mean, {shape:?} {points},{fulfilled}")
        }
    };
    Rule::new(rule.name().unwrap_or(name.into()), settings, label, rule)
}

/// A rule with the coefficients of the user.
fn free(reading: &Reading, name: &str, shape: Shape) -> Result<Rule, ScenarioError> {
    let Reading { source, prefix, section } = reading;
    let place = reading.place();
    let (Some(a), Some(b)) = (&section.a, &section.b) else {
        let message = format!(
            "{prefix}.extrapolation = \"{name}\" needs its coefficients {prefix}.a and {prefix}.b; rules with known \
             ones are called {name}-2-4 and the like"
        );
        return Err(source.error_at(place, message));
    };
    let wrong = |error| source.error_at(place, format!("{prefix}.a, {prefix}.b: {error}"));
    MeanValue::new(shape, a, b).map(|rule| of(name, shape, rule)).map_err(wrong)
}
