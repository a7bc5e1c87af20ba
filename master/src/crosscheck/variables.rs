//! Which columns of a reference can be compared, and how.

use std::path::Path;

use crate::fmu::{Causality, Description, Variable, VariableType};
use crate::table::Table;

/// The variables of an FMU.
pub struct Variables<'a>(&'a Description);

impl<'a> Variables<'a> {
    /// Those of a description.
    pub fn of(model: &'a Description) -> Self {
        Self(model)
    }

    /// The columns of a reference that can be compared, and the names of those that cannot: text,
    /// inputs, and what the FMU does not know.
    pub fn reference(&self, path: &Path) -> Result<(Table, Vec<String>), String> {
        let left_out = std::cell::RefCell::new(Vec::new());
        let wanted = |name: &str| {
            let is_result = self.0.variable(name).is_some_and(is_result);
            if !is_result {
                left_out.borrow_mut().push(name.to_owned());
            }
            is_result
        };
        let table = Table::open_with(path, wanted).map_err(|error| error.to_string())?;
        Ok((table, left_out.into_inner()))
    }

    /// Whether a variable keeps its value from one sample to the next.
    pub fn is_held(&self, name: &str) -> bool {
        self.0.variable(name).is_some_and(|variable| variable.kind != VariableType::Real)
    }
}

fn is_result(variable: &Variable) -> bool {
    variable.kind != VariableType::String
        && !matches!(variable.causality, Causality::Input | Causality::Independent)
}
