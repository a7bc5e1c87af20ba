//! Messages about a scenario: file, line, what is wrong, what was probably meant.

use std::fmt;
use std::ops::Range;

use super::marked_lines::own_line;

/// Stands for a file name where there is no file.
pub const COMMAND_LINE: &str = "command line";

/// What is wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScenarioError {
    /// The file, as the user named it.
    pub file: String,
    /// The line, where there is one.
    pub line: Option<usize>,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

/// The text of a scenario with its name, to turn places into lines.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file, as the user named it.
    pub file: String,
    /// Its text, with the overrides of the command line applied.
    pub text: String,
}

impl Source {
    /// An error about the whole file.
    pub fn error(&self, message: impl Into<String>) -> ScenarioError {
        ScenarioError { file: self.file.clone(), line: None, message: message.into() }
    }

    /// Whether a place is of the file itself, not of the command line.
    pub(super) fn is_of_file(&self, place: &Range<usize>) -> bool {
        let before = &self.text.as_bytes()[..place.start.min(self.text.len())];
        let index = before.iter().filter(|byte| **byte == b'\n').count();
        self.file != COMMAND_LINE && own_line(&self.text, index).is_some()
    }

    /// An error about a place in the text.
    pub fn error_at(&self, place: Range<usize>, message: impl Into<String>) -> ScenarioError {
        let before = &self.text.as_bytes()[..place.start.min(self.text.len())];
        let index = before.iter().filter(|byte| **byte == b'\n').count();
        let line = own_line(&self.text, index).filter(|_| self.file != COMMAND_LINE);
        let file = if line.is_some() { self.file.clone() } else { COMMAND_LINE.into() };
        ScenarioError { file, line, message: message.into() }
    }
}

/// `; did you mean "x"?` if a known word is near, else the known words.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let near = known.iter().map(|k| (strsim::damerau_levenshtein(word, k), *k));
    let begins = |k: &&&str| word.chars().count() > 2 && k.starts_with(word);
    match near.min() {
        Some((distance, nearest)) if is_typing_error(distance, word.chars().count()) => {
            format!("; did you mean \"{nearest}\"?")
        }
        Some(_) if known.iter().filter(begins).count() == 1 => {
            let whole = known.iter().find(begins).copied().unwrap_or_default();
            format!("; did you mean \"{whole}\"?")
        }
        Some(_) if known.len() <= 12 => format!("; there is {}", known.join(", ")),
        Some((_, nearest)) => {
            format!("; the nearest of {} names is \"{nearest}\"", known.len())
        }
        None => String::new(),
    }
}

/// Up to a third of the letters are wrong, but not the only one.
fn is_typing_error(distance: usize, letters: usize) -> bool {
    distance <= letters.div_ceil(3) && distance < letters.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_name_or_lists_them() {
        assert_eq!(suggestion("angel", ["angle", "x"]), "; did you mean \"angle\"?");
        assert_eq!(suggestion("qqq", ["angle", "x"]), "; there is angle, x");
        assert_eq!(suggestion("a", []), "");
        assert_eq!(suggestion("x", ["y"]), "; there is y");
        assert_eq!(
            suggestion("spring", ["joint", "spring-damper"]),
            "; did you mean \"spring-damper\"?"
        );
    }

    #[test]
    fn a_message_names_file_and_line() {
        let source = Source { file: "a.toml".into(), text: "x = 1\ny = 2\n".into() };
        assert_eq!(source.error_at(6..7, "wrong").to_string(), "a.toml:2: wrong");
    }
}
