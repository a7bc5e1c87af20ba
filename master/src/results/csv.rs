//! Results as CSV: `"time","slave.variable"`, one row per communication point.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::writer::Format;
use crate::scenario::check::{Column, ColumnKind};

/// A CSV file that grows with the run.
///
/// Numbers have as many digits, at most 17, as it takes to read the same bits back.
pub struct Csv {
    file: BufWriter<File>,
    kinds: Vec<ColumnKind>,
    text: Vec<u8>,
}

impl Csv {
    /// Creates the file and writes its header.
    pub fn create(path: &Path, columns: &[Column]) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        file.write_all(b"\"time\"")?;
        for column in columns {
            write!(file, ",\"{}\"", column.name.replace('"', "\"\""))?;
        }
        file.write_all(b"\n")?;
        let kinds = columns.iter().map(|column| column.kind).collect();
        Ok(Self { file, kinds, text: Vec::new() })
    }
}

impl Format for Csv {
    fn write(&mut self, rows: &[f64]) -> io::Result<()> {
        let mut digits = zmij::Buffer::new();
        self.text.clear();
        for row in rows.chunks_exact(self.kinds.len() + 1) {
            self.text.extend_from_slice(digits.format(row[0]).as_bytes());
            for (value, kind) in row[1..].iter().zip(&self.kinds) {
                self.text.push(b',');
                match kind {
                    ColumnKind::Real => {
                        self.text.extend_from_slice(digits.format(*value).as_bytes());
                    }
                    ColumnKind::Integer => write!(self.text, "{}", *value as i64)?,
                }
            }
            self.text.push(b'\n');
        }
        self.file.write_all(&self.text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
