//! What is kept between runs: unpacked FMUs and what probing them found.
//!
//! ```text
//! <cache>/fmus/<hash>/        an unpacked FMU
//! <cache>/fmus/<hash>.files   the files that belong to it, with their hashes
//! <cache>/probes/<hash>.json  what a probe found
//! <cache>/locks/              empty files that processes lock
//! ```
//!
//! The hash is that of the `.fmu` file's bytes, so a changed file is another entry. An unpacked FMU is
//! used only as it was unpacked: one whose files were changed since, by the FMU itself or by accident,
//! is unpacked anew.

mod clean;
mod entry;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

pub use clean::Freed;
pub use entry::{Entry, InUse};

/// Letters of a hash: enough that no two files ever share one, short enough for path limits.
const HASH_LETTERS: usize = 32;

/// A folder for what is kept between runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// A cache in this folder, which is made when something is put into it.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The user's cache, by the environment; none where there is no home.
    pub fn of_user() -> Option<Self> {
        choose(|name| std::env::var_os(name)).map(Self::new)
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of unpacked FMUs.
    pub fn fmus(&self) -> PathBuf {
        self.root.join("fmus")
    }

    /// The file with what a probe found out about the FMU of this hash.
    pub fn probe(&self, hash: &str) -> PathBuf {
        self.root.join("probes").join(format!("{hash}.json"))
    }
}

/// The cache's folder by environment variables.
fn choose(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    folder("MACROSTEP_CACHE")
        .or_else(|| Some(folder("XDG_CACHE_HOME")?.join("macrostep")))
        .or_else(|| Some(folder("LOCALAPPDATA")?.join("macrostep")))
        .or_else(|| Some(folder("HOME")?.join(".cache/macrostep")))
        .map(absolute)
}

/// The hash of a file's bytes.
pub fn hash(file: &File) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    let mut hash = hasher.finalize().to_hex().to_string();
    hash.truncate(HASH_LETTERS);
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_chosen_by_the_environment_in_order() {
        let all = [("MACROSTEP_CACHE", "/a"), ("XDG_CACHE_HOME", "/b"), ("HOME", "/c")];
        let expected = ["/a", "/b/macrostep", "/c/.cache/macrostep"];
        for (k, expected) in expected.iter().enumerate() {
            let given = |name: &str| {
                all[k..].iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            };
            assert_eq!(choose(given), Some(PathBuf::from(expected)));
        }
        assert_eq!(choose(|_| None), None);
        assert_eq!(choose(|name| (name == "HOME").then(OsString::new)), None);
    }

    #[test]
    fn the_hash_is_of_the_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            hash(&File::open(path).unwrap()).unwrap()
        };
        assert_eq!(of("a", b"abc"), of("b", b"abc"));
        assert_ne!(of("a", b"abc"), of("b", b"abd"));
        assert_eq!(of("a", b"").len(), HASH_LETTERS);
    }
}
