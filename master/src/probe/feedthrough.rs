//! Outputs that follow inputs without a step and are not declared to.

use std::path::Path;

use super::Check;
use super::checks::UNDECLARED;
use super::lookup::found;

/// Pairs of an output and an input on which a probe, made once and remembered, saw it depend at once, though
/// the FMU does not declare it.
pub fn undeclared_feedthrough(fmu: &Path) -> Vec<(String, String)> {
    let pairs = found(fmu, Check::Feedthrough).and_then(|mut found| found.data.remove(UNDECLARED));
    pairs.and_then(|pairs| serde_json::from_value(pairs).ok()).unwrap_or_default()
}
