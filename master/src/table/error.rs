//! Why a CSV file cannot be used, and what to do.

use std::path::PathBuf;

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
