//! Text to [`ScenarioFile`]: overrides of the command line applied, errors in the user's words.

use std::path::Path;

use toml_edit::{DocumentMut, Item, Value};

use super::error::{ScenarioError, Source, suggestion};
use super::file::ScenarioFile;

/// One `field=value` of the command line; fields of arrays are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Dotted path, for example `couplings.0.stiffness`.
    pub field: String,
    /// A TOML value; text needs no quotes.
    pub value: String,
}

impl std::str::FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (field, value) = text
            .split_once('=')
            .ok_or_else(|| format!("\"{text}\" is not of the form field=value"))?;
        Ok(Self { field: field.trim().into(), value: value.trim().into() })
    }
}

/// Reads the file at `path` with `overrides` applied.
pub fn read(path: &Path, overrides: &[Override]) -> Result<(Source, ScenarioFile), ScenarioError> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| ScenarioError {
        file: file.clone(),
        line: None,
        message: format!("cannot be read: {error}"),
    })?;
    parse(Source { file, text }, overrides)
}

/// Parses the text of a scenario with `overrides` applied.
pub fn parse(
    mut source: Source,
    overrides: &[Override],
) -> Result<(Source, ScenarioFile), ScenarioError> {
    if !overrides.is_empty() {
        let mut document: DocumentMut =
            source.text.parse().map_err(|error| syntax(&source, &error))?;
        for change in overrides {
            apply(&mut document, change).map_err(|message| ScenarioError {
                file: "command line".into(),
                line: None,
                message,
            })?;
        }
        source.text = document.to_string();
    }
    match toml::from_str(&source.text) {
        Ok(file) => Ok((source, file)),
        Err(error) => Err(explain(&source, &error)),
    }
}

fn apply(document: &mut DocumentMut, change: &Override) -> Result<(), String> {
    let Override { field, value } = change;
    let mut item: &mut Item = document.as_item_mut();
    for part in field.split('.') {
        let missing = || format!("there is no \"{part}\" to set in \"{field}\"");
        item = match (part.parse::<usize>(), item) {
            (Ok(index), Item::ArrayOfTables(tables)) => {
                let table = tables.get_mut(index).ok_or_else(missing)?;
                // A table of an array is reached through its entries only: set the rest there.
                let rest = field.split_once(&format!(".{index}.")).map(|(_, rest)| rest);
                let rest = rest.ok_or_else(missing)?;
                table[rest] = Item::Value(parse_value(value));
                return Ok(());
            }
            (Ok(index), item) if item.is_array() => item.get_mut(index).ok_or_else(missing)?,
            (_, item) if item.is_table_like() || item.is_none() => &mut item[part],
            _ => return Err(missing()),
        };
    }
    *item = Item::Value(parse_value(value));
    Ok(())
}

fn parse_value(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| Value::from(text))
}

fn syntax(source: &Source, error: &toml_edit::TomlError) -> ScenarioError {
    source.error_at(
        error.span().unwrap_or(0..0),
        format!("not valid TOML: {}", first_line(error.message())),
    )
}

/// The parser's message with the nearest known name in place of its list of all names.
fn explain(source: &Source, error: &toml::de::Error) -> ScenarioError {
    let message = first_line(error.message());
    let mut quoted = message.split('`').skip(1).step_by(2);
    let message = match quoted.next() {
        Some(word) if message.starts_with("unknown field") => {
            format!("unknown field \"{word}\"{}", suggestion(word, quoted))
        }
        Some(word) if message.starts_with("unknown variant") => {
            format!("unknown value \"{word}\"{}", suggestion(word, quoted))
        }
        Some(word) if message.starts_with("missing field") => {
            format!("the field \"{word}\" is missing")
        }
        _ => message.to_string(),
    };
    match error.span() {
        Some(span) => source.error_at(span, message),
        None => source.error(message),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[simulation]
stop = 1
step = 1e-3
[slaves.left]
fmu = "a.fmu"
start = { m = 1.0, on = true }
[slaves.a]
fmu = "b.fmu"
[[couplings]]
law = "spring-damper"
between = ["left", "a"]
stiffness = 10.0
"#;

    fn source(text: &str) -> Source {
        Source { file: "a.toml".into(), text: text.into() }
    }

    fn message(text: &str) -> String {
        parse(source(text), &[]).unwrap_err().to_string()
    }

    #[test]
    fn slaves_keep_the_order_of_the_file() {
        let (_, file) = parse(source(TEXT), &[]).unwrap();
        let names: Vec<&str> = file.slaves.keys().map(|k| k.get_ref().as_str()).collect();
        assert_eq!(names, ["left", "a"]);
    }

    #[test]
    fn overrides_reach_every_field() {
        let overrides = [
            "simulation.step=0.5",
            "couplings.0.stiffness=2e3",
            "slaves.left.start.m=3",
            "scheme.sweep=gauss-seidel",
            "slaves.a.fmu=c d.fmu",
        ];
        let overrides: Vec<Override> = overrides.iter().map(|o| o.parse().unwrap()).collect();
        let (_, file) = parse(source(TEXT), &overrides).unwrap();
        assert_eq!(*file.simulation.step.get_ref(), 0.5);
        assert_eq!(file.scheme.sweep, super::super::file::SweepKind::GaussSeidel);
        let super::super::file::CouplingSection::SpringDamper(spring) = file.couplings[0].get_ref()
        else {
            panic!("another law")
        };
        assert_eq!(spring.stiffness, 2e3);
        assert_eq!(file.slaves["a"].fmu.as_ref().unwrap().get_ref(), "c d.fmu");
    }

    #[test]
    fn unknown_fields_are_named_with_line_and_nearest_name() {
        let text = TEXT.replace("step = 1e-3", "stpe = 1e-3");
        assert_eq!(message(&text), "a.toml:4: unknown field \"stpe\"; did you mean \"step\"?");
        let text = TEXT.replace("stiffness = 10.0", "stiffness = 10.0\nstifness = 10.0");
        assert!(
            message(&text).contains("unknown field \"stifness\"; did you mean \"stiffness\"?"),
            "{}",
            message(&text)
        );
        let text = TEXT.replace("spring-damper", "spring-dumper");
        assert!(message(&text).contains("did you mean \"spring-damper\"?"), "{}", message(&text));
    }

    #[test]
    fn missing_fields_are_named() {
        let text = TEXT.replace("step = 1e-3\n", "");
        assert!(message(&text).contains("the field \"step\" is missing"), "{}", message(&text));
    }
}
