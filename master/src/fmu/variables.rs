//! The variables of an FMU, by position and by name.

use super::Variable;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::OnceLock;

/// The variables in the order of the file; one is found by its name at once, however many there are.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    list: Vec<Variable>,
    /// Found at the first question.
    positions: OnceLock<HashMap<Box<str>, usize>>,
}

impl Variables {
    /// The variables of an FMU.
    pub fn new(list: Vec<Variable>) -> Self {
        Self { list, positions: OnceLock::new() }
    }

    /// The variable of this name, the first if there are several.
    pub fn named(&self, name: &str) -> Option<&Variable> {
        let positions = self.positions.get_or_init(|| {
            let mut positions = HashMap::with_capacity(self.list.len());
            for (position, variable) in self.list.iter().enumerate() {
                positions.entry(variable.name.as_str().into()).or_insert(position);
            }
            positions
        });
        positions.get(name).map(|&position| &self.list[position])
    }
}

impl Deref for Variables {
    type Target = [Variable];

    fn deref(&self) -> &[Variable] {
        &self.list
    }
}
