//! Text to [`ScenarioFile`]: overrides of the command line applied, errors in the user's words.

use std::path::Path;

use toml_edit::DocumentMut;

use super::error::{COMMAND_LINE, ScenarioError, Source, suggestion};
use super::file::ScenarioFile;
pub use super::overrides::Override;
use super::overrides::apply;

/// Reads the file at `path` with `overrides` applied.
pub fn read(path: &Path, overrides: &[Override]) -> Result<(Source, ScenarioFile), ScenarioError> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| ScenarioError {
        file: file.clone(),
        line: None,
        message: match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such scenario file".into(),
            _ => format!("cannot be read: {error}"),
        },
    })?;
    parse(Source { file, text }, overrides)
}

/// Parses the text of a scenario with `overrides` applied.
pub fn parse(
    mut source: Source,
    overrides: &[Override],
) -> Result<(Source, ScenarioFile), ScenarioError> {
    if let Err(error) = source.text.parse::<DocumentMut>() {
        let place = error.span().unwrap_or(0..0);
        let message = match first_line(error.message()) {
            "duplicate key" => {
                let key = source.text.get(place.clone()).unwrap_or_default();
                format!("\"{key}\" is given twice; remove one of them")
            }
            message => format!("not valid TOML: {message}"),
        };
        return Err(source.error_at(place, message));
    }
    for change in overrides {
        source.text = apply(&source.text, change).map_err(|message| ScenarioError {
            file: COMMAND_LINE.into(),
            line: None,
            message,
        })?;
    }
    match toml::from_str(&source.text) {
        Ok(file) => Ok((source, file)),
        Err(error) => Err(explain(&source, &error)),
    }
}

/// The parser's message in the user's words, with the nearest known name in place of all names.
fn explain(source: &Source, error: &toml::de::Error) -> ScenarioError {
    let message = first_line(error.message());
    let mut quoted = message.split('`').skip(1).step_by(2);
    let field = error.span().and_then(|span| key_before(&source.text, span.start));
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
        _ => wrong_type(field.unwrap_or("the value"), message).unwrap_or_else(|| message.into()),
    };
    match error.span() {
        Some(span) => source.error_at(span, message),
        None => source.error(message),
    }
}

/// The message about a value of the wrong type, without the names of Rust's types.
fn wrong_type(field: &str, message: &str) -> Option<String> {
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
    Some(format!("{field} is {found}; it must be {wanted}"))
}

/// The key of the value that begins at `place`.
fn key_before(text: &str, place: usize) -> Option<&str> {
    let before = text.get(..place)?.trim_end().strip_suffix('=')?;
    before.rsplit(['\n', '{', ',']).next().map(str::trim)
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
        assert_eq!(spring.stiffness, Some(2e3));
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
    fn values_of_a_wrong_type_are_named_without_types_of_rust() {
        let text = TEXT.replace("stop = 1", "stop = \"one\"");
        assert_eq!(message(&text), "a.toml:3: stop is the string \"one\"; it must be a number");
        let text = TEXT.replace("m = 1.0", "m = [1.0]");
        let wanted = "a.toml:7: m must be a number, true or false, or text in quotes";
        assert_eq!(message(&text), wanted);
    }

    #[test]
    fn missing_fields_are_named() {
        let text = TEXT.replace("step = 1e-3\n", "");
        assert!(message(&text).contains("the field \"step\" is missing"), "{}", message(&text));
    }
}
