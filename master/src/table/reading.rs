//! Reading a CSV file, and telling what is wrong with one.

use std::path::Path;

use super::{Table, TableError};
use crate::plain_file;

impl Table {
    /// Reads a CSV file with a header, whose first column is the time.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::open_with(path, |_| true)
    }

    /// Reads a CSV file as [`open`](Self::open) does, without the columns that are not `wanted`, which may hold
    /// any text.
    pub fn open_with(path: &Path, wanted: impl Fn(&str) -> bool) -> Result<Self, TableError> {
        let csv = |error: csv::Error| unreadable(path, &error);
        let file = plain_file::open(path).map_err(|error| csv(error.into()))?;
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
        let header: Vec<String> = reader.headers().map_err(csv)?.iter().map(String::from).collect();
        check_header(path, &header)?;
        if header.iter().skip(1).any(|name| name == "time") {
            return Err(TableError::TimeNotFirst { path: path.into() });
        }
        let is_wanted: Vec<bool> =
            header.iter().enumerate().map(|(k, name)| k == 0 || wanted(name)).collect();
        let chosen = header.iter().zip(&is_wanted).skip(1).filter(|(_, wanted)| **wanted);
        let columns = chosen.map(|(name, _)| name.clone()).collect();
        let mut table = Self { path: path.into(), columns, time: vec![], values: vec![] };
        for record in reader.records() {
            let record = record.map_err(csv)?;
            let line = record.position().map_or(0, csv::Position::line);
            for (k, text) in record.iter().enumerate().filter(|(k, _)| is_wanted[*k]) {
                let value = number(text).filter(|value| k > 0 || value.is_finite());
                let value = value.ok_or_else(|| TableError::Number {
                    path: path.into(),
                    line,
                    column: header[k].clone(),
                    text: text.into(),
                    remedy: remedy(text, table.time.is_empty()),
                })?;
                if k > 0 {
                    table.values.push(value);
                    continue;
                }
                if let Some(&before) = table.time.last().filter(|before| **before > value) {
                    return Err(TableError::Order {
                        path: path.into(),
                        line,
                        before,
                        after: value,
                    });
                }
                table.time.push(value);
            }
        }
        if table.time.is_empty() { Err(TableError::Empty { path: path.into() }) } else { Ok(table) }
    }
}

/// Finds out other separators, and whether there are names at all.
fn check_header(path: &Path, header: &[String]) -> Result<(), TableError> {
    let shown = path.display();
    if let [line] = header {
        let (separator, command) = match line {
            line if line.contains(';') => {
                ("semicolons", format!("sed 's/,/./g; s/;/,/g' {shown} > new.csv"))
            }
            line if line.contains('\t') => ("tabs", format!("tr '\\t' ',' < {shown} > new.csv")),
            _ => return Ok(()),
        };
        return Err(TableError::Separator { path: path.into(), separator, command });
    }
    match header.iter().find(|name| name.parse::<f64>().is_ok()) {
        Some(number) => Err(TableError::NoHeader { path: path.into(), number: number.clone() }),
        None => Ok(()),
    }
}

/// Why a text may stand where a number belongs.
fn remedy(text: &str, is_first_row: bool) -> &'static str {
    match text.replace(',', ".").parse::<f64>() {
        Ok(_) => "; write decimal points instead of commas",
        Err(_) if text.is_empty() => "; every row needs a value in each column",
        Err(_) if is_first_row => "; if this line has the units, remove it",
        Err(_) => "",
    }
}

fn unreadable(path: &Path, error: &csv::Error) -> TableError {
    let path = path.into();
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => TableError::Ragged {
            path,
            line: pos.as_ref().map_or(0, csv::Position::line),
            found: *len,
            wanted: *expected_len,
            remedy: if *len > *expected_len {
                "; if it has decimal commas, write points"
            } else {
                ""
            },
        },
        csv::ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
            TableError::Csv { path, reason: "there is no such file".into() }
        }
        csv::ErrorKind::Utf8 { .. } => TableError::Csv {
            path,
            reason: "no text in UTF-8; a spreadsheet is saved as CSV first".into(),
        },
        _ => TableError::Csv { path, reason: format!("cannot be read: {error}") },
    }
}

fn number(text: &str) -> Option<f64> {
    match text {
        "true" | "True" => Some(1.0),
        "false" | "False" => Some(0.0),
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::table;
    use super::*;

    #[test]
    fn a_word_where_a_number_belongs_is_named_with_its_line() {
        let message = table("time,u\n0,1\n1,abc\n").unwrap_err().to_string();
        assert!(message.contains(":3: column \"u\": \"abc\" is not a number"), "{message}");
        let message = table("time,u\n1,1\n0,2\n").unwrap_err().to_string();
        assert!(message.contains("time runs back from 1 to 0"), "{message}");
        let message = table("time,u\nnan,1\n").unwrap_err().to_string();
        assert!(message.contains(":2: column \"time\": \"nan\" is not a number"), "{message}");
    }

    #[test]
    fn columns_that_are_not_wanted_may_hold_text() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "time,s,u\n0,words,1\n1,more words,2\n").unwrap();
        assert!(Table::open(file.path()).is_err());
        let table = Table::open_with(file.path(), |name| name != "s").unwrap();
        assert_eq!(table.columns(), ["u"]);
        assert_eq!(table.rows(0).collect::<Vec<_>>(), [(0.0, 1.0), (1.0, 2.0)]);
    }

    #[test]
    fn a_table_of_another_shape_is_refused() {
        let message = table("time,u\n0,1\n1\n").unwrap_err().to_string();
        assert!(message.ends_with(":3: 1 fields where the header has 2"), "{message}");
        let message = table("time,u\n0,1,5\n").unwrap_err().to_string();
        assert!(message.ends_with("has 2; if it has decimal commas, write points"), "{message}");
        let message = table("u,time\n0,1\n").unwrap_err().to_string();
        assert!(message.ends_with("the column \"time\" must be the first"), "{message}");
    }

    #[test]
    fn tables_of_other_programs_are_told_how_to_convert() {
        let message = |text: &str| table(text).unwrap_err().to_string();
        let said = message("time;u\n0;1,5\n");
        assert!(
            said.contains("separated by semicolons instead of commas; convert it: sed"),
            "{said}"
        );
        assert!(said.ends_with("> new.csv"), "{said}");
        assert!(
            message("time\tu\n0\t1\n")
                .contains("by tabs instead of commas; convert it: tr '\\t' ','")
        );
        assert!(message("0,1.5\n1,2\n").contains("the first line has the number 0 where the name"));
        assert!(
            message("time,u\n[s],[N]\n0,1\n").ends_with("if this line has the units, remove it")
        );
        assert!(message("time,u\n0,\n").ends_with("every row needs a value in each column"));
        assert!(message("time,u\n0,\"1,5\"\n").ends_with("write decimal points instead of commas"));
    }
}
