//! Results as Parquet: the columns of the CSV, in row groups, for runs that are large.
//!
//! A Parquet file can be read once it is complete. Until then every row is in a file beside it too, number by number,
//! from which it can be made anew.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::{DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::csv::write_some;
use super::files::rows_beside;
use super::format::{Format, Headings, Incomplete, Sizes};
use crate::scenario::check::ColumnKind;

/// Values in a row group, which is in memory until it is full.
const GROUP: usize = 1 << 18;

/// A Parquet file that grows with the run.
pub struct Parquet {
    /// None once it is complete.
    file: Option<SerializedFileWriter<File>>,
    journal: Option<Journal>,
    kinds: Vec<ColumnKind>,
    rows: Vec<f64>,
    column: Vec<f64>,
    whole: Vec<i64>,
}

impl Parquet {
    /// Creates the file, and the one beside it.
    pub fn create(path: &Path, headings: Headings) -> io::Result<Self> {
        let journal = Some(Journal::create(path)?);
        Ok(Self { journal, ..Self::alone(path, headings)? })
    }

    /// Creates the file; what is beside it stays as it is.
    pub fn alone(path: &Path, headings: Headings) -> io::Result<Self> {
        let kinds = headings.iter().map(|(_, kind)| *kind).collect();
        let field = |(name, kind): &(&str, ColumnKind)| {
            let physical = match kind {
                ColumnKind::Real => Physical::DOUBLE,
                ColumnKind::Integer => Physical::INT64,
            };
            let field = Type::primitive_type_builder(name, physical);
            field.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let fields: Result<Vec<_>, _> = headings.iter().map(field).collect();
        let schema = Type::group_type_builder("results").with_fields(fields.map_err(other)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false);
        let schema = Arc::new(schema.build().map_err(other)?);
        let properties = Arc::new(properties.build());
        let file = SerializedFileWriter::new(File::create(path)?, schema, properties);
        let (rows, column, whole) = (Vec::with_capacity(GROUP), Vec::new(), Vec::new());
        Ok(Self { file: Some(file.map_err(other)?), journal: None, kinds, rows, column, whole })
    }

    /// Writes the rows that are in memory as a row group.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let Self { file: Some(file), kinds, rows, column, whole, .. } = self else { return Ok(()) };
        let width = kinds.len();
        let mut group = file.next_row_group()?;
        for (k, kind) in kinds.iter().enumerate() {
            let Some(mut writer) = group.next_column()? else { break };
            column.clear();
            column.extend(rows.iter().skip(k).step_by(width));
            match kind {
                ColumnKind::Real => writer.typed::<DoubleType>().write_batch(column, None, None)?,
                ColumnKind::Integer => {
                    whole.clear();
                    whole.extend(column.iter().map(|value| *value as i64));
                    writer.typed::<Int64Type>().write_batch(whole, None, None)?
                }
            };
            writer.close()?;
        }
        group.close()?;
        rows.clear();
        Ok(())
    }
}

impl Format for Parquet {
    fn write(&mut self, rows: &[f64]) -> Result<(), Incomplete> {
        if let Some(journal) = &mut self.journal {
            journal.write(rows, self.kinds.len())?;
        }
        self.rows.extend_from_slice(rows);
        if self.rows.len() < GROUP {
            return Ok(());
        }
        let complete = rows.len() / self.kinds.len();
        self.write_group().map_err(|error| Incomplete { rows: complete, error: other(error) })
    }

    fn sizes(&self) -> Sizes {
        Sizes(0, self.journal.as_ref().map_or(0, |journal| journal.size))
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group().map_err(other)?;
        }
        let Some(file) = self.file.take() else { return Ok(()) };
        file.close().map_err(other)?;
        self.journal.take().map_or(Ok(()), |journal| std::fs::remove_file(journal.path))
    }
}

/// Every row so far, as the bytes of its numbers.
struct Journal {
    path: PathBuf,
    file: File,
    size: u64,
    bytes: Vec<u8>,
}

impl Journal {
    fn create(path: &Path) -> io::Result<Self> {
        let path = rows_beside(path);
        Ok(Self { file: File::create(&path)?, path, size: 0, bytes: Vec::new() })
    }

    /// Of rows that do not fit on the disk the complete ones stay.
    fn write(&mut self, rows: &[f64], width: usize) -> Result<(), Incomplete> {
        self.bytes.clear();
        self.bytes.extend(rows.iter().flat_map(|number| number.to_le_bytes()));
        let (written, done) = write_some(&mut self.file, &self.bytes);
        let row = width * size_of::<f64>();
        self.size += (written / row * row) as u64;
        done.map_err(|error| {
            let _ = self.file.set_len(self.size);
            Incomplete { rows: written / row, error }
        })
    }
}

fn other(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
