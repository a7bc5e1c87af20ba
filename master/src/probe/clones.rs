//! Whether instances of an FMU can run from each other's states.

use std::path::Path;

use super::lookup::found;
use super::{Check, Found, Verdict};

/// What a probe, made once and remembered, found against running an FMU in clones: states that another
/// instance does not take over exactly, or instances that disturb each other. An FMU that cannot be
/// probed is trusted.
pub fn against_clones(fmu: &Path) -> Option<Found> {
    let other = |check, wanted| found(fmu, check).filter(|found| found.verdict != wanted);
    let bytes = other(Check::Serialise, Verdict::Exact);
    bytes.or_else(|| other(Check::SecondInstance, Verdict::Independent))
}
