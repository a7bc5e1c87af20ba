//! The variables: names, combinations of attributes, start values.

use super::combination::{allowed, initial_allowed, start_required};
use super::definitions::Definitions;
use crate::{
    Causality, Initial, Keyword, ModelDescription, Problem, ScalarVariable, Variability,
    VariableType,
};
use std::collections::HashSet;

/// The problems of all variables.
pub fn problems(description: &ModelDescription) -> Vec<Problem> {
    let mut found = Vec::new();
    let definitions = Definitions::new(description, &mut found);
    let mut names = HashSet::new();
    for variable in description.variables() {
        if !names.insert(variable.name.as_str()) {
            let message = format!("two variables have the name \"{}\"", variable.name);
            found.push(Problem::error("D05", message));
        }
        combination(variable, &mut found);
        start(&definitions, variable, &mut found);
        definitions.judge(variable, &mut found);
        derivative(description, variable, &mut found);
    }
    found
}

fn combination(variable: &ScalarVariable, found: &mut Vec<Problem>) {
    let name = &variable.name;
    let (causality, kind) = (variable.causality(), variable.kind());
    // What the standard understands when the attribute is absent.
    let stated = variable.variability.as_ref().and_then(Keyword::known).unwrap_or_default();
    if !allowed(causality, stated) {
        let message =
            format!("variable \"{name}\": causality {causality} with variability {stated}");
        found.push(Problem::warning("D09", message));
    } else if stated == Variability::Continuous && kind != VariableType::Real {
        let message = format!("variable \"{name}\": variability {stated}, but its type is {kind}");
        found.push(Problem::warning("D09", message));
    }
    if let Some(initial) = variable.initial.as_ref().and_then(Keyword::known)
        && !initial_allowed(variable, initial)
    {
        let variability = variable.variability();
        let message = format!(
            "variable \"{name}\": initial {initial} with causality {causality} and variability {variability}"
        );
        found.push(Problem::warning("D10", message));
    }
}

fn start(definitions: &Definitions, variable: &ScalarVariable, found: &mut Vec<Problem>) {
    let name = &variable.name;
    let forbidden = variable.initial() == Some(Initial::Calculated)
        || variable.causality() == Causality::Independent;
    if start_required(variable) && !variable.has_start() {
        let message = format!("variable \"{name}\": a start value is required and missing");
        found.push(Problem::warning("D07", message));
    } else if forbidden && variable.has_start() {
        let message = format!("variable \"{name}\": it is calculated, but has a start value");
        found.push(Problem::warning("D08", message));
    }
    let (min, max) = variable.range_with(definitions.type_of(variable));
    let (low, high) = (min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY));
    if low > high {
        let message = format!("variable \"{name}\": min = {low} is above max = {high}");
        found.push(Problem::warning("D23", message));
    } else if let Some(start) = variable.numeric_start().filter(|s| *s < low || *s > high) {
        let message = format!("variable \"{name}\": start = {start} lies outside [{low}, {high}]");
        found.push(Problem::warning("D17", message));
    }
}

fn derivative(description: &ModelDescription, variable: &ScalarVariable, found: &mut Vec<Problem>) {
    let name = &variable.name;
    let Some(index) = variable.real.as_ref().and_then(|real| real.derivative) else { return };
    let state = description.variable_at(index);
    if !state.is_some_and(|state| state.real.is_some() && state.name != *name) {
        let message = format!(
            "variable \"{name}\": derivative = {index} is not the number of another Real variable"
        );
        found.push(Problem::error("D18", message));
    }
}
