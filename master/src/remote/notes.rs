//! Which FMI function the process of an FMU is in, written where it can be read after its death.
//!
//! The place is a file that has no name any more once both sides have opened it.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use tempfile::{NamedTempFile, TempPath};

use crate::fmi::{CallObserver, Status};

/// Written while the library is being loaded or unloaded.
pub use crate::process::{LOADING, UNLOADING};

/// Longer than the longest name of an FMI function.
const SIZE: usize = 32;

/// Written when only the process has to end.
pub const ENDING: &str = "ending";

/// The reader's side.
pub struct Notebook(File);

impl Notebook {
    /// An empty notebook and its path, which vanishes when it is dropped.
    pub fn new() -> io::Result<(Self, TempPath)> {
        // In memory where possible: a note then costs a third of a microsecond.
        let memory = Path::new("/dev/shm");
        let file = match memory.is_dir() {
            true => NamedTempFile::with_prefix_in("macrostep-", memory),
            false => NamedTempFile::with_prefix("macrostep-"),
        };
        let (file, path) = file?.into_parts();
        Ok((Self(file), path))
    }

    /// The last note; empty if the process was in no call.
    pub fn last(&self) -> String {
        let mut note = [0; SIZE];
        let size = self.0.read_at(&mut note, 0).unwrap_or(0);
        let note = String::from_utf8_lossy(&note[..size]);
        let note = note.trim_end_matches('\0');
        // An FMU that writes into files that are not its own may have written here.
        if note.bytes().all(|byte| byte.is_ascii_alphanumeric()) { note.into() } else { "".into() }
    }
}

/// The writer's side.
pub struct Notes(File);

impl Notes {
    /// Opens a notebook.
    pub fn open(path: &Path) -> io::Result<Self> {
        OpenOptions::new().write(true).open(path).map(Self)
    }

    /// Replaces the note.
    pub fn note(&self, text: &str) {
        let mut note = [0; SIZE];
        note[..text.len()].copy_from_slice(text.as_bytes());
        // Without the note a death is explained less well, which is no reason to die.
        let _ = self.0.write_all_at(&note, 0);
    }
}

impl CallObserver for Notes {
    fn before(&self, function: &'static str) {
        self.note(function);
    }

    /// The note stands until the next call or the answer: nothing of the FMU runs in between.
    fn after(&self, _function: &'static str, _status: Status, _arguments: &dyn Display) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_note_is_read_when_the_file_has_no_name_any_more() {
        let (notebook, path) = Notebook::new().unwrap();
        assert_eq!(notebook.last(), "");
        let notes = Notes::open(&path).unwrap();
        drop(path);
        for text in ["fmi2GetRealOutputDerivatives", "fmi2Reset", ""] {
            notes.note(text);
            assert_eq!(notebook.last(), text);
        }
    }
}
