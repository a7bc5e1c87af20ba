//! Whether an FMU bears what it declares: steps of other lengths, and fmi2Reset.

use std::path::Path;

use super::Check;
use super::lookup::found;
use super::verdict::{Found, Verdict};

/// What a probe, made once and remembered, found against steps of other lengths, though the FMU declares that
/// it takes them. That the result depends on them is another matter.
pub fn refuses_other_steps(fmu: &Path) -> Option<Found> {
    let refused = [Verdict::Refused, Verdict::Fails, Verdict::Error, Verdict::Crash, Verdict::Hang];
    found(fmu, Check::VariableStep).filter(|found| refused.contains(&found.verdict))
}

/// Whether a run after fmi2Reset is the first run again; so it is taken to be where nobody can find out.
pub fn resets(fmu: &Path) -> bool {
    found(fmu, Check::Reset).is_none_or(|found| found.verdict == Verdict::Repeats)
}
