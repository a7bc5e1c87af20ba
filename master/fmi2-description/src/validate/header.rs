//! The root element and the interfaces.

use crate::{ModelDescription, Problem, SourceFiles};

/// The problems of the attributes of the root element and of the interfaces.
pub fn problems(description: &ModelDescription) -> Vec<Problem> {
    let mut found = Vec::new();
    let version = description.fmi_version.trim();
    let message = || format!("fmiVersion is \"{version}\" instead of \"2.0\"");
    match version {
        "2.0" => {}
        _ if version.starts_with("2.") => found.push(Problem::warning("D01", message())),
        _ => found.push(Problem::error("D01", message())),
    }
    if description.guid.trim().is_empty() {
        found.push(Problem::error("D02", "the attribute guid is missing or empty".into()));
    }
    if description.model_name.trim().is_empty() {
        found.push(Problem::warning("D24", "the attribute modelName is missing or empty".into()));
    }
    let exchange = description.model_exchange.as_ref();
    let exchange = exchange.map(|i| (&i.model_identifier, &i.source_files));
    let co_simulation = description.co_simulation.as_ref();
    let co_simulation = co_simulation.map(|i| (&i.model_identifier, &i.source_files));
    if exchange.is_none() && co_simulation.is_none() {
        let message = "there is neither a CoSimulation nor a ModelExchange element".into();
        found.push(Problem::error("D03", message));
    }
    for (element, interface) in [("ModelExchange", exchange), ("CoSimulation", co_simulation)] {
        if let Some((identifier, files)) = interface {
            found.extend(identifier_problem(element, identifier.trim()));
            found.extend(source_file_problems(element, files));
        }
    }
    found
}

/// The identifier is part of the path of the library, so it must not lead elsewhere.
fn identifier_problem(element: &str, identifier: &str) -> Option<Problem> {
    if identifier.is_empty() {
        let message = format!("{element}: the attribute modelIdentifier is missing or empty");
        return Some(Problem::error("D04", message));
    }
    if !is_file_name(identifier) {
        let message = format!(
            "{element}: the modelIdentifier {identifier:?} is not the name of a file; \
             it must be a C identifier"
        );
        return Some(Problem::error("D34", message));
    }
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_c = !identifier.starts_with(|c: char| c.is_ascii_digit());
    (!is_c || !identifier.chars().all(is_letter)).then(|| {
        let message = format!("{element}: the modelIdentifier {identifier:?} is no C identifier");
        Problem::warning("D34", message)
    })
}

/// Whether a text names a file in a folder, and nothing outside of it.
fn is_file_name(text: &str) -> bool {
    let is_dots = matches!(text, "" | "." | "..");
    !is_dots && !text.contains(['/', '\\', ':']) && !text.contains(char::is_control)
}

fn source_file_problems(element: &str, files: &SourceFiles) -> impl Iterator<Item = Problem> {
    let leads_out = |name: &str| {
        name.contains(['\\', ':'])
            || name.contains(char::is_control)
            || name.split('/').any(|part| matches!(part, "" | ".."))
    };
    let names = files.files.iter().map(|file| file.name.as_str());
    names.filter(move |name| !name.is_empty() && leads_out(name)).map(move |name| {
        let message = format!("{element}: the source file {name:?} is no path below sources/");
        Problem::warning("D34", message)
    })
}
