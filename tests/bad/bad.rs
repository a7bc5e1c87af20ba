//! Wrong inputs: each is refused with a message that helps, and with the right exit code.
//!
//! For each `NAME.toml` of this folder there is a `NAME.txt`. Its first line is the exit code and,
//! where it is not plain `run`, the subcommand and its options; the rest is all that is printed on
//! standard error. `{folder}` stands for an empty folder, `{results}` for the result file in it,
//! `{number}` for a number that depends on the compiler.

mod accepted;
mod left_behind;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use macrostep_tests::{c_fmu, fmu, macrostep, printed, root};

/// `macrostep` in this folder, so that messages name files as short as they are here.
fn command(subcommand: &str) -> Command {
    c_fmu("integrator");
    fmu("oscillator");
    let mut command = macrostep();
    command.current_dir(root().join("tests/bad")).arg(subcommand);
    command
}

/// What a scenario must lead to.
struct Expected {
    code: i32,
    subcommand: String,
    options: Vec<String>,
    message: String,
}

impl Expected {
    fn read(path: &Path, folder: &Path) -> Self {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let text = text
            .replace("{results}", &folder.join("results.csv").display().to_string())
            .replace("{folder}", &folder.display().to_string());
        let (first, message) = text.split_once('\n').expect("two lines at least");
        let mut words = first.split_whitespace().map(String::from);
        let code = words.next().and_then(|code| code.parse().ok()).expect("an exit code");
        Self {
            code,
            subcommand: words.next().unwrap_or("run".into()),
            options: words.collect(),
            message: message.into(),
        }
    }

    fn run(&self, scenario: &str, folder: &Path) -> Output {
        let mut command = command(&self.subcommand);
        command.arg(scenario).args(&self.options);
        if self.subcommand == "run" && !self.options.contains(&"-o".into()) {
            command.arg("-o").arg(folder.join("results.csv"));
        }
        command.output().expect("macrostep starts")
    }
}

/// Whether `text` is `pattern`, in which `{number}` stands for digits.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split("{number}");
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    for part in parts {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        match digits.strip_prefix(part).filter(|_| digits.len() < rest.len()) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}

/// Files of this folder with an ending, without it.
fn names(ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/bad")).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|e| e == ending));
    let mut names: Vec<PathBuf> = paths.map(|path| path.with_extension("")).collect();
    names.sort();
    names
}

#[test]
fn every_wrong_scenario_has_its_message_and_every_message_its_scenario() {
    let (scenarios, messages) = (names("toml"), names("txt"));
    assert!(!scenarios.is_empty(), "no scenario was found");
    let alone = |these: &[PathBuf], others: &[PathBuf]| -> Vec<PathBuf> {
        these.iter().filter(|name| !others.contains(name)).cloned().collect()
    };
    assert_eq!(alone(&scenarios, &messages), Vec::<PathBuf>::new(), "no .txt beside the .toml");
    assert_eq!(alone(&messages, &scenarios), Vec::<PathBuf>::new(), "no .toml beside the .txt");
}

#[test]
fn every_wrong_scenario_ends_with_its_message_and_exit_code() {
    let mut wrong = Vec::new();
    for path in names("toml") {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let expected = Expected::read(&path.with_extension("txt"), folder.path());
        let name = path.file_name().expect("a name").to_string_lossy();
        let output = expected.run(&format!("{name}.toml"), folder.path());
        let message = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(expected.code) || !matches(&expected.message, &message) {
            wrong.push(format!(
                "{name}: {} instead of exit code {}\n{message}instead of\n{}",
                output.status, expected.code, expected.message
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_missing_scenario_file_is_named() {
    for subcommand in ["run", "check"] {
        let output = command(subcommand).arg("no_such.toml").output().expect("macrostep starts");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(printed(&output), "error: no_such.toml: there is no such scenario file\n");
    }
}

#[test]
fn numbers_in_expected_messages_match_digits_only() {
    assert!(matches("a {number} b {number}", "a 12 b 3"));
    for other in ["a  b 3", "a x b 3", "a 12 b 3 c", "a 12", "b"] {
        assert!(!matches("a {number} b {number}", other), "{other}");
    }
}
