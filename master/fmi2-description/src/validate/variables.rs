//! The variables, their types and units.

use super::combination::{allowed, initial_allowed, start_required};
use crate::keyword::Words;
use crate::{
    Causality, Initial, Keyword, ModelDescription, Problem, ScalarVariable, Variability,
    VariableType,
};
use std::collections::HashSet;

/// The problems of all variables.
pub fn problems(description: &ModelDescription) -> Vec<Problem> {
    let types = description.type_definitions.types.iter().map(|t| t.name.as_str()).collect();
    let units = description.unit_definitions.units.iter().map(|u| u.name.as_str()).collect();
    let mut names = HashSet::new();
    let mut found = Vec::new();
    for variable in description.variables() {
        if !names.insert(variable.name.as_str()) {
            let message = format!("two variables have the name \"{}\"", variable.name);
            found.push(Problem::error("D05", message));
        }
        words(variable, &mut found);
        combination(variable, &mut found);
        start(description, variable, &mut found);
        type_element(variable, &types, description, &mut found);
        real(description, variable, &units, &mut found);
    }
    found
}

fn words(variable: &ScalarVariable, found: &mut Vec<Problem>) {
    let ScalarVariable { name, causality, variability, initial, .. } = variable;
    let mut check = |attribute: &str, word: Option<&str>| {
        if let Some(word) = word {
            let message = format!("variable \"{name}\": unknown {attribute} \"{word}\"");
            found.push(Problem::warning("D20", message));
        }
    };
    check("causality", unknown(causality));
    check("variability", unknown(variability));
    check("initial", unknown(initial));
}

fn unknown<T: Words>(word: &Option<Keyword<T>>) -> Option<&str> {
    match word {
        Some(Keyword::Unknown(text)) => Some(text),
        _ => None,
    }
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

fn start(description: &ModelDescription, variable: &ScalarVariable, found: &mut Vec<Problem>) {
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
    let (min, max) = description.range(variable);
    let (low, high) = (min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY));
    if low > high {
        let message = format!("variable \"{name}\": min = {low} is above max = {high}");
        found.push(Problem::error("D23", message));
    } else if let Some(start) = variable.numeric_start().filter(|s| *s < low || *s > high) {
        let message = format!("variable \"{name}\": start = {start} lies outside [{low}, {high}]");
        found.push(Problem::warning("D17", message));
    }
}

fn type_element(
    variable: &ScalarVariable,
    types: &HashSet<&str>,
    description: &ModelDescription,
    found: &mut Vec<Problem>,
) {
    let ScalarVariable { name, real, integer, boolean, string, enumeration, .. } = variable;
    let elements = [real.is_some(), integer.is_some(), boolean.is_some(), string.is_some()];
    let count = elements.iter().filter(|e| **e).count() + usize::from(enumeration.is_some());
    if count != 1 {
        let message = format!("variable \"{name}\": {count} type elements instead of one");
        found.push(Problem::error("D21", message));
    }
    match variable.declared_type() {
        None if enumeration.is_some() => {
            let message = format!("variable \"{name}\": an Enumeration without declaredType");
            found.push(Problem::warning("D19", message));
        }
        Some(declared) if !types.contains(declared) => {
            let message = format!("variable \"{name}\": there is no type \"{declared}\"");
            found.push(Problem::warning("D14", message));
        }
        Some(declared) if !same_kind(description, variable) => {
            let kind = variable.kind();
            let message = format!("variable \"{name}\": its type \"{declared}\" is not {kind}");
            found.push(Problem::warning("D15", message));
        }
        _ => {}
    }
}

fn same_kind(description: &ModelDescription, variable: &ScalarVariable) -> bool {
    description.declared_type(variable).is_none_or(|simple| match variable.kind() {
        VariableType::Real => simple.real.is_some(),
        VariableType::Integer => simple.integer.is_some(),
        VariableType::Boolean => simple.boolean.is_some(),
        VariableType::String => simple.string.is_some(),
        VariableType::Enumeration => simple.enumeration.is_some(),
    })
}

fn real(
    description: &ModelDescription,
    variable: &ScalarVariable,
    units: &HashSet<&str>,
    found: &mut Vec<Problem>,
) {
    let Some(attributes) = &variable.real else { return };
    let name = &variable.name;
    if let Some(unit) = attributes.unit.as_deref().filter(|unit| !units.contains(unit)) {
        let message = format!("variable \"{name}\": there is no unit \"{unit}\"");
        found.push(Problem::warning("D16", message));
    }
    if let Some(index) = attributes.derivative {
        let state = description.variable_at(index);
        if !state.is_some_and(|state| state.real.is_some() && state.name != *name) {
            let message = format!(
                "variable \"{name}\": derivative = {index} is not the number of another Real variable"
            );
            found.push(Problem::error("D18", message));
        }
    }
}
