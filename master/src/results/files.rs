//! The names of result files: a run writes under a partial name, and what is there already is not touched before
//! the run has something to put in its place.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use super::names::{PARTIAL, failed, rows_beside, with_ending};
use super::sidecar;

/// How long a run may take to end when it is killed.
const ENDING: Duration = Duration::from_millis(300);

/// A result file that a run is writing; no other run can write it at the same time.
pub struct Files {
    /// The path as the user gave it.
    shown: PathBuf,
    /// Where it is, whatever becomes of the working directory.
    target: PathBuf,
    /// Kept open, since the lock goes with it; none for a device.
    lock: Option<File>,
}

impl Files {
    /// Makes sure that results can be written here, by this run alone.
    pub fn open(shown: &Path) -> io::Result<Self> {
        let target = resolve(shown)?;
        let found = fs::metadata(&target).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::other("it is a folder"));
        }
        let mut files = Self { shown: shown.into(), target, lock: None };
        if found.is_none_or(|found| found.is_file()) {
            if files.target.exists() {
                OpenOptions::new().append(true).open(&files.target)?;
            }
            files.lock = Some(lock(&files.partial())?);
        }
        Ok(files)
    }

    /// Where the rows go while the run lasts; a device is written at once.
    pub fn growing(&self) -> PathBuf {
        if self.is_device() { self.target.clone() } else { self.partial() }
    }

    /// Whether it is no file, such as a pipe, which has neither another name nor a sidecar.
    pub fn is_device(&self) -> bool {
        self.lock.is_none()
    }

    /// Whether a run that was killed has left rows here.
    pub fn has_left_overs(&self) -> bool {
        !self.is_device() && sidecar::path_for(&self.partial()).exists()
    }

    fn partial(&self) -> PathBuf {
        with_ending(&self.target, PARTIAL)
    }

    /// Gives the results and their sidecar their final names, and returns that of the results.
    ///
    /// Results of a run that did not complete never take the place of others that are, or may be, complete.
    pub fn settle(&self, complete: bool) -> io::Result<PathBuf> {
        if self.is_device() {
            return Ok(self.shown.clone());
        }
        let (target, shown) = if complete || is_replaceable(&self.target) {
            (self.target.clone(), self.shown.clone())
        } else {
            (failed(&self.target), failed(&self.shown))
        };
        let partial = self.partial();
        fs::rename(&partial, &target)?;
        fs::rename(sidecar::path_for(&partial), sidecar::path_for(&target))?;
        Ok(shown)
    }

    /// Removes what the run has made: it has not come to its first row.
    pub fn abandon(&self) {
        if self.is_device() {
            return;
        }
        let partial = self.partial();
        for path in [sidecar::path_for(&partial), rows_beside(&partial), partial] {
            // What is not there needs not be removed.
            let _ = fs::remove_file(path);
        }
    }
}

/// Every name under which a run into this file may write.
pub fn names(target: &Path) -> Vec<PathBuf> {
    let partial = with_ending(target, PARTIAL);
    let mut names = vec![target.into(), rows_beside(&partial), partial, failed(target)];
    let sidecars: Vec<PathBuf> = names.iter().map(|name| sidecar::path_for(name)).collect();
    names.extend(sidecars);
    names
}

/// Whether nothing is lost if results of a run that did not complete go here.
fn is_replaceable(path: &Path) -> bool {
    let is_good = |status: String| ["completed", "ended"].contains(&status.as_str());
    !path.exists() || sidecar::status(path).is_some_and(|status| !is_good(status))
}

/// The absolute path behind links, in a folder that exists.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    if let Ok(found) = path.canonicalize() {
        return Ok(found);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| {
        let reason = format!("the folder {} cannot be made: {error}", folder.display());
        io::Error::new(error.kind(), reason)
    })?;
    let name = path.file_name().ok_or_else(|| io::Error::other("it has no name"))?;
    Ok(folder.canonicalize()?.join(name))
}

/// Opens a file and locks it; the system releases the lock when this process ends, however it does.
///
/// A run whose supervisor was killed ends a little later: so long is waited for it.
fn lock(path: &Path) -> io::Result<File> {
    let begin = Instant::now();
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begin.elapsed() < ENDING => {
                std::thread::sleep(Duration::from_millis(10));
                continue;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another run is writing it at the moment"));
            }
            // Some network file systems know no locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        // The run that held the lock before may have renamed the file meanwhile.
        if is_same(&file.metadata()?, path) {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_same(file: &fs::Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|found| (found.dev(), found.ino()) == (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn is_same(_file: &fs::Metadata, path: &Path) -> bool {
    path.exists()
}
