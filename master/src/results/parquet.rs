//! Results as Parquet: the columns of the CSV, in row groups, for runs that are large.
//!
//! A Parquet file can be read once it is complete: a run that fails completes it, a run that is killed
//! leaves it unreadable.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::{DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::writer::Format;
use crate::scenario::check::{Column, ColumnKind};

/// Values in a row group, which is in memory until it is full.
const GROUP: usize = 1 << 18;

/// A Parquet file that grows with the run.
pub struct Parquet {
    /// None once it is complete.
    file: Option<SerializedFileWriter<File>>,
    kinds: Vec<ColumnKind>,
    rows: Vec<f64>,
    column: Vec<f64>,
    whole: Vec<i64>,
}

impl Parquet {
    /// Creates the file.
    pub fn create(path: &Path, columns: &[Column]) -> io::Result<Self> {
        let mut kinds = vec![ColumnKind::Real];
        kinds.extend(columns.iter().map(|column| column.kind));
        let names =
            std::iter::once("time").chain(columns.iter().map(|column| column.name.as_str()));
        let field = |(name, kind): (&str, &ColumnKind)| {
            let physical = match kind {
                ColumnKind::Real => Physical::DOUBLE,
                ColumnKind::Integer => Physical::INT64,
            };
            let field = Type::primitive_type_builder(name, physical);
            field.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let fields: Result<Vec<_>, _> = names.zip(&kinds).map(field).collect();
        let schema = Type::group_type_builder("results").with_fields(fields.map_err(other)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false);
        let schema = Arc::new(schema.build().map_err(other)?);
        let properties = Arc::new(properties.build());
        let file = SerializedFileWriter::new(File::create(path)?, schema, properties);
        let (rows, column, whole) = (Vec::with_capacity(GROUP), Vec::new(), Vec::new());
        Ok(Self { file: Some(file.map_err(other)?), kinds, rows, column, whole })
    }

    /// Writes the rows that are in memory as a row group.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let Self { file: Some(file), kinds, rows, column, whole } = self else { return Ok(()) };
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
    fn write(&mut self, rows: &[f64]) -> io::Result<()> {
        self.rows.extend_from_slice(rows);
        if self.rows.len() >= GROUP { self.write_group().map_err(other) } else { Ok(()) }
    }

    /// What is not a whole row group yet stays in memory: nobody could read it.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group().map_err(other)?;
        }
        let file = self.file.take();
        file.map_or(Ok(()), |file| file.close().map(drop).map_err(other))
    }
}

fn other(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
