//! Emptying the cache.

use super::Cache;
use std::fs;
use std::io;
use std::path::Path;

/// What was removed from the cache, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freed {
    /// Unpacked FMUs.
    pub fmus: usize,
    /// Results of probes.
    pub probes: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// FMUs that a running process uses, which stay.
    pub in_use: usize,
}

impl Cache {
    /// Removes all that no process uses; with `dry` only counts it.
    ///
    /// The empty files of the locks stay: whoever waits for one must not wait for a removed file.
    pub fn clean(&self, dry: bool) -> io::Result<Freed> {
        let mut freed = Freed::default();
        for name in names(&self.fmus())? {
            // Folders are `hash`, or `new-hash-…` where a process was killed.
            let hash = name.strip_prefix("new-").and_then(|rest| rest.split('-').next());
            let (unfinished, hash) = (hash.is_some(), hash.unwrap_or(&name));
            if hash.ends_with(".files") {
                continue;
            }
            let bytes = size(&self.fmus().join(&name))?;
            let entry = self.entry(hash)?;
            let is_free = if dry { entry.is_free()? } else { entry.remove()? };
            if is_free {
                freed.fmus += usize::from(!unfinished);
                freed.bytes += bytes;
            } else {
                freed.in_use += usize::from(!unfinished);
            }
        }
        let probes = self.root().join("probes");
        for name in names(&probes)? {
            let path = probes.join(name);
            freed.probes += 1;
            freed.bytes += size(&path)?;
            if !dry {
                fs::remove_file(path)?;
            }
        }
        Ok(freed)
    }
}

/// The names in a folder, none if it does not exist.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let read = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read?,
    };
    read.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// The size of a file or of all files in a folder; 0 if it was removed meanwhile.
fn size(path: &Path) -> io::Result<u64> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        found if found.as_ref().is_ok_and(fs::Metadata::is_dir) => {
            names(path)?.iter().map(|name| size(&path.join(name))).sum()
        }
        found => Ok(found?.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn put(cache: &Cache, hash: &str) {
        let entry = cache.entry(hash).unwrap();
        let fill = |folder: &Path| {
            fs::write(folder.join("a"), [0; 100]).unwrap();
            Ok::<(), Infallible>(())
        };
        entry.replace(fill).unwrap().unwrap().unwrap();
    }

    #[test]
    fn all_is_removed_but_what_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        assert_eq!(cache.clean(false).unwrap(), Freed::default());
        put(&cache, "one");
        put(&cache, "two");
        fs::create_dir(cache.fmus().join("new-three-x")).unwrap();
        fs::write(cache.fmus().join("new-three-x/half"), [0; 10]).unwrap();
        fs::create_dir(folder.path().join("probes")).unwrap();
        fs::write(cache.probe("one"), "{}").unwrap();
        let in_use = cache.entry("two").unwrap().share().unwrap();

        let expected = Freed { fmus: 1, probes: 1, bytes: 112, in_use: 1 };
        assert_eq!(cache.clean(true).unwrap(), expected);
        assert!(cache.entry("one").unwrap().is_complete(), "a dry run removes nothing");
        assert_eq!(cache.clean(false).unwrap(), expected);
        assert!(!cache.entry("one").unwrap().is_complete());
        assert!(cache.entry("two").unwrap().is_complete());
        drop(in_use);
        assert_eq!(cache.clean(false).unwrap(), Freed { fmus: 1, bytes: 100, ..Freed::default() });
        assert_eq!(names(&cache.fmus()).unwrap(), Vec::<String>::new());
    }
}
