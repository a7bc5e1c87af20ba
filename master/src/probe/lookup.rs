//! What is known of an FMU: found in this process, kept in the cache, or found by a check now.

use super::verdict::{Found, Verdict};
use super::{Check, ProbeError, Worker, ask, begin, memory};
use crate::cache::Cache;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What was looked up in this process, each once: a check that takes too long is not kept anywhere else.
static MADE: Mutex<Vec<(PathBuf, Check, Option<Found>)>> = Mutex::new(Vec::new());

/// What a check finds, or found; none where the FMU cannot be probed.
pub fn found(fmu: &Path, check: Check) -> Option<Found> {
    let known = |(path, made, _): &&(PathBuf, Check, Option<Found>)| path == fmu && *made == check;
    let made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., found)) = made.iter().find(known) {
        return found.clone();
    }
    let hung = |(path, _, found): &&(PathBuf, Check, Option<Found>)| {
        path == fmu && found.as_ref().is_some_and(|found| found.verdict == Verdict::Hang)
    };
    let hung = made.iter().find(hung).map(|(_, check, _)| *check);
    drop(made);
    let found = match hung {
        // It would most likely do so again, and the user waits.
        Some(other) => {
            let reason = format!("it hung in the check \"{}\"", other.title());
            Some(Found::new(Verdict::NotProbed, reason))
        }
        None => Worker::find().and_then(|mut worker| {
            worker.timeout = Worker::IN_RUNS;
            look_up(&worker, Cache::of_user().as_ref(), fmu, check).ok()
        }),
    };
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.push((fmu.into(), check, found.clone()));
    found
}

/// What has been looked up of an FMU so far.
pub fn looked_up(fmu: &Path) -> Vec<(Check, Found)> {
    let made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let own = made.iter().filter(|(path, ..)| path == fmu);
    own.filter_map(|(_, check, found)| Some((*check, found.clone()?))).collect()
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
