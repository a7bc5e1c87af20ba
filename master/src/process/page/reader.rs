//! The page as whoever started the process sees it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

use rustix::fs::{FallocateFlags, fallocate};
use tempfile::{NamedTempFile, TempPath};

use super::{
    DECIDED, HEADER, LAST_WORDS, LAST_WORDS_SIZE, LISTENING, PLAN_SIZE, ROWS, SLOT, SLOT_COUNT,
    SLOTS, STOP, VARIABLE, WORDS_SIZE,
};
use crate::process::call::function;
use crate::process::memory::Memory;

/// The starter's side.
pub struct PageReader {
    file: File,
    /// Removed by the process as soon as it has opened it, or here.
    path: TempPath,
}

impl PageReader {
    /// An empty page, in memory where possible.
    pub fn new() -> io::Result<Self> {
        let memory = Path::new("/dev/shm");
        let file = if memory.is_dir() {
            NamedTempFile::with_prefix_in("macrostep-", memory)
        } else {
            NamedTempFile::with_prefix("macrostep-")
        };
        let (file, path) = file?.into_parts();
        fallocate(&file, FallocateFlags::empty(), 0, (HEADER * Memory::WORD) as u64)?;
        Ok(Self { file, path })
    }

    /// Gives the page to a process that is to be started.
    pub fn give(&self, command: &mut Command) {
        command.env(VARIABLE, &self.path);
    }

    /// The file, for [`request_stop`].
    pub fn file(&self) -> &File {
        &self.file
    }

    fn word(&self, word: usize) -> u64 {
        let mut bytes = [0; Memory::WORD];
        // A page that cannot be read says nothing.
        let _ = self.file.read_exact_at(&mut bytes, (word * Memory::WORD) as u64);
        u64::from_ne_bytes(bytes)
    }

    fn bytes(&self, word: usize, size: usize) -> Vec<u8> {
        let mut bytes = vec![0; size];
        let read = self.file.read_exact_at(&mut bytes, (word * Memory::WORD) as u64);
        read.map_or(Vec::new(), |()| bytes)
    }

    /// The exit code, if it was certain.
    pub fn decided(&self) -> Option<u8> {
        self.word(DECIDED).checked_sub(1).map(|code| code as u8)
    }

    /// What the run had to say.
    pub fn last_words(&self) -> String {
        let size = (self.word(WORDS_SIZE) as usize).min(LAST_WORDS_SIZE);
        String::from_utf8_lossy(&self.bytes(LAST_WORDS, size)).into_owned()
    }

    /// The slaves that were in a function of their FMU, and which.
    pub fn calls(&self) -> Vec<(String, &'static str)> {
        let call = |slot| {
            let place = SLOTS + SLOT * slot;
            let function = function(self.word(place))?;
            let name = self.bytes(place + 1, (SLOT - 1) * Memory::WORD);
            let name = String::from_utf8_lossy(&name).trim_end_matches('\0').to_string();
            Some((name, function))
        };
        (0..SLOT_COUNT).filter_map(call).collect()
    }

    /// What a slave was in, if one was in anything.
    pub fn call(&self) -> Option<&'static str> {
        self.calls().first().map(|(_, call)| *call)
    }

    /// The plan of the results and the words of their rows, if results were being written.
    pub fn rows(&self) -> Option<(Vec<u8>, Vec<u64>)> {
        let (count, size) = (self.word(ROWS) as usize, self.word(PLAN_SIZE) as usize);
        let plan = self.bytes(HEADER + count, size);
        let word = |bytes: &[u8; Memory::WORD]| u64::from_ne_bytes(*bytes);
        let rows = self.bytes(HEADER, count * Memory::WORD);
        let rows = rows.as_chunks().0.iter().map(word).collect();
        (!plan.is_empty()).then_some((plan, rows))
    }
}

/// Asks the process to end, from within a signal handler; false if it does not listen.
pub fn request_stop(file: &File, signal: i32) -> bool {
    let word = |word: usize| (word * Memory::WORD) as u64;
    let mut listening = [0; Memory::WORD];
    let read = rustix::io::pread(file, &mut listening, word(LISTENING));
    let written = rustix::io::pwrite(file, &(signal as u64).to_ne_bytes(), word(STOP));
    read.is_ok() && written.is_ok() && listening != [0; Memory::WORD]
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;
    use crate::process::call::Note;

    #[test]
    fn words_of_a_page_are_read_from_its_file() {
        let page = PageReader::new().unwrap();
        assert_eq!((page.call(), page.decided(), page.rows()), (None, None, None));
        let memory = Memory::of_file(page.file(), 0, HEADER).unwrap();
        let memory: &'static Memory = Box::leak(Box::new(memory));
        write(&memory[SLOTS + SLOT + 1..], b"pump");
        let in_call = Note::new(&memory[SLOTS + SLOT]).enter("fmi2DoStep");
        assert_eq!(page.calls(), [("pump".to_string(), "fmi2DoStep")]);
        in_call.leave();
        assert_eq!(page.call(), None);
    }
}
