//! Results in Parquet, read back.

use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::plain_file;
use crate::table::Table;

/// Reads a Parquet file of numbers whose first column is the time.
pub fn read(path: &Path) -> Result<Table, String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("cannot be read: {error}");
    let file = plain_file::open(path).map_err(|error| unreadable(&error))?;
    let reader = SerializedFileReader::new(file).map_err(|error| unreadable(&error))?;
    let fields = reader.metadata().file_metadata().schema().get_fields().to_vec();
    let names: Vec<String> = fields.iter().map(|field| field.name().into()).collect();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).map_err(|error| unreadable(&error))? {
        let row = row.map_err(|error| unreadable(&error))?;
        let number = |(name, field): (&String, &Field)| match field {
            Field::Double(value) => Ok(*value),
            Field::Long(value) => Ok(*value as f64),
            other => Err(format!("column \"{name}\": {other} is not a number")),
        };
        let row: Result<Vec<f64>, String> = row.get_column_iter().map(number).collect();
        rows.push(row?);
    }
    Table::of_rows(path, names, rows)
}
