//! Results as CSV: `"time","slave.variable"`, one row per communication point.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::writer::Format;
use crate::scenario::check::{Column, ColumnKind};

/// So many numbers are turned into digits before these are gathered: reading digits that have just been
/// written would wait for them.
const AT_ONCE: usize = 8;

/// A CSV file that grows with the run.
///
/// Numbers have as many digits, at most 17, as it takes to read the same bits back.
pub struct Csv {
    file: BufWriter<File>,
    /// That of the time, then those of the columns.
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
        let kinds = columns.iter().map(|column| column.kind);
        let kinds = std::iter::once(ColumnKind::Real).chain(kinds).collect();
        Ok(Self { file, kinds, text: Vec::new() })
    }
}

impl Format for Csv {
    fn write(&mut self, rows: &[f64]) -> io::Result<()> {
        let mut digits = [(); AT_ONCE].map(|()| zmij::Buffer::new());
        self.text.clear();
        for row in rows.chunks_exact(self.kinds.len()) {
            for (values, kinds) in row.chunks(AT_ONCE).zip(self.kinds.chunks(AT_ONCE)) {
                let mut written = [""; AT_ONCE];
                for ((buffer, text), value) in digits.iter_mut().zip(&mut written).zip(values) {
                    *text = buffer.format(*value);
                }
                for ((text, kind), value) in written.iter().zip(kinds).zip(values) {
                    match kind {
                        ColumnKind::Real => self.text.extend_from_slice(text.as_bytes()),
                        ColumnKind::Integer => write!(self.text, "{}", *value as i64)?,
                    }
                    self.text.push(b',');
                }
            }
            if let Some(last) = self.text.last_mut() {
                *last = b'\n';
            }
        }
        self.file.write_all(&self.text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
