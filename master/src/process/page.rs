//! The file that a process and whoever started it share: which FMI functions its slaves are in, and, of a run, rows
//! that are not in its results yet.
//!
//! The process maps it, so that a note costs a store; the starter reads it as a file once the process has ended. It
//! has no name any more as soon as both have opened it.

mod reader;

pub use self::reader::{PageReader, request_stop};

use std::fs::{File, OpenOptions};
use std::io;
use std::mem::forget;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::call::{ENDING, Note};
use super::memory::Memory;

/// The variable with the path of the page.
const VARIABLE: &str = "MACROSTEP_PAGE";

/// 1 + the exit code, once it is certain.
const DECIDED: usize = 0;
/// The signal that asks the run to end; written by the supervisor.
const STOP: usize = 1;
/// Whether the run looks at [`STOP`].
const LISTENING: usize = 2;
/// Bytes of the last words, of the plan, and words of rows.
const WORDS_SIZE: usize = 3;
const PLAN_SIZE: usize = 4;
const ROWS: usize = 5;
/// Places for what slaves are doing: a word for the function, then the name.
const SLOTS: usize = 64;
const SLOT: usize = 16;
const SLOT_COUNT: usize = 120;
/// What the user is told if the run ends now, at most so many bytes.
const LAST_WORDS: usize = SLOTS + SLOT * SLOT_COUNT;
const LAST_WORDS_SIZE: usize = 8000;
/// Everything before the rows, in words: a multiple of all usual sizes of a page.
const HEADER: usize = 1 << 13;

/// The process's side; there is none where nobody reads.
static PAGE: OnceLock<Page> = OnceLock::new();

struct Page {
    file: File,
    header: Memory,
    free_slots: Mutex<Vec<usize>>,
}

/// Opens the page that the starter of this process has given to it; false if there is none.
pub fn open_page() -> io::Result<bool> {
    let Some(path) = std::env::var_os(VARIABLE).map(PathBuf::from) else { return Ok(false) };
    let file = match OpenOptions::new().read(true).write(true).open(&path) {
        // Given to the process that started this one in turn, and opened by it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        file => file?,
    };
    std::fs::remove_file(path)?;
    let header = Memory::of_file(&file, 0, HEADER)?;
    let free_slots = Mutex::new((0..SLOT_COUNT).rev().collect());
    PAGE.get_or_init(|| Page { file, header, free_slots });
    Ok(true)
}

/// The exit code is certain, whatever happens now.
pub fn decide(code: u8) {
    store(DECIDED, 1 + u64::from(code));
}

/// Not zero once the run shall end; whoever asks for this word looks at it again and again.
pub fn stop_request() -> &'static AtomicU64 {
    static NEVER: AtomicU64 = AtomicU64::new(0);
    store(LISTENING, 1);
    PAGE.get().map_or(&NEVER, |page| &page.header[STOP])
}

fn store(word: usize, value: u64) {
    if let Some(page) = PAGE.get() {
        page.header[word].store(value, Ordering::Release);
    }
}

/// What the user is told beside how the run ended, should it end before it can say so itself.
pub fn last_words(text: &str) {
    let Some(page) = PAGE.get() else { return };
    let bytes = &text.as_bytes()[..text.len().min(LAST_WORDS_SIZE)];
    store(WORDS_SIZE, 0);
    write(&page.header[LAST_WORDS..], bytes);
    store(WORDS_SIZE, bytes.len() as u64);
}

/// Memory for rows, which the supervisor reads by the plan when the run ends badly.
pub fn rows(plan: &[u8], count: usize) -> io::Result<Memory> {
    let Some(page) = PAGE.get() else { return Memory::private(count) };
    let shared = Memory::of_file(&page.file, HEADER * Memory::WORD, count).and_then(|memory| {
        page.file.write_all_at(plan, ((HEADER + count) * Memory::WORD) as u64).map(|()| memory)
    });
    // Where there is no room for it, rows that are not on the disk yet would not survive a crash.
    let Ok(memory) = shared else { return Memory::private(count) };
    store(ROWS, count as u64);
    store(PLAN_SIZE, plan.len() as u64);
    Ok(memory)
}

/// The results have their name: there is nothing to save any more.
pub fn forget_rows() {
    store(PLAN_SIZE, 0);
}

/// A slave's place on the page, given back when it is dropped.
pub struct Slot {
    /// Where it notes in which function it is.
    pub note: Note,
    index: Option<usize>,
}

impl Slot {
    /// A place for a slave of this name; one that nobody reads where there is none left.
    pub fn take(name: &str) -> Self {
        let unread = Self { note: Note::unread(), index: None };
        let Some(page) = PAGE.get() else { return unread };
        let Some(index) = page.free_slots().pop() else { return unread };
        let place: &'static [AtomicU64] = &page.header[SLOTS + SLOT * index..][..SLOT];
        let mut bytes = [0; (SLOT - 1) * Memory::WORD];
        let size = name.len().min(bytes.len());
        bytes[..size].copy_from_slice(&name.as_bytes()[..size]);
        write(&place[1..], &bytes);
        Self { note: Note::new(&place[0]), index: Some(index) }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.note.clear();
        if let (Some(index), Some(page)) = (self.index, PAGE.get()) {
            page.free_slots().push(index);
        }
    }
}

/// Marks that nothing but the end of this process is left.
pub fn mark_ending() {
    let slot = Slot::take("");
    forget(slot.note.enter(ENDING));
    forget(slot);
}

impl Page {
    fn free_slots(&self) -> std::sync::MutexGuard<'_, Vec<usize>> {
        self.free_slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(words: &[AtomicU64], bytes: &[u8]) {
    for (word, chunk) in words.iter().zip(bytes.chunks(Memory::WORD)) {
        let mut padded = [0; Memory::WORD];
        padded[..chunk.len()].copy_from_slice(chunk);
        word.store(u64::from_ne_bytes(padded), Ordering::Relaxed);
    }
}
