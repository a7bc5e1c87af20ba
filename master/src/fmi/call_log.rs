//! Every call of an FMI function, shown with its values: `--log-fmi-calls`.

use super::{CallObserver, Status};
use crate::fmu::{Description, ValueReference, VariableType};
use std::collections::HashMap;
use std::fmt::Display;

/// Prints every call of one instance to standard error, with the names of the variables.
pub struct CallLog {
    instance: String,
    names: HashMap<(VariableType, ValueReference), String>,
}

impl CallLog {
    /// The log of an instance of the described model.
    pub fn new(instance: &str, description: &Description) -> Self {
        let mut names = HashMap::new();
        for variable in description.variables.iter() {
            // Aliases share a value reference; the first name stands for all.
            let key = (value_type(variable.kind), variable.reference);
            names.entry(key).or_insert_with(|| variable.name.clone());
        }
        Self { instance: instance.into(), names }
    }

    /// `#3 = 1.5` with the name of variable 3 in place of its number.
    fn with_names(&self, function: &str, arguments: &str) -> String {
        let Some(kind) = type_of(function) else { return arguments.into() };
        let mut parts = arguments.split('#');
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let reference = part[..digits].parse().ok().map(ValueReference::new);
            match reference.and_then(|reference| self.names.get(&(kind, reference))) {
                Some(name) => text.extend([name, &part[digits..]]),
                None => text.extend(["#", part]),
            }
        }
        text
    }
}

/// Enumerations are read and written as Integers.
fn value_type(kind: VariableType) -> VariableType {
    match kind {
        VariableType::Enumeration => VariableType::Integer,
        kind => kind,
    }
}

/// The type of the variables that a function reads or writes.
fn type_of(function: &str) -> Option<VariableType> {
    let name = function.strip_prefix("fmi2Get").or(function.strip_prefix("fmi2Set"))?;
    match name {
        "Integer" => Some(VariableType::Integer),
        "Boolean" => Some(VariableType::Boolean),
        "String" => Some(VariableType::String),
        name if name.starts_with("Real") => Some(VariableType::Real),
        _ => None,
    }
}

impl CallObserver for CallLog {
    fn before(&self, _function: &'static str) {}

    fn after(&self, function: &'static str, status: Status, arguments: &dyn Display) {
        let arguments = self.with_names(function, &arguments.to_string());
        eprintln!("[{}] {function}({arguments}) {status}", self.instance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fmi::description::described;

    #[test]
    fn variables_are_shown_by_name() {
        let xml = r#"<fmiModelDescription fmiVersion="2.0" modelName="m" guid="g"><ModelVariables>
            <ScalarVariable name="x" valueReference="3"><Real/></ScalarVariable>
            <ScalarVariable name="n" valueReference="3"><Integer/></ScalarVariable>
            </ModelVariables></fmiModelDescription>"#;
        let log = CallLog::new("a", &described(xml));
        assert_eq!(log.with_names("fmi2SetReal", "#3 = 1.5, #30 = 2"), "x = 1.5, #30 = 2");
        assert_eq!(log.with_names("fmi2GetInteger", "#3 = 7"), "n = 7");
        assert_eq!(log.with_names("fmi2DoStep", "t = 0"), "t = 0");
    }
}
