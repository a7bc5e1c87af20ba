//! A CSV file as signals over time, by the rules of the FMI cross-check: linear between rows or held
//! until the next one, with a jump where two rows have the same time.

mod error;
mod reading;
mod slave;

use std::path::{Path, PathBuf};

pub use self::error::TableError;
pub use self::slave::TableSlave;

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
    /// The rows of a file in another format; the first column is the time, which does not run back.
    pub fn of_rows(path: &Path, names: Vec<String>, rows: Vec<Vec<f64>>) -> Result<Self, String> {
        let Some((first, columns)) = names.split_first().filter(|_| !rows.is_empty()) else {
            return Err("has no rows".into());
        };
        let time: Vec<f64> = rows.iter().map(|row| row[0]).collect();
        if !time.is_sorted() {
            return Err(format!(
                "its first column, \"{first}\", is not the time, for it runs back"
            ));
        }
        let values = rows.iter().flat_map(|row| row[1..].to_vec()).collect();
        Ok(Self { path: path.into(), columns: columns.to_vec(), time, values })
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
        if row < self.time.len() && self.time[row] <= t + near {
            self.at(row, column)
        } else {
            self.between(row, column, t)
        }
    }

    /// A column's value just after time t, linear between rows and held outside; a row counts as
    /// lying at t if it is not further than `near` from it.
    pub fn after(&self, column: usize, t: f64, near: f64) -> f64 {
        let row = self.time.partition_point(|time| *time <= t + near);
        if row > 0 && self.time[row - 1] >= t - near {
            self.at(row - 1, column)
        } else {
            self.between(row, column, t)
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

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn table(text: &str) -> Result<Table, TableError> {
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
}
