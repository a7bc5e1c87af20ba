//! Values of a law that must be of a kind.

use coupling::law::{Characteristic, Table, TableError};

/// A parameter that must be greater than zero.
pub fn positive(name: &str, value: f64) -> Result<f64, String> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(format!("{name} is {value}; it must be greater than zero"))
    }
}

/// A parameter that must not be less than zero.
pub fn not_negative(name: &str, value: f64) -> Result<f64, String> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err(format!("{name} is {value}; it must not be negative"))
    }
}

/// A coefficient or a table, as the user gave one of them.
pub(super) fn characteristic(
    name: &str,
    coefficient: Option<f64>,
    table: &Option<Vec<[f64; 2]>>,
    smooth: bool,
) -> Result<Option<Characteristic>, String> {
    match (coefficient, table) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(format!("both {name} and {name}_table are given; remove one")),
        (Some(value), None) => Ok(Some(Characteristic::Linear(not_negative(name, value)?))),
        (None, Some(points)) => {
            let join = if smooth { Table::smooth } else { Table::linear };
            let wrong = |error: TableError| format!("{name}_table: {error}");
            Ok(Some(Characteristic::Table(join(points.clone()).map_err(wrong)?)))
        }
    }
}
