//! Systems on which no page is shared with other processes yet: nothing is marked, and signals end a run at once.

use std::io;
use std::ops::Deref;
use std::process::Command;
use std::sync::atomic::AtomicU64;

use super::call::Note;

/// Without effect here.
pub fn decide(_code: u8) {}

/// Without effect here.
pub fn last_words(_text: &str) {}

/// Without effect here.
pub fn forget_rows() {}

/// Without effect here.
pub fn mark_ending() {}

/// There is none here.
pub fn open_page() -> io::Result<bool> {
    Ok(false)
}

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
    /// One place for all slaves.
    pub fn take(_name: &str) -> Self {
        Self { note: Note::unread() }
    }
}

/// Knows nothing here.
pub struct PageReader;

impl PageReader {
    /// Nothing to read.
    pub fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Without effect here.
    pub fn give(&self, _command: &mut Command) {}

    /// Not known here.
    pub fn call(&self) -> Option<&'static str> {
        None
    }
}
