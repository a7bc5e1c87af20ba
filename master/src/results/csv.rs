//! Results as CSV: `"time","slave.variable"`, one row per communication point.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::format::{Format, Headings, Incomplete, Sizes};
use crate::scenario::check::ColumnKind;

/// So many numbers are turned into digits before these are gathered: reading digits that have just been
/// written would wait for them.
const AT_ONCE: usize = 8;

/// A CSV file that grows with the run.
///
/// Numbers have as many digits, at most 17, as it takes to read the same bits back.
pub struct Csv {
    file: File,
    size: u64,
    /// That of the time, then those of the columns.
    kinds: Vec<ColumnKind>,
    text: Vec<u8>,
}

impl Csv {
    /// Creates the file and writes its header.
    pub fn create(path: &Path, headings: Headings) -> io::Result<Self> {
        let names = headings.iter().map(|(name, _)| format!("\"{}\"", name.replace('"', "\"\"")));
        let header = names.collect::<Vec<_>>().join(",") + "\n";
        let mut file = File::create(path)?;
        file.write_all(header.as_bytes())?;
        Ok(Self::after(file, header.len() as u64, headings))
    }

    /// Goes on at the end of a file of complete rows.
    pub fn after(file: File, size: u64, headings: Headings) -> Self {
        let kinds = headings.iter().map(|(_, kind)| *kind).collect();
        Self { file, size, kinds, text: Vec::new() }
    }

    fn format(&mut self, rows: &[f64]) {
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
                        ColumnKind::Integer => {
                            write!(self.text, "{}", *value as i64).expect("text grows as needed")
                        }
                    }
                    self.text.push(b',');
                }
            }
            if let Some(last) = self.text.last_mut() {
                *last = b'\n';
            }
        }
    }
}

impl Format for Csv {
    /// Of rows that do not fit on the disk the complete ones stay.
    fn write(&mut self, rows: &[f64]) -> Result<(), Incomplete> {
        self.format(rows);
        let (written, done) = write_some(&mut self.file, &self.text);
        let Err(error) = done else {
            self.size += written as u64;
            return Ok(());
        };
        let complete = self.text[..written].iter().rposition(|byte| *byte == b'\n');
        let complete = &self.text[..complete.map_or(0, |end| end + 1)];
        self.size += complete.len() as u64;
        // A device cannot be cut off, and needs not.
        let _ = self.file.set_len(self.size);
        let rows = complete.iter().filter(|byte| **byte == b'\n').count();
        Err(Incomplete { rows, error })
    }

    fn sizes(&self) -> Sizes {
        Sizes(self.size, 0)
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes as much as possible; says how much that was.
pub(super) fn write_some(file: &mut File, mut bytes: &[u8]) -> (usize, io::Result<()>) {
    let size = bytes.len();
    while !bytes.is_empty() {
        match file.write(bytes) {
            Ok(0) => return (size - bytes.len(), Err(io::ErrorKind::WriteZero.into())),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (size - bytes.len(), Err(error)),
        }
    }
    (size, Ok(()))
}
