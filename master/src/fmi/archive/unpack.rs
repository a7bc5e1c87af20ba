//! Unpacking an archive that may be damaged or malicious.

use super::file_error;
use crate::fmi::error::FmuError;
use crate::plain_file;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use zip::{ZipArchive, read::ZipFile};

/// How much may be unpacked before an archive is taken for a zip bomb.
pub struct Limits {
    /// FMUs with recorded data reach a few gigabytes; more would fill common temporary folders.
    pub bytes: u64,
    /// The largest known FMUs (with documentation and sources) have some ten thousand files.
    pub entries: usize,
    /// Binaries and text compress to a tenth, tables to a fiftieth; zeros to a thousandth.
    pub ratio: u64,
    /// Below this size the ratio does not matter.
    pub harmless: u64,
}

/// The limits for files of users.
pub const LIMITS: Limits =
    Limits { bytes: 4 << 30, entries: 100_000, ratio: 200, harmless: 64 << 20 };

/// Writes all entries into `folder`, or stops at the first that is wrong.
pub fn unpack(path: &Path, folder: &Path, limits: &Limits) -> Result<(), FmuError> {
    let corrupt = |reason: String| FmuError::Corrupt { path: path.into(), reason };
    let file = plain_file::open(path).map_err(file_error(path))?;
    let packed = file.metadata().map_err(file_error(path))?.len();
    let mut archive = ZipArchive::new(file).map_err(|error| corrupt(error.to_string()))?;
    if archive.len() > limits.entries {
        let reason = format!("{} entries, more than {}", archive.len(), limits.entries);
        return Err(FmuError::TooBig { path: path.into(), reason });
    }
    if archive.has_duplicate_names() {
        return Err(corrupt("two of its entries have the same name".into()));
    }
    let mut room = limits.bytes.min(limits.harmless.max(packed.saturating_mul(limits.ratio)));
    let limit = room;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| corrupt(error.to_string()))?;
        let name = entry.name().map_err(|error| corrupt(error.to_string()))?.into_owned();
        let target = folder.join(inside(&name, &entry).map_err(|reason| {
            FmuError::UnsafeEntry { path: path.into(), entry: name.clone(), reason }
        })?);
        let written = write_entry(&mut entry, &target, room).map_err(|source| {
            if is_of_the_folder(&source) {
                FmuError::Unpack { path: path.into(), folder: folder.into(), source }
            } else {
                corrupt(format!("entry \"{name}\": {source}"))
            }
        })?;
        room = room.checked_sub(written).ok_or_else(|| {
            let reason = format!("more than {limit} bytes from a file of {packed} bytes");
            FmuError::TooBig { path: path.into(), reason }
        })?;
    }
    Ok(())
}

/// Whether an error is about the place that is written to, rather than about the archive.
fn is_of_the_folder(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    let kinds = [PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull];
    kinds.contains(&error.kind())
}

/// The relative path of an entry, or why it must not be unpacked.
fn inside<R: Read>(name: &str, entry: &ZipFile<'_, R>) -> Result<PathBuf, &'static str> {
    if entry.is_symlink() {
        return Err("it is a symbolic link");
    }
    // Some exporters on Windows write backslashes.
    let path = PathBuf::from(name.replace('\\', "/"));
    let plain = |part: Component| match part {
        Component::Normal(text) => !text.to_string_lossy().contains([':', '\0']),
        Component::CurDir => true,
        _ => false,
    };
    if path.components().all(plain) { Ok(path) } else { Err("it leads out of the folder") }
}

/// Writes one entry and returns its size; stops one byte after `room`.
fn write_entry<R: Read>(
    entry: &mut ZipFile<'_, R>,
    target: &Path,
    room: u64,
) -> Result<u64, io::Error> {
    if entry.is_dir() || entry.name().is_ok_and(|name| name.ends_with('\\')) {
        fs::create_dir_all(target)?;
        return Ok(0);
    }
    fs::create_dir_all(target.parent().expect("the target lies in the folder"))?;
    let mut file = File::create_new(target).map_err(|error| match error.kind() {
        // By another spelling, or by the other case where the file system knows no case.
        io::ErrorKind::AlreadyExists => io::Error::other("another entry is the same file"),
        _ => error,
    })?;
    let declared = entry.size();
    let written = io::copy(&mut entry.by_ref().take(room + 1), &mut file)?;
    if written <= room && written != declared {
        let reason = format!("it declares {declared} bytes and has {written}");
        return Err(io::Error::other(reason));
    }
    keep_executable(entry.unix_mode(), &file)?;
    Ok(written)
}

/// Tools that an FMU starts from its resources must stay executable.
#[cfg(unix)]
fn keep_executable(mode: Option<u32>, file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    match mode {
        Some(mode) if mode & 0o111 != 0 => file.set_permissions(fs::Permissions::from_mode(0o755)),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn keep_executable(_mode: Option<u32>, _file: &File) -> io::Result<()> {
    Ok(())
}
