//! Whether steps of an FMU can be taken back: by its own word, and by a probe of it.

use super::report::{Found, Verdict};
use super::{Check, ProbeError, Worker, ask, begin, memory};
use crate::cache::Cache;
use std::path::Path;

/// Whether restored states can be relied on.
#[derive(Clone, Debug, PartialEq)]
pub enum Rewind {
    /// The probe found them right, or there is no way to probe.
    Reliable,
    /// They are not what was saved, or saving and restoring fails.
    Broken(Found),
}

/// Asks what is known of the FMU, else probes it once.
///
/// Restored runs that agree only with each other are reliable: a slave restores right after saving.
/// Where no process can be started to probe in, the FMU is trusted.
pub fn rewind(fmu: &Path) -> Rewind {
    let Some(worker) = Worker::find() else { return Rewind::Reliable };
    match look_up(&worker, Cache::of_user().as_ref(), fmu) {
        Ok(found) if is_reliable(found.verdict) => Rewind::Reliable,
        Ok(found) => Rewind::Broken(found),
        Err(_) => Rewind::Reliable,
    }
}

/// Whether an earlier probe found saving and restoring broken; nothing is probed for this.
pub fn known_broken(fmu: &Path) -> bool {
    let remembered = || {
        let file = std::fs::File::open(fmu).ok().filter(|_| fmu.is_file())?;
        let report = memory::recall(&Cache::of_user()?, &crate::cache::hash(&file).ok()?)?;
        Some(report.finding(Check::SaveRestore)?.found.verdict)
    };
    remembered().is_some_and(|verdict| !is_reliable(verdict))
}

fn is_reliable(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Exact | Verdict::ExactWhenRestored)
}

fn look_up(worker: &Worker, cache: Option<&Cache>, fmu: &Path) -> Result<Found, ProbeError> {
    let (fresh, described) = begin(fmu)?;
    let known = cache.zip(fresh.hash.as_ref()).and_then(|(c, hash)| memory::recall(c, hash));
    let mut report = known.unwrap_or(fresh);
    if let Some(finding) = report.finding(Check::SaveRestore) {
        return Ok(finding.found.clone());
    }
    let (finding, _) = ask(worker, Check::SaveRestore, fmu, &described)?;
    let found = finding.found.clone();
    report.keep(finding);
    if let Some(cache) = cache {
        // A cache that cannot be written costs the next run another probe.
        let _ = memory::keep(cache, &report);
    }
    Ok(found)
}
