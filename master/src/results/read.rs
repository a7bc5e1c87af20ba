//! Results read back, whatever their format.

use std::path::Path;

use crate::table::Table;

/// The columns of a result file, CSV or Parquet by its ending.
pub fn table(results: &Path) -> Result<Table, String> {
    match results.extension().and_then(|ending| ending.to_str()) {
        #[cfg(feature = "parquet")]
        Some("parquet") => super::parquet_table::read(results)
            .map_err(|reason| format!("{}: {reason}", results.display())),
        #[cfg(not(feature = "parquet"))]
        Some("parquet") => {
            Err(format!("{}: this program was built without Parquet", results.display()))
        }
        _ => Table::open(results).map_err(|error| error.to_string()),
    }
}
