//! Names of variables by their convention (FMI 2.0, section 2.2.9).
//!
//! ```text
//! name       = identifier | "der(" identifier [ "," digits ] ")"
//! identifier = B-name [ indices ] { "." B-name [ indices ] }
//! B-name     = nondigit { digit | nondigit } | "'" ( Q-char | escape ) { Q-char | escape } "'"
//! indices    = "[" digits { "," digits } "]"
//! ```

use crate::{Keyword, ModelDescription, NamingConvention, Problem};

/// The problems of all names.
pub fn problems(description: &ModelDescription) -> Vec<Problem> {
    let convention = description.variable_naming_convention.as_ref().and_then(Keyword::known);
    let structured = convention == Some(NamingConvention::Structured);
    let mut found = Vec::new();
    for name in description.variables().iter().map(|variable| variable.name.as_str()) {
        if name.contains(['\r', '\n', '\t']) {
            let message = format!("variable {name:?}: a line break or tab in its name");
            found.push(Problem::warning("D31", message));
        } else if structured && !is_structured(name) && !name.is_empty() {
            let message = format!(
                "variable \"{name}\": the name does not follow the structured naming convention"
            );
            found.push(Problem::warning("D31", message));
        }
    }
    found
}

/// Whether the grammar of structured names gives this one.
fn is_structured(name: &str) -> bool {
    identifier(name) == Some("") || derivative(name) == Some("")
}

fn derivative(text: &str) -> Option<&str> {
    let rest = identifier(text.strip_prefix("der(")?)?;
    let rest = match rest.strip_prefix(',') {
        Some(order) => digits(order)?,
        None => rest,
    };
    rest.strip_prefix(')')
}

// Each of these takes what it describes from the front and gives the rest, or nothing.

fn identifier(mut text: &str) -> Option<&str> {
    loop {
        text = part(text)?;
        if let Some(inner) = text.strip_prefix('[') {
            text = indices(inner)?;
        }
        match text.strip_prefix('.') {
            Some(next) => text = next,
            None => return Some(text),
        }
    }
}

fn part(text: &str) -> Option<&str> {
    match text.strip_prefix('\'') {
        Some(quoted) => end_of_quoted(quoted),
        None => {
            let is_nondigit = |c: char| c == '_' || c.is_ascii_alphabetic();
            text.starts_with(is_nondigit).then_some(())?;
            Some(text.trim_start_matches(|c: char| is_nondigit(c) || c.is_ascii_digit()))
        }
    }
}

/// Q-chars and escapes up to the closing quote.
fn end_of_quoted(quoted: &str) -> Option<&str> {
    let mut rest = quoted;
    loop {
        let first = rest.chars().next()?;
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '\'' if rest.len() < quoted.len() => return Some(after),
            '\\' => {
                after.strip_prefix(['\'', '"', '?', '\\', 'a', 'b', 'f', 'n', 'r', 't', 'v'])?
            }
            ' ' | '_' => after,
            c if c.is_ascii_alphanumeric() => after,
            c if "!#$%&()*+,-./:;<>=?@[]^{}|~".contains(c) => after,
            _ => return None,
        };
    }
}

fn indices(mut text: &str) -> Option<&str> {
    loop {
        text = digits(text)?;
        match text.strip_prefix(',') {
            Some(next) => text = next,
            None => return text.strip_prefix(']'),
        }
    }
}

fn digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::is_structured;

    #[test]
    fn the_grammar_tells_structured_names_from_others() {
        let right = [
            "a",
            "_a1",
            "a.b[1,22].c",
            "der(a.b[3])",
            "der(x,2)",
            "'odd name'.x",
            "'it\\'s'",
            "der",
        ];
        for name in right {
            assert!(is_structured(name), "{name}");
        }
        let wrong = [
            "",
            "1a",
            "a b",
            "a.",
            ".a",
            "a[",
            "a[]",
            "a[1, 2]",
            "a[x]",
            "a-b",
            "der(a",
            "der()",
            "der(x,)",
            "''",
            "'a",
            "'a\\z'",
            "ä",
            "a..b",
            "der(der(x))",
            "a[1]b",
            "-a",
        ];
        for name in wrong {
            assert!(!is_structured(name), "{name}");
        }
    }
}
