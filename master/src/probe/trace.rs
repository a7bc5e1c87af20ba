//! Which FMI call a check is in, written where it outlives a crash.

use crate::fmi::{CallObserver, Status};
use std::fmt::Display;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Every note has this length, so that a short one covers a longer one.
const LENGTH: usize = 48;

static NOTE: Mutex<Option<File>> = Mutex::new(None);

/// From now on notes go to this file.
pub fn open(path: &Path) -> std::io::Result<()> {
    *NOTE.lock().unwrap_or_else(PoisonError::into_inner) = Some(File::create(path)?);
    Ok(())
}

/// Notes what is about to happen.
pub fn at(what: &str) {
    let mut note = NOTE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = note.as_mut() {
        // A note that cannot be written makes a message less precise and nothing else.
        let _ = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.write_all(format!("{what:<LENGTH$}").as_bytes()));
    }
}

/// Notes every call of an instance.
pub struct Calls;

impl CallObserver for Calls {
    fn before(&self, function: &'static str) {
        at(function);
    }

    fn after(&self, _function: &'static str, _status: Status, _arguments: &dyn Display) {}
}

/// The last note in a file, if there is one.
pub fn read(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?.trim().to_string();
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_note_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("at");
        open(&path).unwrap();
        assert_eq!(read(&path), None);
        at("fmi2SetRealInputDerivatives");
        at("fmi2DoStep");
        assert_eq!(read(&path).as_deref(), Some("fmi2DoStep"));
    }
}
