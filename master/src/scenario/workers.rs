//! The threads of a run, and the cores that they stay on.

use std::sync::Arc;

use coupling::execution::{Assignment, Workers};

use super::Scenario;
use super::file::AssignmentKind;

/// The threads that a scenario asks for, if they are several.
pub(super) fn workers(scenario: &Scenario) -> Option<Workers> {
    let count = scenario.threads.count;
    let mut workers = Workers::new(count, scenario.slaves.len());
    workers.fixed = scenario.slaves.iter().map(|slave| slave.thread).collect();
    workers.exclusive = scenario.slaves.iter().map(|slave| slave.turns).collect();
    workers.assignment = match scenario.threads.assignment {
        AssignmentKind::Measured => Assignment::Measured,
        AssignmentKind::Claimed => Assignment::Claimed,
    };
    workers.stack = Some(stack());
    if scenario.threads.pinned {
        let cores = cores();
        workers.on_start = Arc::new(move |thread| stay_on(&cores, thread));
    }
    (count > 1).then_some(workers)
}

/// What the main thread has where nothing limits it, or the limit is not known, in bytes.
const STACK: usize = 64 << 20;

/// As many bytes of stack as the main thread has, on which FMUs may rely.
#[cfg(unix)]
fn stack() -> usize {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::Stack).current;
    limit.and_then(|bytes| usize::try_from(bytes).ok()).map_or(STACK, |bytes| bytes.min(STACK))
}

#[cfg(not(unix))]
fn stack() -> usize {
    STACK
}

/// The cores that this process may use.
#[cfg(target_os = "linux")]
fn cores() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect()
}

/// Keeps the calling thread on one of the cores; where that is refused, it goes where it likes.
#[cfg(target_os = "linux")]
fn stay_on(cores: &[usize], thread: usize) {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let Some(core) = thread.checked_rem(cores.len()).map(|k| cores[k]) else { return };
    let mut one = CpuSet::new();
    one.set(core);
    let _ = sched_setaffinity(None, &one);
}

#[cfg(not(target_os = "linux"))]
fn cores() -> Vec<usize> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn stay_on(_cores: &[usize], _thread: usize) {}
