//! The model structure.

use crate::{Causality, ModelDescription, Problem, Unknown, Unknowns};
use std::collections::HashSet;

/// The problems of the model structure.
pub fn problems(description: &ModelDescription) -> Vec<Problem> {
    let structure = &description.model_structure;
    let mut found = Vec::new();
    for (part, list) in [
        ("Outputs", &structure.outputs),
        ("Derivatives", &structure.derivatives),
        ("DiscreteStates", &structure.discrete_states),
        ("InitialUnknowns", &structure.initial_unknowns),
    ] {
        part_problems(description, part, list, &mut found);
    }
    outputs(description, &mut found);
    derivatives(description, &mut found);
    found
}

fn part_problems(
    description: &ModelDescription,
    part: &str,
    list: &Unknowns,
    found: &mut Vec<Problem>,
) {
    let count = description.variables().len();
    let mut indices = HashSet::new();
    for unknown in &list.unknowns {
        let index = unknown.index;
        if !indices.insert(index) {
            found.push(Problem::warning("D06", format!("{part}: index {index} is listed twice")));
        }
        let dependencies = unknown.dependencies.iter().flatten();
        for wrong in dependencies.chain([&index]).filter(|i| description.variable_at(**i).is_none())
        {
            let message = format!("{part}: there is no variable {wrong}, only 1 to {count}");
            found.push(Problem::error("D13", message));
        }
        kinds(part, unknown, found);
    }
}

fn kinds(part: &str, unknown: &Unknown, found: &mut Vec<Problem>) {
    let Some(kinds) = &unknown.dependencies_kind else { return };
    let index = unknown.index;
    let expected = unknown.dependencies.as_ref().map_or(0, Vec::len);
    if kinds.len() != expected {
        let message = format!(
            "{part}: index {index} has {expected} dependencies and {} dependenciesKind",
            kinds.len()
        );
        found.push(Problem::warning("D22", message));
    }
}

fn outputs(description: &ModelDescription, found: &mut Vec<Problem>) {
    let unknowns = &description.model_structure.outputs.unknowns;
    let listed: HashSet<u32> = unknowns.iter().map(|unknown| unknown.index).collect();
    for (variable, index) in description.variables().iter().zip(1..) {
        let is_output = variable.causality() == Causality::Output;
        let name = &variable.name;
        if is_output && !listed.contains(&index) {
            let message = format!("output \"{name}\" is not listed in ModelStructure/Outputs");
            found.push(Problem::warning("D11", message));
        } else if !is_output && listed.contains(&index) {
            let message = format!("ModelStructure/Outputs lists \"{name}\", which is no output");
            found.push(Problem::warning("D12", message));
        }
    }
}

fn derivatives(description: &ModelDescription, found: &mut Vec<Problem>) {
    let unknowns = &description.model_structure.derivatives.unknowns;
    for variable in unknowns.iter().filter_map(|unknown| description.variable_at(unknown.index)) {
        if variable.real.as_ref().is_none_or(|real| real.derivative.is_none()) {
            let message = format!(
                "ModelStructure/Derivatives lists \"{}\", which has no attribute derivative",
                variable.name
            );
            found.push(Problem::warning("D32", message));
        }
    }
}
