//! Variables of slaves: looked up by name, and whether one fits into another.

use coupling::law::Convert;

use super::CheckedSlave;
use crate::fmu::{Description, Variable, VariableType};
use crate::scenario::error::suggestion;
use crate::scenario::file::ConvertKind;

/// The description of a slave's variable; a CSV file has none.
pub(super) fn variable<'a>(slave: &'a CheckedSlave, name: &str) -> Option<&'a Variable> {
    slave.origin.description()?.variable(name)
}

/// Looks a variable up among those that `fit`; Strings never do.
pub(super) fn find(
    description: &Description,
    slave: &str,
    name: &str,
    role: &str,
    fit: impl Fn(&&Variable) -> bool,
) -> Result<(), String> {
    match description.variable(name) {
        Some(v) if fit(&v) && v.kind == VariableType::String => Err(format!(
            "{role} \"{name}\" of slave \"{slave}\" is a String; only numbers and Booleans are coupled"
        )),
        Some(v) if fit(&v) => Ok(()),
        Some(v) => Err(format!(
            "\"{name}\" of slave \"{slave}\" is no {role}, its causality is {}; connect an output to \
             an input",
            v.causality
        )),
        None => {
            let known = description.variables.iter().filter(&fit).map(|v| v.name.as_str());
            Err(format!("slave \"{slave}\" has no {role} \"{name}\"{}", suggestion(name, known)))
        }
    }
}

/// How a value of type `from` becomes one of type `to`; what loses something must be asked for.
pub(super) fn convert(
    from: VariableType,
    to: VariableType,
    asked: Option<ConvertKind>,
) -> Result<Convert, String> {
    use VariableType::{Boolean, Enumeration, Integer, Real};
    match (from, to, asked) {
        (_, Integer | Enumeration, Some(ConvertKind::Round)) => Ok(Convert::Round),
        (_, Boolean, Some(ConvertKind::NonZero)) => Ok(Convert::NonZero),
        (_, _, Some(_)) => Err(format!(
            "this convert does not lead from {from} to {to}; \"round\" leads to Integer and \
             Enumeration, \"non-zero\" to Boolean"
        )),
        (_, Real, None)
        | (Integer | Boolean | Enumeration, Integer, None)
        | (Boolean, Boolean, None)
        | (Enumeration, Enumeration, None) => Ok(Convert::Lossless),
        (_, Boolean, None) => {
            Err(format!("{from} does not fit into {to}; say convert = \"non-zero\" if meant"))
        }
        _ => Err(format!("{from} does not fit into {to}; say convert = \"round\" if meant")),
    }
}
