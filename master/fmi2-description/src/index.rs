//! Where things are by their names, so that files with very many variables are read in linear time.

use crate::ModelDescription;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Positions by name, found at the first question; no part of the content.
#[derive(Debug, Default)]
pub struct Index(OnceLock<Positions>);

/// Positions in the lists of a description.
#[derive(Debug, Default)]
pub struct Positions {
    /// How long the lists were, by which a later change is noticed.
    lengths: [usize; 4],
    variables: HashMap<String, usize>,
    types: HashMap<String, usize>,
    units: HashMap<String, usize>,
    outputs: HashMap<u32, usize>,
}

impl Clone for Index {
    /// A copy is a description of its own, which may be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Index {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl ModelDescription {
    /// The position of the first variable of this name.
    pub(crate) fn position_of(&self, name: &str) -> Option<usize> {
        let variables = &self.model_variables.variables;
        let found = self.positions().map(|known| known.variables.get(name).copied());
        found.unwrap_or_else(|| variables.iter().position(|variable| variable.name == name))
    }

    /// The position of the first type of this name.
    pub(crate) fn position_of_type(&self, name: &str) -> Option<usize> {
        let types = &self.type_definitions.types;
        let found = self.positions().map(|known| known.types.get(name).copied());
        found.unwrap_or_else(|| types.iter().position(|simple| simple.name == name))
    }

    /// The position of the first unit of this name.
    pub(crate) fn position_of_unit(&self, name: &str) -> Option<usize> {
        let units = &self.unit_definitions.units;
        let found = self.positions().map(|known| known.units.get(name).copied());
        found.unwrap_or_else(|| units.iter().position(|unit| unit.name == name))
    }

    /// The position of the first entry of a variable, given by its number, among the outputs.
    pub(crate) fn position_of_output(&self, index: u32) -> Option<usize> {
        let outputs = &self.model_structure.outputs.unknowns;
        let found = self.positions().map(|known| known.outputs.get(&index).copied());
        found.unwrap_or_else(|| outputs.iter().position(|unknown| unknown.index == index))
    }

    /// The positions; none if the lists have changed since they were found.
    fn positions(&self) -> Option<&Positions> {
        let positions = self.index.0.get_or_init(|| Positions::of(self));
        (positions.lengths == lengths(self)).then_some(positions)
    }
}

impl Positions {
    fn of(description: &ModelDescription) -> Self {
        Self {
            lengths: lengths(description),
            variables: first(description.variables().iter().map(|v| v.name.clone())),
            types: first(description.type_definitions.types.iter().map(|t| t.name.clone())),
            units: first(description.unit_definitions.units.iter().map(|u| u.name.clone())),
            outputs: first(description.model_structure.outputs.unknowns.iter().map(|u| u.index)),
        }
    }
}

fn lengths(description: &ModelDescription) -> [usize; 4] {
    [
        description.model_variables.variables.len(),
        description.type_definitions.types.len(),
        description.unit_definitions.units.len(),
        description.model_structure.outputs.unknowns.len(),
    ]
}

/// Each key with the position at which it stands first.
fn first<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> HashMap<K, usize> {
    let mut positions = HashMap::new();
    for (position, key) in keys.enumerate() {
        positions.entry(key).or_insert(position);
    }
    positions
}

#[cfg(test)]
mod tests {
    use crate::{ModelDescription, ScalarVariable};

    #[test]
    fn positions_follow_when_variables_are_added() {
        let variable = |name: &str| ScalarVariable { name: name.into(), ..Default::default() };
        let mut d = ModelDescription::default();
        d.model_variables.variables = ["a", "b", "a"].map(variable).into();
        assert_eq!((d.index_of("a"), d.index_of("b"), d.index_of("c")), (Some(1), Some(2), None));
        d.model_variables.variables.insert(0, variable("c"));
        assert_eq!(
            (d.index_of("a"), d.index_of("b"), d.index_of("c")),
            (Some(2), Some(3), Some(1))
        );
        assert_eq!(d.clone().index_of("c"), Some(1));
        assert_eq!(d, d.clone());
    }
}
