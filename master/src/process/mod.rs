//! Processes that run FMUs: how they are started, waited for and ended, how they ended, and in which FMI function.
//!
//! Whoever starts a process gives it a page of memory ([`PageReader`]) in which every slave marks the FMI function
//! that it is in ([`Slot`]). The mark outlives the process, so that a crash can be told with its place. Isolated
//! slaves, probes, cross-checks and the supervisor of a run stand on this module; it stands on none of them.

mod call;
mod child;
mod ending;
mod parent;

#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod page;
#[cfg(unix)]
mod signal;

pub use self::{
    call::{InCall, LOADING, Note, UNLOADING, is_outside_calls},
    child::ChildProcess,
    ending::{cause, ended, place},
    parent::{END_WITH_PARENT, end_now, end_with_parent},
};

#[cfg(unix)]
pub use self::{
    memory::Memory,
    page::{
        PageReader, Slot, decide, forget_rows, last_words, mark_ending, open_page, request_stop,
        rows, stop_request,
    },
};

#[cfg(not(unix))]
mod unsupported;
#[cfg(not(unix))]
pub use self::unsupported::*;
