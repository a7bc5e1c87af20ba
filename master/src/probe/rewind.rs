//! Whether steps of an FMU can be taken back: by its own word, and by a probe of it.

use super::report::{Found, Verdict};
use super::{Check, ProbeError, Worker, ask, begin, memory};
use crate::cache::Cache;
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

/// What is known of the FMU or found by one check of it; none where it cannot be probed.
pub(super) fn found(fmu: &Path, check: Check) -> Option<Found> {
    look_up(&Worker::find()?, Cache::of_user().as_ref(), fmu, check).ok()
}

fn look_up(
    worker: &Worker,
    cache: Option<&Cache>,
    fmu: &Path,
    check: Check,
) -> Result<Found, ProbeError> {
    let (fresh, described) = begin(fmu)?;
    let known = cache.zip(fresh.hash.as_ref()).and_then(|(c, hash)| memory::recall(c, hash));
    let mut report = known.unwrap_or(fresh);
    if let Some(finding) = report.finding(check) {
        return Ok(finding.found.clone());
    }
    let (finding, _) = ask(worker, check, fmu, &described)?;
    let found = finding.found.clone();
    report.keep(finding);
    // What fails in a sandbox may work outside it.
    let is_sure = worker.sandbox(fmu).is_none() || !found.verdict.is_failure();
    if let Some(cache) = cache.filter(|_| is_sure) {
        // A cache that cannot be written costs the next run another probe.
        let _ = memory::keep(cache, &report);
    }
    Ok(found)
}
