//! Results as CSV: `"time","slave.variable"`, one row per communication point, written as the run
//! goes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use coupling::scheme::Outcome;

use crate::scenario::check::{Column, ColumnKind, Place};

/// The clock is looked at once in this many rows.
const ROWS_PER_LOOK: u32 = 64;
/// What is written reaches the disk at least this often while rows come.
const FLUSH_EVERY: Duration = Duration::from_millis(500);

/// A CSV file that grows with the run.
///
/// Numbers have as many digits, at most 17, as it takes to read the same bits back.
pub struct CsvWriter {
    file: BufWriter<File>,
    columns: Vec<(ColumnKind, Place)>,
    row: Vec<u8>,
    rows: u32,
    flushed: Instant,
}

impl CsvWriter {
    /// Creates the file and writes its header.
    pub fn create(path: &Path, columns: &[Column]) -> io::Result<Self> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                let reason = format!("the folder {} cannot be made: {error}", folder.display());
                io::Error::new(error.kind(), reason)
            })?;
        }
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        file.write_all(b"\"time\"")?;
        for column in columns {
            write!(file, ",\"{}\"", column.name.replace('"', "\"\""))?;
        }
        file.write_all(b"\n")?;
        Ok(Self {
            file,
            columns: columns.iter().map(|column| (column.kind, column.place)).collect(),
            row: Vec::new(),
            rows: 0,
            flushed: Instant::now(),
        })
    }

    /// Writes the row of a communication point.
    pub fn write(&mut self, t: f64, point: &Outcome) -> io::Result<()> {
        let mut digits = ryu::Buffer::new();
        self.row.clear();
        self.row.extend_from_slice(digits.format(t).as_bytes());
        for &(kind, place) in &self.columns {
            let value = match place {
                Place::Output(i) => point.y[i],
                Place::Input(i) => point.u[i],
            };
            self.row.push(b',');
            match kind {
                ColumnKind::Real => self.row.extend_from_slice(digits.format(value).as_bytes()),
                ColumnKind::Integer => write!(self.row, "{}", value as i64)?,
            }
        }
        self.row.push(b'\n');
        self.file.write_all(&self.row)?;
        self.flush_in_time()
    }

    /// Writes out what is still in memory.
    pub fn finish(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    fn flush_in_time(&mut self) -> io::Result<()> {
        self.rows += 1;
        if self.rows.is_multiple_of(ROWS_PER_LOOK) && self.flushed.elapsed() > FLUSH_EVERY {
            self.flushed = Instant::now();
            self.file.flush()?;
        }
        Ok(())
    }
}
