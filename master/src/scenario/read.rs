//! Text to [`ScenarioFile`]: overrides of the command line applied, errors in the user's words.

use std::path::Path;

use toml_edit::DocumentMut;

use super::error::{COMMAND_LINE, ScenarioError, Source};
use super::explain::{no_scenario, not_toml};
use super::file::ScenarioFile;
pub use super::overrides::Override;
use super::overrides::apply;
use crate::given::Given;

/// Reads the file at `path` with `overrides` applied.
pub fn read(path: &Path, overrides: &[Override]) -> Result<(Source, ScenarioFile), ScenarioError> {
    let file = path.display().to_string();
    let wrong = |message: String| ScenarioError { file: file.clone(), line: None, message };
    if let Some(message) = Given::at(path).instead_of_scenario(path) {
        return Err(wrong(message));
    }
    let text = crate::plain_file::read_text(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => wrong("no text in UTF-8, so it is no scenario".into()),
        _ => wrong(format!("cannot be read: {error}")),
    })?;
    parse(Source { file, text }, overrides)
}

/// Parses the text of a scenario with `overrides` applied.
pub fn parse(
    mut source: Source,
    overrides: &[Override],
) -> Result<(Source, ScenarioFile), ScenarioError> {
    if let Err(error) = source.text.parse::<DocumentMut>() {
        return Err(not_toml(&source, &error));
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
        Err(error) => Err(no_scenario(&source, &error)),
    }
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
        assert_eq!(file.couplings[0].get_ref().fields["stiffness"].as_float(), Some(2e3));
        assert_eq!(file.slaves["a"].fmu.as_ref().unwrap().get_ref(), "c d.fmu");
    }

    #[test]
    fn unknown_fields_are_named_with_line_and_nearest_name() {
        let text = TEXT.replace("step = 1e-3", "stpe = 1e-3");
        assert_eq!(message(&text), "a.toml:4: unknown field \"stpe\"; did you mean \"step\"?");
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
