//! Signals that ask a run to end: the supervisor takes them, the run does not see them.
#![allow(unsafe_code)]

use std::fs::File;
use std::mem::MaybeUninit;
use std::ptr::null;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use rustix::process::{Pid, Signal, kill_process};

use crate::process::request_stop;

/// Signals by which users and systems end programs.
const SIGNALS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

static PAGE: OnceLock<File> = OnceLock::new();
static RUN: AtomicI32 = AtomicI32::new(0);
static FIRST: AtomicI32 = AtomicI32::new(0);
static COUNT: AtomicU32 = AtomicU32::new(0);

/// Asks the run to end at the first signal, if it listens, and ends it at the next.
///
/// Nothing here but atomic numbers and three system calls, as in a handler it must be.
extern "C" fn handle(signal: i32) {
    let _ = FIRST.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
    let asked = PAGE.get().is_some_and(|page| request_stop(page, signal));
    if COUNT.fetch_add(1, Ordering::SeqCst) > 0 || !asked {
        kill_run();
    }
}

fn kill_run() {
    if let Some(run) = Pid::from_raw(RUN.load(Ordering::SeqCst)) {
        let _ = kill_process(run, Signal::KILL);
    }
}

/// From now on signals go to the run, once that is [known](set_run).
pub fn take_over(page: File) {
    PAGE.get_or_init(|| page);
    tell_full_files();
    for signal in SIGNALS {
        // Whoever started us may want a signal to be ignored, as nohup does.
        if action(signal, None) != libc::SIG_IGN {
            action(signal, Some(handle as *const () as libc::sighandler_t));
        }
    }
}

/// The run has started as this process; a signal may have come before.
pub fn set_run(id: u32) {
    RUN.store(id as i32, Ordering::SeqCst);
    if first().is_some() {
        kill_run();
    }
}

/// The first signal that came.
pub fn first() -> Option<i32> {
    Some(FIRST.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// The supervisor sees to these signals.
pub fn ignore() {
    for signal in SIGNALS {
        action(signal, Some(libc::SIG_IGN));
    }
    tell_full_files();
}

/// A file that has become too large is an error of whoever writes it, and not the end of the process.
fn tell_full_files() {
    action(libc::SIGXFSZ, Some(libc::SIG_IGN));
}

/// Sets what a signal does, if given, and returns what it did.
fn action(signal: i32, new: Option<libc::sighandler_t>) -> libc::sighandler_t {
    // SAFETY: zero is a valid value for every field of the structure.
    let mut wanted: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    let mut old = wanted;
    wanted.sa_flags = libc::SA_RESTART;
    wanted.sa_sigaction = new.unwrap_or(libc::SIG_DFL);
    let wanted = if new.is_some() { &raw const wanted } else { null() };
    // SAFETY: both point to structures of this function; the handler does what handlers may do.
    unsafe { libc::sigaction(signal, wanted, &mut old) };
    old.sa_sigaction
}
