//! An `.fmu` file unpacked into a folder, and where the parts are in it.
//!
//! A file is unpacked once into the [`Cache`](crate::cache::Cache) and found there by its content.

mod unpack;

use super::error::FmuError;
use crate::cache::{self, Cache, InUse};
use crate::given::Given;
use crate::plain_file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use unpack::{LIMITS, unpack};

/// The folder names of this platform, in the order of preference: FMI 2.0's, then FMI 3.0's.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
const PLATFORMS: [&str; 2] = ["linux64", "x86_64-linux"];
#[cfg(all(target_os = "linux", target_arch = "x86"))]
const PLATFORMS: [&str; 2] = ["linux32", "x86-linux"];
#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
const PLATFORMS: [&str; 2] = ["aarch64-linux", "linux-aarch64"];
#[cfg(all(target_os = "macos", target_arch = "x86_64"))]
const PLATFORMS: [&str; 2] = ["darwin64", "x86_64-darwin"];
#[cfg(all(target_os = "macos", target_arch = "aarch64"))]
const PLATFORMS: [&str; 2] = ["darwin64", "aarch64-darwin"];
#[cfg(all(target_os = "windows", target_arch = "x86_64"))]
const PLATFORMS: [&str; 2] = ["win64", "x86_64-windows"];
#[cfg(all(target_os = "windows", target_arch = "x86"))]
const PLATFORMS: [&str; 2] = ["win32", "x86-windows"];

/// An unpacked FMU; its folder stays as long as this exists.
#[derive(Debug)]
pub struct Archive {
    source: PathBuf,
    folder: PathBuf,
    hash: Option<String>,
    notice: Option<String>,
    _kept: Kept,
}

/// What keeps the folder of an archive in being.
#[derive(Debug)]
#[allow(dead_code, reason = "held for what its end does")]
enum Kept {
    /// It is the user's.
    ByUser,
    /// It is in the cache and marked as used.
    InCache(InUse),
    /// It is removed at the end.
    Temporary(TempDir),
}

impl Archive {
    /// Unpacks an `.fmu` file, or takes a folder that holds an unpacked one.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FmuError> {
        Self::open_in(Cache::of_user().as_ref(), path.as_ref())
    }

    /// Unpacks an `.fmu` file into this cache, or without one into a temporary folder; takes a folder as it is.
    pub fn open_in(cache: Option<&Cache>, path: &Path) -> Result<Self, FmuError> {
        if let Some(reason) = Given::at(path).instead_of_fmu(path) {
            return Err(FmuError::NotAnFmu { path: path.into(), reason });
        }
        if path.is_dir() {
            let folder = std::path::absolute(path).map_err(file_error(path))?;
            return Ok(Self::unpacked(path, folder));
        }
        let file = plain_file::open(path).map_err(file_error(path))?;
        let hash = cache::hash(&file).map_err(file_error(path))?;
        let (folder, kept, notice) = match in_cache(cache, &hash, path)? {
            Ok((folder, kept)) => (folder, kept, None),
            Err(unusable) => {
                let (folder, kept) = temporary(path)?;
                (folder, kept, unusable.notice())
            }
        };
        Ok(Self { source: path.into(), folder, hash: Some(hash), notice, _kept: kept })
    }

    /// An FMU that someone else unpacked into `folder` from `source`, and will remove.
    pub fn unpacked(source: impl Into<PathBuf>, folder: impl Into<PathBuf>) -> Self {
        let (source, folder) = (source.into(), folder.into());
        Self { source, folder, hash: None, notice: None, _kept: Kept::ByUser }
    }

    /// The folder with the unpacked content.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The hash of the file's bytes; none for a folder.
    pub fn content_hash(&self) -> Option<&str> {
        self.hash.as_deref()
    }

    /// What the user should know about how it was unpacked.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The file or folder that was opened.
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The bytes of `modelDescription.xml`.
    pub fn model_description(&self) -> Result<Vec<u8>, FmuError> {
        let path = self.source.clone();
        plain_file::read(&self.folder.join("modelDescription.xml")).map_err(|source| {
            FmuError::Description {
                path,
                reason: match source.kind() {
                    io::ErrorKind::NotFound => {
                        "has no modelDescription.xml, so it is no FMU".into()
                    }
                    _ => format!("modelDescription.xml cannot be read: {source}"),
                },
            }
        })
    }

    /// The shared library of this platform.
    pub fn library(&self, model_identifier: &str) -> Result<PathBuf, FmuError> {
        let file = format!("{model_identifier}{}", std::env::consts::DLL_SUFFIX);
        let binaries = self.folder.join("binaries");
        let candidates = PLATFORMS.iter().map(|platform| binaries.join(platform).join(&file));
        candidates.into_iter().find(|library| library.is_file()).ok_or_else(|| {
            let wanted = format!("binaries/{}/{file}", PLATFORMS[0]);
            FmuError::Platform { path: self.source.clone(), wanted, found: found(&binaries) }
        })
    }

    /// A path in the unpacked folder as the user knows it: below the file that was opened.
    pub fn shown(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.folder).map_or_else(|_| path.into(), |p| self.source.join(p))
    }

    /// The platforms for which there are binaries, with the files in each.
    pub fn platforms(&self) -> String {
        found(&self.folder.join("binaries"))
    }

    /// The `file:` URI of the resources folder, percent-encoded (RFC 3986).
    pub fn resource_location(&self) -> String {
        let path = self.folder.join("resources").to_string_lossy().replace('\\', "/");
        let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
        for byte in path.bytes() {
            match byte {
                b'/' | b':' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
                _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
                _ => uri.push_str(&format!("%{byte:02X}")),
            }
        }
        uri
    }
}

/// The platforms for which there are binaries, with the files in each.
fn found(binaries: &Path) -> String {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let read = fs::read_dir(folder).into_iter().flatten();
        let mut paths: Vec<_> = read.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        paths
    };
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let describe = |folder: &PathBuf| {
        let files: Vec<_> = entries(folder).iter().map(|file| name(file)).collect();
        format!("{} ({})", name(folder), files.join(", "))
    };
    let platforms: Vec<_> = entries(binaries).iter().map(describe).collect();
    if platforms.is_empty() { "no binaries at all".into() } else { platforms.join(", ") }
}

fn file_error(path: &Path) -> impl Fn(io::Error) -> FmuError + use<> {
    let path = path.to_path_buf();
    move |source| FmuError::File { path: path.clone(), source }
}

/// Why the cache is not used, which is no reason not to run.
enum Unusable {
    /// There is no place for one.
    NoPlace,
    /// It cannot be written: a read-only home, a full disk, a file system without locks.
    Unwritable { root: PathBuf, reason: String },
    /// Its files were changed, and another process uses them.
    ChangedInUse,
    /// Many FMUs do not understand other letters in the path of their resources.
    OddLetters,
}

impl Unusable {
    /// What the user can do about it, if anything.
    fn notice(&self) -> Option<String> {
        let reason = match self {
            Self::NoPlace => "there is no folder for the cache, because HOME is not set".into(),
            Self::Unwritable { root, reason } => {
                format!("the cache {} cannot be used ({reason})", root.display())
            }
            Self::ChangedInUse | Self::OddLetters => return None,
        };
        Some(format!(
            "{reason}; the FMU is unpacked into a temporary folder in every run; set \
             MACROSTEP_CACHE to a folder that can be written"
        ))
    }
}

/// The FMU in the cache, or why the cache is not used; the outer error is about the FMU.
fn in_cache(
    cache: Option<&Cache>,
    hash: &str,
    path: &Path,
) -> Result<Result<(PathBuf, Kept), Unusable>, FmuError> {
    let Some(cache) = cache else { return Ok(Err(Unusable::NoPlace)) };
    if !cache.root().to_str().is_some_and(|root| root.is_ascii()) {
        return Ok(Err(Unusable::OddLetters));
    }
    let unwritable = |error: &dyn std::fmt::Display| Unusable::Unwritable {
        root: cache.root().into(),
        reason: error.to_string(),
    };
    match cached(cache, hash, path) {
        Ok(Some(Ok(unpacked))) => Ok(Ok(unpacked)),
        Ok(Some(Err(FmuError::Unpack { source, .. }))) => Ok(Err(unwritable(&source))),
        Ok(Some(Err(error))) => Err(error),
        Ok(None) => Ok(Err(Unusable::ChangedInUse)),
        Err(error) => Ok(Err(unwritable(&error))),
    }
}

/// The FMU in the cache; none if its files were changed while they are used.
///
/// The outer error is of the cache, the inner one of the FMU.
fn cached(
    cache: &Cache,
    hash: &str,
    path: &Path,
) -> io::Result<Option<Result<(PathBuf, Kept), FmuError>>> {
    let entry = cache.entry(hash)?;
    if !entry.is_complete() {
        let fill = |folder: &Path| {
            unpack(path, folder, &LIMITS)?;
            check_unchanged(path, hash)
        };
        match entry.replace(fill)? {
            Some(Ok(())) => {}
            Some(Err(error)) => return Ok(Some(Err(error))),
            None => return Ok(None),
        }
    }
    let folder = entry.folder();
    Ok(Some(Ok((folder, Kept::InCache(entry.share()?)))))
}

/// A file that is written while it is unpacked must not stand in the cache under the old hash.
fn check_unchanged(path: &Path, hash: &str) -> Result<(), FmuError> {
    let now =
        plain_file::open(path).and_then(|file| cache::hash(&file)).map_err(file_error(path))?;
    if now == hash {
        return Ok(());
    }
    let reason = "it was changed while it was read".into();
    Err(FmuError::Corrupt { path: path.into(), reason })
}

fn temporary(path: &Path) -> Result<(PathBuf, Kept), FmuError> {
    let folder = TempDir::with_prefix("fmu-").map_err(file_error(&std::env::temp_dir()))?;
    unpack(path, folder.path(), &LIMITS)?;
    Ok((folder.path().to_path_buf(), Kept::Temporary(folder)))
}

#[cfg(test)]
mod tests;
