//! Whether steps of an FMU can be taken back: by its own word, and by a probe of it.

use super::Check;
use super::checks::OUTPUTS_RETURN;
use super::lookup::found;
use super::verdict::{Found, Verdict};
use std::path::Path;

/// How far restored states can be relied on.
#[derive(Clone, Debug, PartialEq)]
pub enum Rewind {
    /// A restored run is the run that was saved; also where there is no way to probe.
    Exact,
    /// Restored runs agree with each other, but not with one that was never restored.
    BetweenRestored,
    /// They are not what was saved, or saving and restoring fails.
    Broken(Found),
}

/// Asks what is known of the FMU, else probes it once.
///
/// Where no process can be started to probe in, the FMU is trusted.
pub fn rewind(fmu: &Path) -> Rewind {
    let Some(found) = found(fmu, Check::SaveRestore) else { return Rewind::Exact };
    match found.verdict {
        Verdict::Exact => Rewind::Exact,
        Verdict::ExactWhenRestored => Rewind::BetweenRestored,
        _ => Rewind::Broken(found),
    }
}

/// Whether outputs right after restoring are those at the save, so that they tell whether it was restored.
///
/// Where that is not known they are not compared.
pub fn outputs_return(fmu: &Path) -> bool {
    let found = found(fmu, Check::SaveRestore);
    found.is_some_and(|found| found.data.get(OUTPUTS_RETURN) == Some(&true.into()))
}
