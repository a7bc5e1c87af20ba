//! The variables of an FMU, by position and by name.

use super::Variable;
use std::collections::HashMap;
use std::ops::Deref;

/// The variables in the order of the file; one is found by its name at once, however many there are.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    list: Vec<Variable>,
    positions: HashMap<Box<str>, usize>,
}

impl Variables {
    /// The variables of an FMU. Of several with one name the first is found by it.
    pub fn new(list: Vec<Variable>) -> Self {
        let mut positions = HashMap::with_capacity(list.len());
        for (position, variable) in list.iter().enumerate() {
            positions.entry(variable.name.as_str().into()).or_insert(position);
        }
        Self { list, positions }
    }

    /// The variable of this name.
    pub fn named(&self, name: &str) -> Option<&Variable> {
        self.positions.get(name).map(|&position| &self.list[position])
    }
}

impl Deref for Variables {
    type Target = [Variable];

    fn deref(&self) -> &[Variable] {
        &self.list
    }
}
