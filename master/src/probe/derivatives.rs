//! Whether an FMU that claims to follow slopes of its inputs, or to know those of its outputs, does.

use std::path::Path;

use super::Check;
use super::checks::FOLLOWS_SLOPES;
use super::lookup::found;
use super::verdict::Verdict;

/// Verdicts on something that had better not be used.
const WRONG: [Verdict; 8] = [
    Verdict::Ignored,
    Verdict::Wrong,
    Verdict::Differs,
    Verdict::NotANumber,
    Verdict::Fails,
    Verdict::Error,
    Verdict::Crash,
    Verdict::Hang,
];

/// Whether a probe, made once and remembered, found that slopes of inputs have no effect, the wrong
/// one, or break the FMU. An FMU that cannot be probed, or on which nothing can be seen, is trusted.
pub fn ignores_input_derivatives(fmu: &Path) -> bool {
    is_wrong(fmu, Check::InputDerivatives)
}

/// Whether such a probe found that slopes of outputs are not what the outputs do.
pub fn lacks_output_derivatives(fmu: &Path) -> bool {
    is_wrong(fmu, Check::OutputDerivatives)
}

/// Whether such a probe did not find that slopes of outputs which depend on inputs at once stay those of the last step
/// when slopes of inputs are set.
pub fn follows_slopes(fmu: &Path) -> bool {
    let found = found(fmu, Check::OutputDerivatives);
    found.and_then(|found| found.data.get(FOLLOWS_SLOPES)?.as_bool()).unwrap_or(true)
}

fn is_wrong(fmu: &Path, check: Check) -> bool {
    found(fmu, check).is_some_and(|found| WRONG.contains(&found.verdict))
}
