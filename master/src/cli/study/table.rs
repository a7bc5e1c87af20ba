//! Tables of results as CSV.

use std::fmt::Write;
use std::path::Path;

use crate::cli::Failure;

/// Writes rows under a header; numbers keep every digit.
pub fn write(
    path: &Path,
    header: &[&str],
    rows: impl Iterator<Item = Vec<Cell>>,
) -> Result<(), Failure> {
    let quoted: Vec<String> = header.iter().map(|name| format!("\"{name}\"")).collect();
    let mut text = quoted.join(",") + "\n";
    for row in rows {
        for (k, cell) in row.iter().enumerate() {
            let comma = if k > 0 { "," } else { "" };
            match cell {
                Cell::Number(number) => write!(text, "{comma}{number:?}"),
                Cell::Count(count) => write!(text, "{comma}{count}"),
                Cell::Name(name) => write!(text, "{comma}\"{name}\""),
            }
            .expect("text grows as needed");
        }
        text.push('\n');
    }
    let made = match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder),
        None => Ok(()),
    };
    made.and_then(|()| std::fs::write(path, text)).map_err(|error| {
        let path = path.display();
        Failure::Input(format!("{path}: cannot be written: {error}; choose another file with -o"))
    })
}

/// One cell.
pub enum Cell {
    /// A number with all its digits.
    Number(f64),
    /// A whole number; 1 stands for yes, 0 for no.
    Count(usize),
    /// A name.
    Name(String),
}
