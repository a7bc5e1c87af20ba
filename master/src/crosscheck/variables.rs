//! Which columns of a reference can be compared, and how.

use std::collections::HashMap;
use std::path::Path;

use fmi2_description::{Causality, ModelDescription, ScalarVariable, VariableType};

use crate::table::Table;

/// The variables of an FMU by their names.
pub struct Variables<'a> {
    by_name: HashMap<&'a str, &'a ScalarVariable>,
}

impl<'a> Variables<'a> {
    /// Those of a description.
    pub fn of(model: &'a ModelDescription) -> Self {
        let by_name = model.variables().iter().map(|v| (v.name.as_str(), v)).collect();
        Self { by_name }
    }

    /// The columns of a reference that can be compared, and the names of those that cannot: text,
    /// inputs, and what the FMU does not know.
    pub fn reference(&self, path: &Path) -> Result<(Table, Vec<String>), String> {
        let left_out = std::cell::RefCell::new(Vec::new());
        let wanted = |name: &str| {
            let is_result = self.by_name.get(name).is_some_and(|variable| is_result(variable));
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
        self.by_name.get(name).is_some_and(|variable| variable.kind() != VariableType::Real)
    }
}

fn is_result(variable: &ScalarVariable) -> bool {
    variable.kind() != VariableType::String
        && !matches!(variable.causality(), Causality::Input | Causality::Independent)
}
