//! Systems on which runs are not supervised yet: nothing is noted, and signals end a run at once.

use std::io;
use std::ops::Deref;
use std::process::ExitCode;
use std::sync::atomic::AtomicU64;

use super::calls::Note;

/// Whoever starts this program with this variable wants it to end with him.
pub const END_WITH_PARENT: &str = "MACROSTEP_END_WITH_PARENT";

/// Runs the command.
pub fn supervised(command: impl FnOnce() -> u8) -> ExitCode {
    ExitCode::from(command())
}

/// Without effect here.
pub fn decide(_code: u8) {}

/// Without effect here.
pub fn last_words(_text: &str) {}

/// Without effect here.
pub fn forget_rows() {}

/// Never set here.
pub fn stop_request() -> &'static AtomicU64 {
    static NEVER: AtomicU64 = AtomicU64::new(0);
    &NEVER
}

/// Words that threads share.
pub struct Memory(Box<[AtomicU64]>);

impl Deref for Memory {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}

/// Memory for rows.
pub fn rows(_plan: &[u8], count: usize) -> io::Result<Memory> {
    Ok(Memory((0..count).map(|_| AtomicU64::new(0)).collect()))
}

/// A place that nobody reads.
pub struct Slot {
    /// Without effect here.
    pub note: Note,
}

impl Slot {
    /// The same for all slaves.
    pub fn take(_name: &str) -> Self {
        Self { note: Note::unread() }
    }
}
