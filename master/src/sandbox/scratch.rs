//! The folder and the environment in which a sandboxed process starts.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::Once;

use tempfile::TempDir;

use super::Sandbox;

/// Variables that a sandboxed process keeps; all others may hold secrets.
const KEPT: [&str; 11] = [
    "PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "DYLD_LIBRARY_PATH",
    "GLIBC_TUNABLES",
    "RUST_BACKTRACE",
    "MACROSTEP_CACHE",
    "MACROSTEP_LIBPYTHON",
];
/// Beginnings of further ones: the locale, Python, threads of numerical libraries.
const FAMILIES: [&str; 5] = ["LC_", "PYTHON", "OMP_", "OPENBLAS_", "MKL_"];
/// How the names of scratch folders begin.
const PREFIX: &str = "macrostep-scratch-";

/// A folder that a sandboxed process may write into; removed with all that is in it when dropped.
pub struct Scratch {
    folder: TempDir,
    /// Held as long as the folder is used; the system lets go of it however this process ends.
    _lock: File,
}

impl Scratch {
    /// An empty one. Those that killed programs have left are removed at the first time.
    pub fn new() -> io::Result<Self> {
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| sweep(&std::env::temp_dir()));
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
            let lock = open(folder.path())?;
            // Another program may have swept it away before it was locked.
            if lock.try_lock().is_ok() && folder.path().exists() {
                return Ok(Self { folder, _lock: lock });
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Lets a program start in it, with nothing of the environment but what it needs.
    pub fn prepare(&self, command: &mut Command, sandbox: &Sandbox) {
        command.env_clear().current_dir(self.path());
        command.envs(std::env::vars_os().filter(|(name, _)| is_kept(name)));
        command.envs(sandbox.variables.iter().map(|(name, value)| (name, value)));
        for name in ["HOME", "TMPDIR", "TMP", "TEMP"] {
            command.env(name, self.path());
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove(self.path());
    }
}

fn is_kept(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    KEPT.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Removes the scratch folders that nobody uses any more.
fn sweep(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let lock = (is_ours && is_folder).then(|| open(&entry.path()).ok()).flatten();
        if lock.is_some_and(|lock| lock.try_lock().is_ok()) {
            remove(&entry.path());
        }
    }
}

/// Removes a folder, even where an FMU has closed folders in it to everybody.
fn remove(folder: &Path) {
    if std::fs::remove_dir_all(folder).is_err() {
        open_up(folder);
        // What cannot be removed even so is in the system's folder for temporary files.
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[cfg(unix)]
fn open(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// Folders cannot be locked here, so a file beside stands for it.
#[cfg(not(unix))]
fn open(folder: &Path) -> io::Result<File> {
    File::create(folder.join("lock"))
}

#[cfg(unix)]
fn open_up(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|e| e.file_type().is_ok_and(|t| t.is_dir())).for_each(|e| open_up(&e.path()));
}

#[cfg(not(unix))]
fn open_up(_folder: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_of_the_environment_is_kept() {
        for kept in ["PATH", "LC_NUMERIC", "PYTHONHOME", "OMP_NUM_THREADS"] {
            assert!(is_kept(kept.as_ref()), "{kept}");
        }
        for other in ["HOME", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "PGPASSWORD", "MYPATH"] {
            assert!(!is_kept(other.as_ref()), "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_left_of_a_scratch_folder() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_path_buf();
        std::fs::create_dir_all(path.join("a/b")).unwrap();
        let closed = std::os::unix::fs::PermissionsExt::from_mode(0o0);
        std::fs::set_permissions(path.join("a"), closed).unwrap();
        drop(scratch);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn what_killed_programs_have_left_is_swept_and_what_is_in_use_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let [left, used] = ["a", "b"].map(|name| parent.path().join(format!("{PREFIX}{name}")));
        std::fs::create_dir_all(left.join("deep")).unwrap();
        std::fs::create_dir(&used).unwrap();
        let other = parent.path().join("other");
        std::fs::create_dir(&other).unwrap();
        let lock = open(&used).unwrap();
        lock.try_lock().unwrap();
        sweep(parent.path());
        assert!(!left.exists() && used.exists() && other.exists());
    }
}
