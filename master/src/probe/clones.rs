//! Whether instances of an FMU can run from each other's states.

use std::path::Path;

use super::lookup::found;
use super::{Check, Found, Verdict};

/// What a probe, made once and remembered, found against running an FMU in clones: states that another
/// instance does not take over exactly, or, where they are `together` in one process, instances that disturb each
/// other. An FMU that cannot be probed is trusted.
pub fn against_clones(fmu: &Path, together: bool) -> Option<Found> {
    let other = |check, wanted| found(fmu, check).filter(|found| found.verdict != wanted);
    let disturbed = || other(Check::SecondInstance, Verdict::Independent);
    other(Check::Serialise, Verdict::Exact).or_else(|| together.then(disturbed).flatten())
}
