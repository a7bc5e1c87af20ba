//! Prints a Parquet file of results as CSV, for campaigns that have no reader of their own.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

fn main() {
    let path = std::env::args_os().nth(1).expect("a file");
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let fields = reader.metadata().file_metadata().schema().get_fields().to_vec();
    let names: Vec<&str> = fields.iter().map(|field| field.name()).collect();
    println!("{}", names.join(","));
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let numbers = row.get_column_iter().map(|(_, field)| match field {
            Field::Double(value) => format!("{value:?}"),
            other => other.to_string(),
        });
        println!("{}", numbers.collect::<Vec<_>>().join(","));
    }
}
