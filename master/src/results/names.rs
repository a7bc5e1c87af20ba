//! What the files around a result file are called.

use std::path::{Path, PathBuf};

/// What the name of a result file ends in while it grows.
pub const PARTIAL: &str = ".partial";

/// The path with more at the end of its name.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Where the rows of a file are too, as plain numbers, if it cannot be read before it is complete.
pub fn rows_beside(path: &Path) -> PathBuf {
    with_ending(path, ".rows")
}

/// Where the results of a run go that did not complete, if there are others already: `a.failed.csv` for `a.csv`.
pub fn failed(path: &Path) -> PathBuf {
    let ending = path.extension().map_or("".into(), |ending| ending.to_string_lossy());
    let ending = if ending.is_empty() { "failed".into() } else { format!("failed.{ending}") };
    path.with_extension(ending)
}
