//! What a file of results offers to the thread that writes it.

use std::io;

use crate::scenario::check::ColumnKind;

/// Bytes in a result file and in what lies beside it while it grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes(pub u64, pub u64);

/// Rows could not be written, but for the first ones.
#[derive(Debug)]
pub struct Incomplete {
    /// How many could.
    pub rows: usize,
    /// Why no more.
    pub error: io::Error,
}

/// A name and a kind for each column, that of the time included.
pub type Headings<'a> = &'a [(&'a str, ColumnKind)];

/// A file of rows.
pub trait Format: Send {
    /// Puts rows on the disk, each the time and then a value for each column.
    fn write(&mut self, rows: &[f64]) -> Result<(), Incomplete>;

    /// How large the files are with the rows so far.
    fn sizes(&self) -> Sizes;

    /// Completes the file.
    fn finish(&mut self) -> io::Result<()>;
}
