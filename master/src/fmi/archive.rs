//! An `.fmu` file unpacked into a folder, and where the parts are in it.

use super::error::FmuError;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;
use zip::{ZipArchive, read::ZipFile};

/// How much may be unpacked before an archive is taken for a zip bomb.
struct Limits {
    /// FMUs with recorded data reach a few gigabytes; more would fill common temporary folders.
    bytes: u64,
    /// The largest known FMUs (with documentation and sources) have some ten thousand files.
    entries: usize,
    /// Binaries and text compress to a tenth, tables to a fiftieth; zeros to a thousandth.
    ratio: u64,
    /// Below this size the ratio does not matter.
    harmless: u64,
}

const LIMITS: Limits = Limits { bytes: 4 << 30, entries: 100_000, ratio: 200, harmless: 64 << 20 };

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

/// An unpacked FMU; a temporary folder is removed when it is dropped.
#[derive(Debug)]
pub struct Archive {
    source: PathBuf,
    folder: PathBuf,
    _temporary: Option<TempDir>,
}

impl Archive {
    /// Unpacks an `.fmu` file, or takes a folder that holds an unpacked one.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FmuError> {
        let path = path.as_ref();
        if path.is_dir() {
            let folder = std::path::absolute(path).map_err(file_error(path))?;
            return Ok(Self { source: path.into(), folder, _temporary: None });
        }
        let temporary = TempDir::with_prefix("fmu-").map_err(file_error(&std::env::temp_dir()))?;
        unpack(path, temporary.path(), &LIMITS)?;
        let folder = temporary.path().to_path_buf();
        Ok(Self { source: path.into(), folder, _temporary: Some(temporary) })
    }

    /// An FMU that someone else unpacked into `folder` from `source`, and will remove.
    pub fn unpacked(source: impl Into<PathBuf>, folder: impl Into<PathBuf>) -> Self {
        Self { source: source.into(), folder: folder.into(), _temporary: None }
    }

    /// The folder with the unpacked content.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file or folder that was opened.
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The bytes of `modelDescription.xml`.
    pub fn model_description(&self) -> Result<Vec<u8>, FmuError> {
        let path = self.source.clone();
        fs::read(self.folder.join("modelDescription.xml")).map_err(|source| FmuError::Description {
            path,
            reason: match source.kind() {
                io::ErrorKind::NotFound => "has no modelDescription.xml, so it is no FMU".into(),
                _ => format!("modelDescription.xml cannot be read: {source}"),
            },
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

fn unpack(path: &Path, folder: &Path, limits: &Limits) -> Result<(), FmuError> {
    let corrupt = |reason: String| FmuError::Corrupt { path: path.into(), reason };
    let file = File::open(path).map_err(file_error(path))?;
    let packed = file.metadata().map_err(file_error(path))?.len();
    let mut archive = ZipArchive::new(file).map_err(|error| corrupt(error.to_string()))?;
    if archive.len() > limits.entries {
        let reason = format!("{} entries, more than {}", archive.len(), limits.entries);
        return Err(FmuError::TooBig { path: path.into(), reason });
    }
    let mut room = limits.bytes.min(limits.harmless.max(packed.saturating_mul(limits.ratio)));
    let limit = room;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| corrupt(error.to_string()))?;
        let name = entry.name().map_err(|error| corrupt(error.to_string()))?.into_owned();
        let target = folder.join(inside(&name, &entry).map_err(|reason| {
            FmuError::UnsafeEntry { path: path.into(), entry: name.clone(), reason }
        })?);
        let written = write_entry(&mut entry, &target, room)
            .map_err(|error| corrupt(format!("entry \"{name}\": {error}")))?;
        room = room.checked_sub(written).ok_or_else(|| {
            let reason = format!("more than {limit} bytes from a file of {packed} bytes");
            FmuError::TooBig { path: path.into(), reason }
        })?;
    }
    Ok(())
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
    let mut file = File::create(target)?;
    let written = io::copy(&mut entry.take(room + 1), &mut file)?;
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

#[cfg(test)]
mod tests;
