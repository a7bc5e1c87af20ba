//! Where things are by their names, so that files with very many variables are read in linear time.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::OnceLock;

/// Positions in the lists of a description, found at the first question; no part of its content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    pub(crate) variables: Positions<String>,
    pub(crate) types: Positions<String>,
    pub(crate) units: Positions<String>,
    /// Of outputs, by the numbers of their variables.
    pub(crate) outputs: Positions<u32>,
}

/// Where each key stands first in one list.
#[derive(Debug)]
pub(crate) struct Positions<K>(OnceLock<Found<K>>);

#[derive(Debug)]
struct Found<K> {
    /// How long the list was, by which a later change is noticed.
    length: usize,
    positions: HashMap<K, usize>,
}

impl<K: Hash + Eq> Positions<K> {
    /// The position of the first item of the list that has this key.
    pub fn find<T, Q>(&self, list: &[T], key: impl Fn(&T) -> &Q, wanted: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let found = self.0.get_or_init(|| {
            let mut positions = HashMap::new();
            for (position, item) in list.iter().enumerate() {
                positions.entry(key(item).to_owned()).or_insert(position);
            }
            Found { length: list.len(), positions }
        });
        if found.length == list.len() {
            found.positions.get(wanted).copied()
        } else {
            list.iter().position(|item| key(item) == wanted)
        }
    }
}

impl<K> Default for Positions<K> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<K> Clone for Positions<K> {
    /// A copy is that of a description of its own, which may be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<K> PartialEq for Positions<K> {
    fn eq(&self, _: &Self) -> bool {
        true
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
