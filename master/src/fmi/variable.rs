//! Variables by name: found, checked, read and set one at a time.

use super::error::FmuError;
use super::library::Component;
use crate::fmu::{Causality, Description, Initial, Value, Variability, Variable, VariableType};

/// Names less alike than this are no help as a suggestion.
const ALIKE: f64 = 0.6;

/// The variable of this name, or an error with the nearest one.
pub fn find<'a>(
    model: &'a Description,
    instance: &str,
    name: &str,
) -> Result<&'a Variable, FmuError> {
    model.variable(name).ok_or_else(|| {
        let nearest = nearest(name, model.variables.iter().map(|v| v.name.as_str()));
        FmuError::NoVariable { instance: instance.into(), variable: name.into(), nearest }
    })
}

fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let scored = known.map(|k| (strsim::normalized_damerau_levenshtein(name, k), k));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE).then(|| best.1.to_owned())
}

/// An error about a variable.
pub fn wrong(instance: &str, variable: &str, reason: impl Into<String>) -> FmuError {
    let (instance, variable) = (instance.into(), variable.into());
    FmuError::Variable { instance, variable, reason: reason.into() }
}

/// Whether the standard lets the variable be set before initialisation.
///
/// A start value in the file counts as permission: files that give one to a calculated variable
/// (D08) mean it as a guess.
pub fn settable_before_initialisation(variable: &Variable) -> Result<(), String> {
    let start = matches!(variable.initial, Some(Initial::Exact | Initial::Approx));
    let input = variable.causality == Causality::Input;
    if variable.variability == Variability::Constant {
        Err("is a constant and cannot be set".into())
    } else if input || start || variable.start.is_some() {
        Ok(())
    } else {
        Err(format!(
            "is calculated by the FMU (causality {}) and has no start value to be set",
            variable.causality
        ))
    }
}

/// Whether the standard lets the variable be set between steps.
pub fn settable_between_steps(variable: &Variable) -> Result<(), String> {
    let tunable =
        variable.causality == Causality::Parameter && variable.variability == Variability::Tunable;
    if tunable || variable.causality == Causality::Input {
        return Ok(());
    }
    let (causality, variability) = (variable.causality, variable.variability);
    Err(format!(
        "cannot be set between steps: it is neither an input nor a tunable parameter, but a {variability} {causality}"
    ))
}

/// Sets a variable after checking type, limits and items; returns what was set.
pub fn set(
    component: &mut Component,
    variable: &Variable,
    value: &Value,
) -> Result<Value, FmuError> {
    let vr = variable.reference;
    let value = convert(variable, value)
        .and_then(|value| check_limits(variable, value))
        .map_err(|reason| wrong(component.name(), &variable.name, reason))?;
    match &value {
        Value::Real(value) => component.set_real(&[vr], &[*value]),
        Value::Integer(value) => component.set_integer(&[vr], &[*value]),
        Value::Boolean(value) => component.set_boolean(&[vr], &[(*value).into()]),
        Value::String(value) => component.set_string(vr, value),
    }?;
    Ok(value)
}

/// Reads a variable.
pub fn get(component: &mut Component, variable: &Variable) -> Result<Value, FmuError> {
    let vr = variable.reference;
    match variable.kind {
        VariableType::Real => {
            let mut value = [0.0];
            component.get_real(&[vr], &mut value).map(|()| Value::Real(value[0]))
        }
        VariableType::Integer | VariableType::Enumeration => {
            let mut value = [0];
            component.get_integer(&[vr], &mut value).map(|()| Value::Integer(value[0]))
        }
        VariableType::Boolean => {
            let mut value = [0];
            component.get_boolean(&[vr], &mut value).map(|()| Value::Boolean(value[0] != 0))
        }
        VariableType::String => component.get_string(vr).map(Value::String),
    }
}

/// The value in the variable's own type; only conversions that lose nothing.
fn convert(variable: &Variable, value: &Value) -> Result<Value, String> {
    match (variable.kind, value) {
        (VariableType::Real, Value::Real(_))
        | (VariableType::Integer, Value::Integer(_))
        | (VariableType::Boolean, Value::Boolean(_))
        | (VariableType::String, Value::String(_)) => Ok(value.clone()),
        (VariableType::Real, Value::Integer(value)) => Ok(Value::Real(f64::from(*value))),
        (VariableType::Enumeration, Value::Integer(_) | Value::String(_)) => item(variable, value),
        (kind, value) => Err(format!("is of type {kind}, but {value} is {}", value.kind())),
    }
}

/// The number of an item given by name or number.
fn item(variable: &Variable, value: &Value) -> Result<Value, String> {
    let items = &variable.items;
    let found = items.iter().find(|item| match value {
        Value::String(name) => item.name == *name,
        Value::Integer(number) => item.value == *number,
        _ => false,
    });
    match (found, value) {
        (Some(item), _) => Ok(Value::Integer(item.value)),
        // Without a declared type (D19) numbers cannot be checked.
        (None, Value::Integer(_)) if items.is_empty() => Ok(value.clone()),
        _ => Err(format!("has no item {value}; its items are: {}", variable.items_in_words())),
    }
}

fn check_limits(variable: &Variable, value: Value) -> Result<Value, String> {
    let number = match value {
        Value::Real(number) => number,
        Value::Integer(number) => f64::from(number),
        _ => return Ok(value),
    };
    match (variable.min, variable.max) {
        (Some(min), _) if number < min => Err(format!("is {value}, but must be at least {min}")),
        (_, Some(max)) if number > max => Err(format!("is {value}, but must be at most {max}")),
        _ if number.is_nan() => Err("would become NaN".into()),
        _ => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fmi::description::described;

    fn model() -> Description {
        let xml = r#"<fmiModelDescription fmiVersion="2.0"><TypeDefinitions>
            <SimpleType name="T"><Enumeration><Item name="off" value="1"/><Item name="on" value="2"/></Enumeration></SimpleType>
            <SimpleType name="L"><Real min="0" max="2"/></SimpleType></TypeDefinitions><ModelVariables>
            <ScalarVariable name="mass" valueReference="0" causality="parameter"><Real declaredType="L" start="1"/></ScalarVariable>
            <ScalarVariable name="mode" valueReference="0" causality="parameter"><Enumeration declaredType="T" start="1"/></ScalarVariable>
            <ScalarVariable name="count" valueReference="1" causality="parameter" variability="tunable"><Integer start="1"/></ScalarVariable>
            <ScalarVariable name="speed" valueReference="1" causality="output"><Real/></ScalarVariable>
            <ScalarVariable name="pi" valueReference="2" variability="constant"><Real start="3.14"/></ScalarVariable>
            </ModelVariables><ModelStructure/></fmiModelDescription>"#;
        described(xml)
    }

    fn checked(name: &str, value: Value) -> Result<Value, String> {
        let model = model();
        let variable = model.variable(name).unwrap();
        convert(variable, &value).and_then(|v| check_limits(variable, v))
    }

    #[test]
    fn an_unknown_name_suggests_the_nearest() {
        let error = find(&model(), "a", "maas").unwrap_err().to_string();
        assert_eq!(error, "\"a\": no variable \"maas\"; did you mean \"mass\"?");
        assert!(!find(&model(), "a", "zzz").unwrap_err().to_string().contains("mean"));
    }

    #[test]
    fn values_are_converted_only_without_loss() {
        assert_eq!(checked("mass", Value::Integer(2)), Ok(Value::Real(2.0)));
        assert_eq!(
            checked("count", Value::Real(1.5)),
            Err("is of type Integer, but 1.5 is a real number".into())
        );
        assert!(checked("mass", Value::String("1".into())).is_err());
    }

    #[test]
    fn limits_are_enforced_and_named() {
        let message = checked("mass", Value::Real(2.5)).unwrap_err();
        assert_eq!(message, "is 2.5, but must be at most 2");
        assert!(checked("mass", Value::Integer(-1)).unwrap_err().contains("at least 0"));
        assert!(checked("mass", Value::Real(f64::NAN)).is_err());
    }

    #[test]
    fn items_are_taken_by_name_or_number() {
        assert_eq!(checked("mode", Value::String("on".into())), Ok(Value::Integer(2)));
        assert_eq!(checked("mode", Value::Integer(1)), Ok(Value::Integer(1)));
        let message = checked("mode", Value::String("up".into())).unwrap_err();
        assert_eq!(message, "has no item \"up\"; its items are: off (1), on (2)");
        assert!(checked("mode", Value::Integer(3)).is_err());
    }

    #[test]
    fn what_the_fmu_calculates_cannot_be_set() {
        let model = model();
        let before = |name| settable_before_initialisation(model.variable(name).unwrap());
        let between = |name| settable_between_steps(model.variable(name).unwrap());
        assert!(before("mass").is_ok() && before("speed").is_err() && before("pi").is_err());
        assert!(between("count").is_ok() && between("mass").is_err());
    }
}
