//! Types and units that variables name.

use crate::{ModelDescription, Problem, ScalarVariable, SimpleType, Unit, VariableType};
use std::collections::HashMap;

/// The types and units of a description by their names.
pub struct Definitions<'a> {
    types: HashMap<&'a str, &'a SimpleType>,
    units: HashMap<&'a str, &'a Unit>,
}

impl<'a> Definitions<'a> {
    /// Collects them, and reports names that two of them have.
    pub fn new(description: &'a ModelDescription, found: &mut Vec<Problem>) -> Self {
        let mut twice = |what: &str, name: &str| {
            let message = format!("two {what} have the name \"{name}\"");
            found.push(Problem::warning("D35", message));
        };
        let (mut types, mut units) = (HashMap::new(), HashMap::new());
        for simple in &description.type_definitions.types {
            if types.contains_key(simple.name.as_str()) {
                twice("types", &simple.name);
            } else {
                types.insert(simple.name.as_str(), simple);
            }
        }
        for unit in &description.unit_definitions.units {
            if units.contains_key(unit.name.as_str()) {
                twice("units", &unit.name);
            } else {
                units.insert(unit.name.as_str(), unit);
            }
        }
        Self { types, units }
    }

    /// The type definition that a variable names.
    pub fn type_of(&self, variable: &ScalarVariable) -> Option<&'a SimpleType> {
        self.types.get(variable.declared_type()?).copied()
    }

    /// Whether a variable has one type element, and its type and units exist and fit.
    pub fn judge(&self, variable: &ScalarVariable, found: &mut Vec<Problem>) {
        self.type_element(variable, found);
        self.declared_type(variable, found);
        self.units(variable, found);
    }

    fn type_element(&self, variable: &ScalarVariable, found: &mut Vec<Problem>) {
        let ScalarVariable { name, real, integer, boolean, string, enumeration, .. } = variable;
        let elements = [real.is_some(), integer.is_some(), boolean.is_some(), string.is_some()];
        let count = elements.iter().filter(|e| **e).count() + usize::from(enumeration.is_some());
        if count != 1 {
            let message = format!("variable \"{name}\": {count} type elements instead of one");
            found.push(Problem::error("D21", message));
        }
    }

    fn declared_type(&self, variable: &ScalarVariable, found: &mut Vec<Problem>) {
        let name = &variable.name;
        let Some(declared) = variable.declared_type() else {
            if variable.enumeration.is_some() {
                let message = format!("variable \"{name}\": an Enumeration without declaredType");
                found.push(Problem::warning("D19", message));
            }
            return;
        };
        match self.type_of(variable) {
            None => {
                let message = format!("variable \"{name}\": there is no type \"{declared}\"");
                found.push(Problem::warning("D14", message));
            }
            Some(simple) if !has_kind(simple, variable.kind()) => {
                let kind = variable.kind();
                let message = format!("variable \"{name}\": its type \"{declared}\" is not {kind}");
                found.push(Problem::warning("D15", message));
            }
            _ => {}
        }
    }

    fn units(&self, variable: &ScalarVariable, found: &mut Vec<Problem>) {
        let Some(real) = variable.real.as_ref().map(|real| &real.attributes) else { return };
        let name = &variable.name;
        let of_type = self.type_of(variable).and_then(|simple| simple.real.as_ref());
        let unit = real.unit.as_deref().or(of_type.and_then(|real| real.unit.as_deref()));
        let defined = unit.and_then(|unit| self.units.get(unit));
        if let (Some(unit), None) = (unit, defined) {
            let message = format!("variable \"{name}\": there is no unit \"{unit}\"");
            found.push(Problem::warning("D16", message));
        }
        let Some(display) = real.display_unit.as_deref() else { return };
        let is_known = defined.is_some_and(|u| u.display_units.iter().any(|d| d.name == display));
        if !is_known && (unit.is_none() || defined.is_some()) {
            let message = format!(
                "variable \"{name}\": its unit {} has no display unit \"{display}\"",
                unit.map_or("(none)".into(), |unit| format!("\"{unit}\""))
            );
            found.push(Problem::warning("D33", message));
        }
    }
}

fn has_kind(simple: &SimpleType, kind: VariableType) -> bool {
    match kind {
        VariableType::Real => simple.real.is_some(),
        VariableType::Integer => simple.integer.is_some(),
        VariableType::Boolean => simple.boolean.is_some(),
        VariableType::String => simple.string.is_some(),
        VariableType::Enumeration => simple.enumeration.is_some(),
    }
}
