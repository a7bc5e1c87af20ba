//! Whether an FMU that claims to follow slopes of its inputs does so.

use super::Check;
use super::report::Verdict;
use super::rewind::found;
use std::path::Path;

/// Whether a probe, made once and remembered, found that slopes of inputs have no effect, the wrong
/// one, or break the FMU. An FMU that cannot be probed, or on which nothing can be seen, is trusted.
pub fn ignores_input_derivatives(fmu: &Path) -> bool {
    let wrong = [
        Verdict::Ignored,
        Verdict::Wrong,
        Verdict::Differs,
        Verdict::Fails,
        Verdict::Error,
        Verdict::Crash,
        Verdict::Hang,
    ];
    found(fmu, Check::InputDerivatives).is_some_and(|found| wrong.contains(&found.verdict))
}
