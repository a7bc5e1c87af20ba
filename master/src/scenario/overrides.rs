//! Fields set on the command line: `--set simulation.step=1e-4`.
//!
//! They change the scenario's text, so that the results record what was run. A line that comes from
//! the command line says so in a comment, by which messages tell it from the user's own lines.

use toml_edit::{DocumentMut, Item, Key, TableLike, Value};

use super::error::suggestion;
use super::marked_lines::mark;

/// One `field=value` of the command line; fields of arrays are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Dotted path, for example `couplings.0.stiffness`.
    pub field: String,
    /// A TOML value; text needs no quotes.
    pub value: String,
}

impl std::str::FromStr for Override {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (field, value) =
            text.split_once('=').ok_or("write field=value, for example simulation.step=1e-3")?;
        Ok(Self { field: field.trim().into(), value: value.trim().into() })
    }
}

/// The text with one field set; `text` is valid TOML.
pub(super) fn apply(text: &str, change: &Override) -> Result<String, String> {
    let Override { field, value } = change;
    let wrong = |message: String| format!("--set {field}={value}: {message}");
    let path = Key::parse(field)
        .map_err(|_| wrong("names that are not plain words need quotes, as in TOML".into()))?;
    let path: Vec<&str> = path.iter().map(Key::get).collect();
    let mut document: DocumentMut = text.parse().map_err(|_| wrong("not valid TOML".into()))?;
    let value = value.parse().unwrap_or_else(|_| Value::from(value.as_str()));
    known_slave(&document, &path).map_err(wrong)?;
    set_in_table(document.as_table_mut(), &path, value).map_err(wrong)?;
    Ok(mark(text, &document.to_string()))
}

/// A slave that the file does not have begins with its FMU or CSV file.
fn known_slave(document: &DocumentMut, path: &[&str]) -> Result<(), String> {
    let ["slaves", name, field, ..] = path else { return Ok(()) };
    let slaves = document.get("slaves").and_then(Item::as_table_like);
    match slaves.filter(|slaves| !slaves.contains_key(name) && !matches!(*field, "fmu" | "csv")) {
        None => Ok(()),
        Some(slaves) => {
            let near = suggestion(name, slaves.iter().map(|(name, _)| name));
            Err(format!("there is no slave \"{name}\"{near}"))
        }
    }
}

fn set_in_table(table: &mut dyn TableLike, path: &[&str], value: Value) -> Result<(), String> {
    match path.split_first() {
        Some((name, rest)) => set(table.entry(name).or_insert(Item::None), name, rest, value),
        None => Err("it names a whole table; name a field of it".into()),
    }
}

/// Sets what `path` leads to from `item`, which is called `name`.
fn set(item: &mut Item, name: &str, path: &[&str], value: Value) -> Result<(), String> {
    let Some((part, rest)) = path.split_first() else {
        *item = Item::Value(value);
        return Ok(());
    };
    let entry = |count: usize| {
        let index = part.parse().ok().filter(|index: &usize| *index < count);
        index.ok_or_else(|| match part.parse::<usize>() {
            Ok(_) => {
                format!("there is no entry {part}; {name} has {count} of them, counted from 0")
            }
            Err(_) => {
                format!("{name} is a list; say which of its {count} entries: {name}.0.{part}")
            }
        })
    };
    match item {
        Item::None => {
            let nested = &mut item[part];
            set(nested, part, rest, value)
        }
        Item::ArrayOfTables(tables) => {
            let index = entry(tables.len())?;
            set_in_table(tables.get_mut(index).expect("the index was checked"), rest, value)
        }
        Item::Value(Value::Array(array)) => {
            let entry = array.get_mut(entry(array.len())?).expect("the index was checked");
            match (rest.is_empty(), entry.as_inline_table_mut()) {
                (true, _) => *entry = value,
                (false, Some(table)) => return set_in_table(table, rest, value),
                (false, None) => return Err(format!("entry {part} of {name} has no fields")),
            }
            Ok(())
        }
        _ => match item.as_table_like_mut() {
            Some(table) => set_in_table(table, path, value),
            None => Err(format!("{name} is a single value and has no field {part}")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::marked_lines::own_line;

    const TEXT: &str = "[a]\nx = 1\nlist = [\n  1,\n  2,\n]\n[b]\ny = 2\n[[c]]\nz = 3\n";

    fn after(changes: &[&str]) -> String {
        changes
            .iter()
            .fold(TEXT.to_string(), |text, change| apply(&text, &change.parse().unwrap()).unwrap())
    }

    fn line_of(text: &str, wanted: &str) -> Option<usize> {
        own_line(text, text.lines().position(|line| line.starts_with(wanted)).unwrap())
    }

    #[test]
    fn lines_of_the_file_keep_their_numbers() {
        let text = after(&["a.new=1", "a.list=[5]", "a.new=2", "c.0.z=4", "d.e.f=word"]);
        assert_eq!(line_of(&text, "[a]"), Some(1));
        assert_eq!(line_of(&text, "x = 1"), Some(2));
        assert_eq!(line_of(&text, "y = 2"), Some(8));
        assert_eq!(line_of(&text, "[[c]]"), Some(9));
        for set in ["new = 2", "list = [5]", "z = 4", "d = "] {
            assert_eq!(line_of(&text, set), None, "{set} in\n{text}");
        }
    }

    #[test]
    fn what_cannot_be_set_is_said() {
        let message = |change: &str| apply(TEXT, &change.parse().unwrap()).unwrap_err();
        assert!(
            message("c.1.z=1").ends_with("there is no entry 1; c has 1 of them, counted from 0")
        );
        assert!(message("a.x.y=1").ends_with("x is a single value and has no field y"));
        assert!(message("c.0=1").ends_with("it names a whole table; name a field of it"));
        assert!(message("a.list.0.x=1").ends_with("entry 0 of list has no fields"));
        assert!(message("a.der(x)=1").contains("need quotes"));
        assert!("a.x".parse::<Override>().is_err());
    }
}
