//! The root element and the interfaces.

use crate::{Keyword, ModelDescription, Problem};

/// The problems of the attributes of the root element and of the interfaces.
pub fn problems(description: &ModelDescription) -> Vec<Problem> {
    let mut found = Vec::new();
    let version = description.fmi_version.trim();
    if version != "2.0" {
        found
            .push(Problem::error("D01", format!("fmiVersion is \"{version}\" instead of \"2.0\"")));
    }
    if description.guid.trim().is_empty() {
        found.push(Problem::error("D02", "the attribute guid is missing or empty".into()));
    }
    if description.model_name.trim().is_empty() {
        found.push(Problem::warning("D24", "the attribute modelName is missing or empty".into()));
    }
    if let Some(Keyword::Unknown(word)) = &description.variable_naming_convention {
        let message = format!("variableNamingConvention \"{word}\" is neither flat nor structured");
        found.push(Problem::warning("D20", message));
    }
    let exchange = description.model_exchange.as_ref().map(|i| &i.model_identifier);
    let co_simulation = description.co_simulation.as_ref().map(|i| &i.model_identifier);
    if exchange.is_none() && co_simulation.is_none() {
        let message = "there is neither a CoSimulation nor a ModelExchange element".into();
        found.push(Problem::error("D03", message));
    }
    for (element, identifier) in [("ModelExchange", exchange), ("CoSimulation", co_simulation)] {
        if identifier.is_some_and(|identifier| identifier.trim().is_empty()) {
            let message = format!("{element}: the attribute modelIdentifier is missing or empty");
            found.push(Problem::error("D04", message));
        }
    }
    found
}
