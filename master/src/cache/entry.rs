//! One unpacked FMU in the cache, safe among many processes.
//!
//! Two locks guard an entry. Who looks at it, makes it or removes it holds the first, for a short
//! time. Who uses it shares the second as long as it lasts; an entry in use is never removed.

use super::{Cache, hash};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The place of an FMU in the cache, held by this process alone.
pub struct Entry {
    fmus: PathBuf,
    hash: String,
    /// Locked while this exists.
    _alone: File,
    users: File,
}

/// A sign that an entry is used, which keeps it from being removed.
#[derive(Debug)]
pub struct InUse {
    _users: File,
}

impl Cache {
    /// Waits until no other process looks at or makes the entry of this hash.
    pub fn entry(&self, hash: &str) -> io::Result<Entry> {
        let locks = self.root.join("locks");
        fs::create_dir_all(&locks)?;
        fs::create_dir_all(self.fmus())?;
        let open = |kind: &str| {
            let path = locks.join(format!("{hash}.{kind}"));
            OpenOptions::new().create(true).truncate(false).write(true).open(path)
        };
        let (alone, users) = (open("alone")?, open("users")?);
        alone.lock()?;
        Ok(Entry { fmus: self.fmus(), hash: hash.into(), _alone: alone, users })
    }
}

impl Entry {
    /// The folder of the unpacked FMU.
    pub fn folder(&self) -> PathBuf {
        self.fmus.join(&self.hash)
    }

    /// Whether the FMU is there as it was unpacked: all its files with their content, and no other.
    pub fn is_complete(&self) -> bool {
        let Ok(list) = fs::read_to_string(self.list()) else { return false };
        let mut found = String::new();
        write_list(&self.folder(), Path::new(""), &mut found).is_ok() && found == list
    }

    /// Puts what `fill` writes into a folder here; none if a damaged entry is still in use.
    ///
    /// The outer error is of the cache, the inner one of `fill`, after which nothing is kept.
    pub fn replace<E>(
        &self,
        fill: impl FnOnce(&Path) -> Result<(), E>,
    ) -> io::Result<Option<Result<(), E>>> {
        if !self.remove()? {
            return Ok(None);
        }
        let fresh = TempDir::with_prefix_in(format!("new-{}-", self.hash), &self.fmus)?;
        if let Err(error) = fill(fresh.path()) {
            return Ok(Some(Err(error)));
        }
        let mut list = String::new();
        write_list(fresh.path(), Path::new(""), &mut list)?;
        let folder = fresh.keep();
        fs::rename(&folder, self.folder())?;
        // Written last: an entry without its list is not complete.
        fs::write(self.list(), list)?;
        Ok(Some(Ok(())))
    }

    /// Removes the entry and what unfinished attempts left; false if it is in use.
    pub fn remove(&self) -> io::Result<bool> {
        self.if_unused(|| self.remove_files())
    }

    /// Whether no process uses the entry.
    pub fn is_free(&self) -> io::Result<bool> {
        self.if_unused(|| Ok(()))
    }

    fn if_unused(&self, act: impl FnOnce() -> io::Result<()>) -> io::Result<bool> {
        match self.users.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Ok(false),
            Err(fs::TryLockError::Error(error)) => return Err(error),
        }
        let done = act();
        self.users.unlock()?;
        done.map(|()| true)
    }

    fn remove_files(&self) -> io::Result<()> {
        absent_is_fine(fs::remove_file(self.list()))?;
        absent_is_fine(fs::remove_dir_all(self.folder()))?;
        let unfinished = format!("new-{}-", self.hash);
        for entry in fs::read_dir(&self.fmus)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(&unfinished) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    /// Lets others look at the entry, and keeps it while the result lives.
    pub fn share(self) -> io::Result<InUse> {
        // Nobody can hold this lock alone, for which the other lock is needed.
        self.users.lock_shared()?;
        Ok(InUse { _users: self.users })
    }

    fn list(&self) -> PathBuf {
        self.fmus.join(format!("{}.files", self.hash))
    }
}

/// A line with hash and path for each file below a folder, in the order of the paths.
fn write_list(folder: &Path, below: &Path, list: &mut String) -> io::Result<()> {
    let entries = fs::read_dir(folder.join(below))?.collect::<io::Result<Vec<_>>>()?;
    let mut entries: Vec<_> =
        entries.iter().map(|e| Ok((e.file_name(), e.file_type()?))).collect::<io::Result<_>>()?;
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, kind) in entries {
        let path = below.join(name);
        if kind.is_dir() {
            write_list(folder, &path, list)?;
            continue;
        }
        // Anything else than a file was not unpacked, and a pipe must not be opened.
        let content =
            if kind.is_file() { hash(&File::open(folder.join(&path))?)? } else { "no-file".into() };
        list.push_str(&format!("{content} {}\n", path.to_string_lossy()));
    }
    Ok(())
}

fn absent_is_fine(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn cache() -> (TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        (folder, cache)
    }

    fn fill(folder: &Path) -> Result<(), Infallible> {
        fs::create_dir(folder.join("inner")).unwrap();
        fs::write(folder.join("inner/a b.txt"), "abc").unwrap();
        Ok(())
    }

    #[test]
    fn an_entry_is_complete_only_with_all_its_files() {
        let (_keep, cache) = cache();
        let entry = cache.entry("h").unwrap();
        assert!(!entry.is_complete());
        entry.replace(fill).unwrap().unwrap().unwrap();
        assert!(entry.is_complete());
        let file = |name: &str| entry.folder().join(name);
        fs::write(file("inner/a b.txt"), "ab").unwrap();
        assert!(!entry.is_complete(), "a file was cut off");
        entry.replace(fill).unwrap().unwrap().unwrap();
        assert!(entry.is_complete());
        fs::write(file("inner/a b.txt"), "abd").unwrap();
        assert!(!entry.is_complete(), "a file of the same size has another content");
        entry.replace(fill).unwrap().unwrap().unwrap();
        fs::write(file("inner/more"), "").unwrap();
        assert!(!entry.is_complete(), "there is a file more");
        entry.replace(fill).unwrap().unwrap().unwrap();
        fs::remove_file(entry.list()).unwrap();
        assert!(!entry.is_complete(), "the list is missing");
    }

    #[test]
    fn an_attempt_that_fails_leaves_nothing() {
        let (_keep, cache) = cache();
        let entry = cache.entry("h").unwrap();
        let failed = entry.replace(|folder| fill(folder).map_err(|_| "no").and(Err("refused")));
        assert_eq!(failed.unwrap().unwrap(), Err("refused"));
        assert_eq!(fs::read_dir(cache.fmus()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_process_left_is_removed() {
        let (_keep, cache) = cache();
        let entry = cache.entry("h").unwrap();
        fs::create_dir(cache.fmus().join("new-h-xyz")).unwrap();
        fs::create_dir(cache.fmus().join("new-other-xyz")).unwrap();
        entry.replace(fill).unwrap().unwrap().unwrap();
        assert!(!cache.fmus().join("new-h-xyz").exists());
        assert!(cache.fmus().join("new-other-xyz").exists());
    }

    #[test]
    fn an_entry_in_use_is_neither_replaced_nor_removed() {
        let (_keep, cache) = cache();
        let entry = cache.entry("h").unwrap();
        entry.replace(fill).unwrap().unwrap().unwrap();
        let in_use = entry.share().unwrap();
        let entry = cache.entry("h").unwrap();
        assert!(entry.replace(fill).unwrap().is_none());
        assert!(!entry.remove().unwrap());
        drop(in_use);
        assert!(entry.remove().unwrap());
        assert!(!entry.folder().exists());
    }
}
