//! A CSV file as signals over time, by the rules of the FMI cross-check: linear between rows or held
//! until the next one, with a jump where two rows have the same time.

mod slave;

use std::path::{Path, PathBuf};

use crate::plain_file;

pub use self::slave::TableSlave;

/// Why a CSV file cannot be used as a table over time.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read as CSV.
    #[error("{}: {reason}", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// What the reader says.
        reason: String,
    },
    /// A row has more or fewer fields than the header.
    #[error("{}:{line}: {found} fields where the header has {wanted}{remedy}", path.display())]
    Ragged {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// Fields in the row.
        found: u64,
        /// Fields in the header.
        wanted: u64,
        /// What may be the reason.
        remedy: &'static str,
    },
    /// The columns are not separated by commas.
    #[error("{}: the columns are separated by {separator} instead of commas; convert it: {command}", path.display())]
    Separator {
        /// The file.
        path: PathBuf,
        /// What stands between the columns.
        separator: &'static str,
        /// What makes it a file that can be read.
        command: String,
    },
    /// The first line has numbers.
    #[error("{}: the first line has the number {number} where the name of a column belongs; add a header such as \
             time,u", path.display())]
    NoHeader {
        /// The file.
        path: PathBuf,
        /// What stands there.
        number: String,
    },
    /// The time is not in the first column.
    #[error("{}: the column \"time\" must be the first", path.display())]
    TimeNotFirst {
        /// The file.
        path: PathBuf,
    },
    /// A field is no number.
    #[error("{}:{line}: column \"{column}\": \"{text}\" is not a number{remedy}", path.display())]
    Number {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// The column.
        column: String,
        /// What stands there.
        text: String,
        /// What may be the reason.
        remedy: &'static str,
    },
    /// It has no rows.
    #[error("{}: has no rows; it needs a header and at least one row", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Time runs backwards.
    #[error("{}:{line}: time runs back from {before} to {after}", path.display())]
    Order {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// The time before.
        before: f64,
        /// The time there.
        after: f64,
    },
}

/// The columns of a CSV file; the first is the time.
#[derive(Clone, Debug)]
pub struct Table {
    path: PathBuf,
    columns: Vec<String>,
    time: Vec<f64>,
    /// Row by row.
    values: Vec<f64>,
}

impl Table {
    /// Reads a CSV file with a header, whose first column is the time.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::open_with(path, |_| true)
    }

    /// As [`open`](Self::open), without the columns that are not `wanted`, which may hold any text.
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
        match table.time.is_empty() {
            true => Err(TableError::Empty { path: path.into() }),
            false => Ok(table),
        }
    }

    /// The file it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of the columns after the time.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Time of the first row.
    pub fn start(&self) -> f64 {
        self.time.first().copied().unwrap_or_default()
    }

    /// Time of the last row.
    pub fn end(&self) -> f64 {
        self.time.last().copied().unwrap_or_default()
    }

    /// Time and value of a column, row by row.
    pub fn rows(&self, column: usize) -> impl Iterator<Item = (f64, f64)> + '_ {
        let values = self.values.iter().skip(column).step_by(self.columns.len().max(1));
        self.time.iter().copied().zip(values.copied())
    }

    /// A column's value just before time t, linear between rows and held outside; a row counts as
    /// lying at t if it is not further than `near` from it.
    pub fn before(&self, column: usize, t: f64, near: f64) -> f64 {
        let row = self.time.partition_point(|time| *time < t - near);
        match row < self.time.len() && self.time[row] <= t + near {
            true => self.at(row, column),
            false => self.between(row, column, t),
        }
    }

    /// A column's value just after time t, else as [`before`](Self::before).
    pub fn after(&self, column: usize, t: f64, near: f64) -> f64 {
        let row = self.time.partition_point(|time| *time <= t + near);
        match row > 0 && self.time[row - 1] >= t - near {
            true => self.at(row - 1, column),
            false => self.between(row, column, t),
        }
    }

    /// A column's value just after time t, held from row to row.
    pub fn held(&self, column: usize, t: f64, near: f64) -> f64 {
        let row = self.time.partition_point(|time| *time <= t + near);
        self.at(row.saturating_sub(1), column)
    }

    /// The times at which a column jumps: where a time is repeated with another value, and for a
    /// `held` column wherever the value changes.
    pub fn jumps(&self, column: usize, held: bool) -> impl Iterator<Item = f64> + '_ {
        let changed = move |row: &usize| {
            let new = self.at(*row, column) != self.at(row - 1, column);
            new && (held || self.time[*row] == self.time[row - 1])
        };
        (1..self.time.len()).filter(changed).map(|row| self.time[row])
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.columns.len() + column]
    }

    /// On the line between the rows before and after t, of which `row` is the later one.
    fn between(&self, row: usize, column: usize, t: f64) -> f64 {
        if row == 0 || row == self.time.len() {
            return self.at(row.saturating_sub(1), column);
        }
        let (t0, t1) = (self.time[row - 1], self.time[row]);
        let (a, b) = (self.at(row - 1, column), self.at(row, column));
        a + (b - a) * ((t - t0) / (t1 - t0))
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
            remedy: match *len > *expected_len {
                true => "; if it has decimal commas, write points",
                false => "",
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
    use super::*;

    fn table(text: &str) -> Result<Table, TableError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        Table::open(file.path())
    }

    #[test]
    fn values_are_linear_between_rows_and_jump_at_repeated_times() {
        let table = table("\"time\",\"u\"\n0,1\n1,3\n1,10\n2,10\n").unwrap();
        let values = [-1.0, 0.0, 0.5, 1.0, 3.0].map(|t| table.after(0, t, 1e-9));
        assert_eq!(values, [1.0, 1.0, 2.0, 10.0, 10.0]);
        let values = [-1.0, 0.0, 0.5, 1.0, 3.0].map(|t| table.before(0, t, 1e-9));
        assert_eq!(values, [1.0, 1.0, 2.0, 3.0, 10.0]);
        let values = [-1.0, 0.0, 0.5, 1.0, 3.0].map(|t| table.held(0, t, 1e-9));
        assert_eq!(values, [1.0, 1.0, 1.0, 10.0, 10.0]);
        assert_eq!(table.jumps(0, false).collect::<Vec<_>>(), [1.0]);
        assert_eq!(table.jumps(0, true).collect::<Vec<_>>(), [1.0, 1.0]);
    }

    #[test]
    fn a_time_beside_a_row_by_rounding_is_the_time_of_that_row() {
        // 3 · 0.1 and 7 · 0.1 lie one rounding error after 0.3 and 0.7.
        let table = table("time,u\n0,0\n0.3,1\n0.3,5\n0.7,5\n0.7,9\n1,9\n").unwrap();
        for t in [0.3, 3.0 * 0.1, 0.3 - 1e-12] {
            assert_eq!((table.before(0, t, 1e-9), table.after(0, t, 1e-9)), (1.0, 5.0), "{t}");
            assert_eq!(table.held(0, t, 1e-9), 5.0, "{t}");
        }
        for t in [0.7, 7.0 * 0.1, 0.7 - 1e-12] {
            assert_eq!((table.before(0, t, 1e-9), table.after(0, t, 1e-9)), (5.0, 9.0), "{t}");
        }
    }

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
