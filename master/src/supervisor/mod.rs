//! A run and its supervisor: two processes of the same program, so that whatever an FMU does to its process, the
//! results are completed, the user is told, and the exit code is right.
//!
//! The supervisor starts the program again with the same arguments and waits. Signals that ask for an end go to it:
//! the first asks the run to end at the next communication point, the second ends it. When the run ends without
//! having decided on an exit code, an FMU has crashed or ended the process: the supervisor says which, and writes
//! the rows that were on their way.

#[cfg(unix)]
mod death;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod supervise;

#[cfg(unix)]
pub use self::supervise::supervised;

#[cfg(not(unix))]
mod unsupported;
#[cfg(not(unix))]
pub use self::unsupported::supervised;
