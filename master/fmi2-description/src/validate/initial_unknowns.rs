//! What initialisation mode computes (FMI 2.0, section 2.2.8, InitialUnknowns).

use crate::{Causality, Initial, ModelDescription, Problem, ScalarVariable};
use std::collections::BTreeSet;

/// How many names a message holds.
const SHOWN: usize = 5;

/// Whether the list has exactly the variables it must have, in the order of the file.
pub fn problems(description: &ModelDescription) -> Vec<Problem> {
    let listed = &description.model_structure.initial_unknowns.unknowns;
    let mut found = Vec::new();
    if !listed.is_sorted_by_key(|unknown| unknown.index) {
        let message = "ModelStructure/InitialUnknowns is not in the order of the variables";
        found.push(Problem::warning("D30", message.into()));
    }
    let listed: BTreeSet<u32> = listed.iter().map(|unknown| unknown.index).collect();
    let expected = expected(description);
    let mut tell = |what: &str, indices: Vec<u32>| {
        if !indices.is_empty() {
            let names = names(description, &indices);
            let message = format!("ModelStructure/InitialUnknowns {what} {names}");
            found.push(Problem::warning("D30", message));
        }
    };
    tell("lacks", expected.difference(&listed).copied().collect());
    // Indices that do not exist have a code of their own.
    let exists = |index: &&u32| description.variable_at(**index).is_some();
    let needless = listed.difference(&expected).filter(exists).copied().collect();
    tell("lists what it must not:", needless);
    found
}

/// Computed outputs, calculated parameters, and computed states and derivatives.
fn expected(description: &ModelDescription) -> BTreeSet<u32> {
    let of_causality = |(index, variable): (u32, &ScalarVariable)| {
        let listed = match variable.causality() {
            Causality::Output => is_computed(variable),
            Causality::CalculatedParameter => true,
            _ => false,
        };
        listed.then_some(index)
    };
    let mut expected: BTreeSet<u32> =
        (1..).zip(description.variables()).filter_map(of_causality).collect();
    for unknown in &description.model_structure.derivatives.unknowns {
        let Some(derivative) = description.variable_at(unknown.index) else { continue };
        let state = derivative.real.as_ref().and_then(|real| real.derivative);
        for index in [Some(unknown.index), state].into_iter().flatten() {
            if description.variable_at(index).is_some_and(is_computed) {
                expected.insert(index);
            }
        }
    }
    expected
}

fn is_computed(variable: &ScalarVariable) -> bool {
    matches!(variable.initial(), Some(Initial::Approx | Initial::Calculated))
}

/// The first names, and how many more there are.
fn names(description: &ModelDescription, indices: &[u32]) -> String {
    let known = indices.iter().filter_map(|index| description.variable_at(*index));
    let names: Vec<_> = known.take(SHOWN).map(|variable| format!("{:?}", variable.name)).collect();
    match indices.len().saturating_sub(SHOWN) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}
