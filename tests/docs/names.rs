//! Files, types and functions that ARCHITECTURE.md and CONTRIBUTING.md name are there.

use std::fs;
use std::path::{Path, PathBuf};

use macrostep_tests::root;
use pulldown_cmark::{Event, Options, Parser};

/// Everything in the project, by its path from the root, with the text of Rust files.
fn tree(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let below = path.strip_prefix(root()).expect("inside").to_path_buf();
        if !path.is_dir() {
            let rust = name.ends_with(".rs");
            let text = if rust { fs::read_to_string(&path).expect("text") } else { String::new() };
            found.push((below, text));
        } else if !["target", ".venv", ".git"].contains(&name.as_str()) {
            found.push((below, String::new()));
            tree(&path, found);
        }
    }
}

/// What a page sets as code within its sentences.
fn code(text: &str) -> Vec<String> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    let code = events.filter_map(|event| match event {
        Event::Code(code) => Some(code.into_string()),
        _ => None,
    });
    code.collect()
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a file defines something of this name with one of the keywords.
fn defines(text: &str, keywords: &[&str], name: &str) -> bool {
    keywords.iter().any(|keyword| {
        let definition = format!("{keyword} {name}");
        text.match_indices(&definition).any(|(at, _)| {
            let after = text[at + definition.len()..].chars().next();
            !after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    })
}

/// What is wrong with a piece of code, if it names a file, a type, or a function with its brackets or its type.
fn problem(code: &str, tree: &[(PathBuf, String)]) -> Option<String> {
    const TYPES: [&str; 4] = ["struct", "enum", "trait", "type"];
    let is_path = code.contains('/') || code.ends_with(".rs") || code.ends_with(".md");
    if is_path && !code.contains([' ', '*']) && !code.starts_with("target/") {
        let there = tree.iter().any(|(path, _)| path.ends_with(code.trim_end_matches('/')));
        return (!there).then(|| format!("there is no `{code}`"));
    }
    let (of, name) = match code.rsplit_once("::") {
        Some((of, name)) => (Some(of), name.trim_end_matches("()")),
        None => (None, code.trim_end_matches("()")),
    };
    if !is_name(name) || of.is_some_and(|of| !is_name(of)) {
        return None;
    }
    let is_type = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
    let there =
        |kinds: &[&str], name: &str| tree.iter().any(|(_, text)| defines(text, kinds, name));
    let missing = match of {
        Some(of) if is_type(of) && !is_type(name) => {
            let files = tree.iter().filter(|(_, text)| defines(text, &TYPES, of));
            let folders: Vec<&Path> = files.filter_map(|(path, _)| path.parent()).collect();
            !tree.iter().any(|(path, text)| {
                defines(text, &["fn"], name)
                    && folders.iter().any(|folder| path.starts_with(folder))
            })
        }
        None if is_type(name) && name.chars().any(|c| c.is_ascii_lowercase()) => {
            !there(&TYPES, name)
        }
        None if code.ends_with("()") => !there(&["fn"], name),
        _ => false,
    };
    missing.then(|| format!("nothing is called `{code}`"))
}

#[test]
fn files_types_and_functions_that_the_documents_name_are_there() {
    let mut found = Vec::new();
    tree(root(), &mut found);
    let mut problems = Vec::new();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(page)).expect("a page");
        let told = code(&text).into_iter().filter_map(|code| problem(&code, &found));
        problems.extend(told.map(|told| format!("{page}: {told}")));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn wrong_names_are_found() {
    let text = "pub struct Network {}\nimpl Network { fn step_each(&self) {} }".into();
    let tree = [("a/src/network.rs".into(), text), ("a/src".into(), String::new())];
    for right in [
        "src/network.rs",
        "network.rs",
        "a/src/",
        "Network",
        "Network::step_each",
        "step_each()",
        "cargo test",
        "h",
    ] {
        assert_eq!(problem(right, &tree), None, "{right}");
    }
    for wrong in ["work.rs", "b/network.rs", "Net", "Network::step", "step()", "src/no/"] {
        assert!(problem(wrong, &tree).is_some(), "{wrong}");
    }
}
