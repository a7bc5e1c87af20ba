//! Where things are by their names, so that files with very many variables are read in linear time.

use crate::ModelDescription;
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::OnceLock;

/// Positions by name, found at the first question for each list; no part of the content.
#[derive(Debug, Default)]
pub struct Index {
    variables: Positions<String>,
    types: Positions<String>,
    units: Positions<String>,
    outputs: Positions<u32>,
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

/// Each key of a list with the position at which it stands first, and how long the list was, by which a later
/// change is noticed.
#[derive(Debug)]
struct Positions<K>(OnceLock<(usize, HashMap<K, usize>)>);

impl<K> Default for Positions<K> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<K: Hash + Eq> Positions<K> {
    /// The position of a key in a list with these keys.
    fn find<Q>(&self, key: &Q, keys: impl ExactSizeIterator<Item = K>) -> Option<usize>
    where
        Q: Hash + Eq + ?Sized,
        K: Borrow<Q>,
    {
        let count = keys.len();
        let mut keys = Some(keys);
        let (known, positions) = self.0.get_or_init(|| (count, first(keys.take())));
        match keys {
            Some(mut keys) if *known != count => keys.position(|other| other.borrow() == key),
            _ => positions.get(key).copied(),
        }
    }
}

fn first<K: Hash + Eq>(keys: Option<impl ExactSizeIterator<Item = K>>) -> HashMap<K, usize> {
    let mut positions = HashMap::new();
    for (position, key) in keys.into_iter().flatten().enumerate() {
        positions.entry(key).or_insert(position);
    }
    positions
}

impl ModelDescription {
    /// The position of the first variable of this name.
    pub(crate) fn position_of(&self, name: &str) -> Option<usize> {
        let variables = self.model_variables.variables.iter();
        self.index.variables.find(name, variables.map(|variable| variable.name.clone()))
    }

    /// The position of the first type of this name.
    pub(crate) fn position_of_type(&self, name: &str) -> Option<usize> {
        let types = self.type_definitions.types.iter();
        self.index.types.find(name, types.map(|simple| simple.name.clone()))
    }

    /// The position of the first unit of this name.
    pub(crate) fn position_of_unit(&self, name: &str) -> Option<usize> {
        let units = self.unit_definitions.units.iter();
        self.index.units.find(name, units.map(|unit| unit.name.clone()))
    }

    /// The position of the first entry of a variable, given by its number, among the outputs.
    pub(crate) fn position_of_output(&self, index: u32) -> Option<usize> {
        let outputs = self.model_structure.outputs.unknowns.iter();
        self.index.outputs.find(&index, outputs.map(|unknown| unknown.index))
    }
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
