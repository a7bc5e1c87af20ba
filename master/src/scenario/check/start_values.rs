//! Start values as the user wrote them to values of the FMU's types.

use super::checked_slave::Origin;
use crate::fmu::{Causality, Initial, Value, Variable, VariableType};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::{SlaveSection, StartValue};

/// The start values of a slave in the order of the file, each of its variable's type.
pub(super) fn read(
    source: &Source,
    slave: &str,
    section: &SlaveSection,
    origin: &Origin,
) -> Result<Vec<(String, Value)>, ScenarioError> {
    let mut values = Vec::new();
    for (name, value) in &section.start {
        let fail =
            |message: String| source.error_at(name.span(), format!("slave \"{slave}\": {message}"));
        let description =
            origin.description().ok_or_else(|| fail("a CSV file takes no start values".into()))?;
        let variable = description.variable(name.get_ref()).ok_or_else(|| {
            let names = description.variables.iter().filter(|v| is_settable(v));
            let near = suggestion(name.get_ref(), names.map(|v| v.name.as_str()));
            fail(format!("no variable \"{}\" to start{near}", name.get_ref()))
        })?;
        let value = start_value(variable, value)
            .map_err(|problem| fail(format!("start value of \"{}\": {problem}", name.get_ref())))?;
        values.push((name.get_ref().clone(), value));
    }
    Ok(values)
}

fn is_settable(variable: &Variable) -> bool {
    variable.causality == Causality::Input
        || matches!(variable.initial, Some(Initial::Exact | Initial::Approx))
}

fn start_value(variable: &Variable, value: &StartValue) -> Result<Value, String> {
    if !is_settable(variable) {
        return Err(
            "the FMU computes it; only inputs, parameters and initial values are set".into()
        );
    }
    let wrong = |wanted: &str| Err(format!("{} is not {wanted}", written(value)));
    let number = match (variable.kind, value) {
        (VariableType::Real, StartValue::Real(x)) => Value::Real(*x),
        (VariableType::Real, StartValue::Integer(n)) => Value::Real(*n as f64),
        (VariableType::Real, _) => return wrong("a number"),
        (VariableType::Integer | VariableType::Enumeration, StartValue::Integer(n)) => {
            Value::Integer(i32::try_from(*n).map_err(|_| format!("{n} is too large"))?)
        }
        (VariableType::Integer, _) => return wrong("a whole number"),
        (VariableType::Boolean, StartValue::Boolean(b)) => Value::Boolean(*b),
        (VariableType::Boolean, _) => return wrong("true or false"),
        (VariableType::String, StartValue::Text(text)) => Value::String(text.clone()),
        (VariableType::String, _) => return wrong("text in quotes"),
        (VariableType::Enumeration, StartValue::Text(item)) => {
            let items = &variable.items;
            let found = items.iter().find(|known| known.name == *item);
            let near = || suggestion(item, items.iter().map(|known| known.name.as_str()));
            Value::Integer(found.ok_or_else(|| format!("no item \"{item}\"{}", near()))?.value)
        }
        (VariableType::Enumeration, _) => return wrong("an item or its number"),
    };
    within_range(variable, number)
}

fn within_range(variable: &Variable, value: Value) -> Result<Value, String> {
    let number = match value {
        Value::Real(x) if !x.is_finite() => return Err(format!("{x} is not finite")),
        Value::Real(x) => x,
        Value::Integer(n) => f64::from(n),
        _ => return Ok(value),
    };
    let items = &variable.items;
    if !items.is_empty() && items.iter().all(|item| f64::from(item.value) != number) {
        let known = variable.items_in_words();
        return Err(format!("{number} is none of its items, which are {known}"));
    }
    let (min, max) = (variable.min, variable.max);
    match (min.filter(|min| number < *min), max.filter(|max| number > *max)) {
        (Some(min), _) => Err(format!("{number} is below its least value, {min:?}")),
        (_, Some(max)) => Err(format!("{number} is above its greatest value, {max:?}")),
        _ => Ok(value),
    }
}

fn written(value: &StartValue) -> String {
    match value {
        StartValue::Boolean(value) => value.to_string(),
        StartValue::Integer(value) => value.to_string(),
        StartValue::Real(value) => value.to_string(),
        StartValue::Text(value) => format!("\"{value}\""),
    }
}
