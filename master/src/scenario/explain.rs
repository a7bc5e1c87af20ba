//! What a parser says of a scenario, in the user's words.

mod not_toml;

use std::ops::Range;

use super::error::{ScenarioError, Source, suggestion};
use super::words;

/// Why the text is no TOML.
pub(super) fn not_toml(source: &Source, error: &toml_edit::TomlError) -> ScenarioError {
    let place = error.span().unwrap_or(0..0);
    let message = match first_line(error.message()) {
        "duplicate key" => {
            let key = source.text.get(place.clone()).unwrap_or_default();
            format!("\"{key}\" is given twice; remove one of them")
        }
        message => match not_toml::remedy(&source.text, place.start) {
            Some(remedy) => format!("not valid TOML: {remedy}"),
            None => format!("not valid TOML: {message}"),
        },
    };
    source.error_at(place, message)
}

/// Why the TOML is no scenario, with the nearest known name in place of all names.
pub(super) fn no_scenario(source: &Source, error: &toml::de::Error) -> ScenarioError {
    let message = explained(source, error, error.span(), &[]);
    match error.span() {
        Some(span) => source.error_at(span, message),
        None => source.error(message),
    }
}

/// Why a part of the scenario at `place` is none; fields that are read elsewhere are known, too.
pub(super) fn no_section(
    source: &Source,
    error: &toml::de::Error,
    place: Range<usize>,
    more: &[&str],
) -> ScenarioError {
    source.error_at(place.clone(), explained(source, error, Some(place), more))
}

fn explained(
    source: &Source,
    error: &toml::de::Error,
    place: Option<Range<usize>>,
    more: &[&str],
) -> String {
    let message = first_line(error.message());
    let mut quoted = message.split('`').skip(1).step_by(2);
    match quoted.next() {
        Some(word) if message.starts_with("unknown field") => {
            let known: Vec<&str> = quoted.chain(more.iter().copied()).collect();
            let remedy = remedy_for_field(word, &known, &source.text);
            format!("unknown field \"{word}\"{remedy}")
        }
        Some(word) if message.starts_with("unknown variant") => {
            let known: Vec<&str> = quoted.collect();
            let remedy = words::value(word, &known).map(|remedy| format!("; {remedy}"));
            format!("unknown value \"{word}\"{}", remedy.unwrap_or_else(|| suggestion(word, known)))
        }
        Some(word) if message.starts_with("missing field") => {
            format!("the field \"{word}\" is missing{}", example(word))
        }
        _ => {
            let place = place.map(|place| place.start);
            wrong_type(&source.text, place, message).unwrap_or_else(|| message.into())
        }
    }
}

/// What to write for a field that is none.
fn remedy_for_field(word: &str, known: &[&str], text: &str) -> String {
    let is_outside = known.contains(&"simulation");
    let near = suggestion(word, known.iter().copied());
    if let Some(name) = words::field(word, known) {
        return format!("; it is called \"{name}\" here");
    }
    if word == "law" && known.contains(&"from") {
        return "; a law is an entry of [[couplings]]".into();
    }
    if is_outside && has_file(word, text) {
        return format!("; a slave is written [slaves.{word}]");
    }
    if is_outside && is_slave(word, text) {
        return format!(
            "; \"{word}\" is a slave: its fields are slaves.{word}.…, its start values and parameters \
             slaves.{word}.start.…"
        );
    }
    if let (true, Some((section, field))) = (is_outside, words::section(word)) {
        return format!("; it is {section}.{field}: write it below [{section}]");
    }
    if known.contains(&"fmu") && !near.contains("did you mean") {
        return format!("; if it is a start value or parameter, write start = {{ {word} = … }}");
    }
    near
}

fn is_slave(word: &str, text: &str) -> bool {
    let file = text.parse::<toml_edit::DocumentMut>().ok();
    file.is_some_and(|file| file.get("slaves").is_some_and(|slaves| slaves.get(word).is_some()))
}

/// Whether a table of this name looks like a slave.
fn has_file(word: &str, text: &str) -> bool {
    let file = text.parse::<toml_edit::DocumentMut>().ok();
    let is_slave = |item: &toml_edit::Item| item.get("fmu").or_else(|| item.get("csv")).is_some();
    file.is_some_and(|file| file.get(word).is_some_and(is_slave))
}

/// What a part looks like without which there is no scenario.
fn example(field: &str) -> &'static str {
    match field {
        "simulation" => "; write [simulation] with stop = 1.0 and step = 1e-3, in s",
        "law" => "; write law = \"spring-damper\" or the name of another law",
        "slaves" => "; write [slaves.NAME] with fmu = \"path.fmu\" for each FMU",
        _ => "",
    }
}

/// The message about a value of the wrong type, without the names of Rust's types.
fn wrong_type(text: &str, place: Option<usize>, message: &str) -> Option<String> {
    let field = place.and_then(|place| key_before(text, place)).unwrap_or("the value");
    if message.ends_with("untagged enum StartValue") {
        return Some(format!("{field} must be a number, true or false, or text in quotes"));
    }
    if let Some(lengths) = message.strip_prefix("invalid length ") {
        let (found, wanted) = lengths.split_once(", expected an array of length ")?;
        return Some(format!("a list of {wanted} is needed, and this one has {found}"));
    }
    let problem = message.strip_prefix("invalid type: ");
    let problem = problem.or_else(|| message.strip_prefix("invalid value: "));
    let (found, wanted) = problem?.split_once(", expected ")?;
    if let Some(remedy) = place.and_then(|place| wrong_header(text, place, found)) {
        return Some(remedy);
    }
    let remedy = match (found.strip_prefix("string ").map(|text| text.trim_matches('"')), wanted) {
        (Some(text), "f64") => remedy_for_number(text),
        (Some(text), _) if field == "scheme" => format!("; write scheme.kind = \"{text}\""),
        (Some(text), _) if field == "inputs" => {
            format!("; write inputs.extrapolation = \"{text}\"")
        }
        _ => String::new(),
    };
    let found = match found {
        "sequence" => "a list".into(),
        "map" => "a table".into(),
        _ => format!("the {}", found.replace('`', "")),
    };
    let wanted = match wanted {
        "f64" => "a number",
        "usize" => "a whole number, not negative",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        wanted if wanted.starts_with("struct") => "a table",
        wanted => wanted,
    };
    Some(format!("{field} is {found}; it must be {wanted}{remedy}"))
}

/// What to write for a text that should be a number.
fn remedy_for_number(text: &str) -> String {
    let point = text.replace(',', ".");
    let unit = text.trim_end_matches(|c: char| c.is_alphabetic() || c.is_whitespace());
    match [text, &point, unit].map(|text| text.trim().parse::<f64>().is_ok()) {
        [true, ..] => format!("; write {text} without quotes"),
        [_, true, _] => format!("; write {point}, with a point"),
        [.., true] => "; write it without its unit, in SI units".into(),
        _ => String::new(),
    }
}

/// What to write for the header of a table that should be a list, or the other way round.
fn wrong_header(text: &str, place: usize, found: &str) -> Option<String> {
    let start = text[..place.min(text.len())].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?.trim();
    let name = line.trim_matches(['[', ']']);
    match found {
        "sequence" if line == "[[slaves]]" => {
            Some("[[slaves]] is a list; slaves have names: write [slaves.NAME] for each".into())
        }
        "sequence" | "map" if line.starts_with("[[") => {
            Some(format!("{line} is a list; there is one of it: write [{name}]"))
        }
        "map" if line.starts_with('[') => {
            Some(format!("{line} is a table; there can be several: write [[{name}]] for each"))
        }
        _ => None,
    }
}

/// The key of the value that begins at `place`.
fn key_before(text: &str, place: usize) -> Option<&str> {
    let before = text.get(..place)?.trim_end().strip_suffix('=')?;
    before.rsplit(['\n', '{', ',']).next().map(str::trim)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
