//! Signals that end a process, by their usual names.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Signal;

const NAMES: [(Signal, &str); 13] = [
    (Signal::SEGV, "SIGSEGV"),
    (Signal::ABORT, "SIGABRT"),
    (Signal::BUS, "SIGBUS"),
    (Signal::FPE, "SIGFPE"),
    (Signal::ILL, "SIGILL"),
    (Signal::SYS, "SIGSYS"),
    (Signal::TRAP, "SIGTRAP"),
    (Signal::KILL, "SIGKILL"),
    (Signal::TERM, "SIGTERM"),
    (Signal::INT, "SIGINT"),
    (Signal::HUP, "SIGHUP"),
    (Signal::XCPU, "SIGXCPU"),
    (Signal::XFSZ, "SIGXFSZ"),
];

/// Sent by someone else, not caused by what the program does.
const FROM_OUTSIDE: [Signal; 4] = [Signal::KILL, Signal::TERM, Signal::INT, Signal::HUP];

/// A signal that ended a process.
pub struct Fatal {
    /// Its number.
    pub number: i32,
    /// Its usual name, if it has one.
    pub name: Option<&'static str>,
    /// Whether someone else sent it.
    pub from_outside: bool,
}

impl Fatal {
    /// The signal that ended a process, if one did.
    pub fn of(status: ExitStatus) -> Option<Self> {
        let number = status.signal()?;
        let known = NAMES.iter().find(|(signal, _)| signal.as_raw() == number);
        let from_outside = known.is_some_and(|(signal, _)| FROM_OUTSIDE.contains(signal));
        Some(Self { number, name: known.map(|(_, name)| *name), from_outside })
    }
}
