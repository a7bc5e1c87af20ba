//! Processes for FMUs that nobody vouches for: they read their FMU and the system's libraries, write
//! into one scratch folder, and have no network, no further processes and no way to reach others.
//!
//! [`Scratch`] is the master's side: a folder and an environment to start the process in. [`confine`]
//! is the process's side: it gives up, for good, what the FMU must not have, before anything of the
//! FMU is loaded. [`support`] says which parts the running system offers.

mod scratch;
mod support;

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod descriptors;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod limits;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub use descriptors::close_inherited;
pub use scratch::Scratch;
pub use support::{Support, support};

/// What a sandboxed process may have beyond the usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// Further files and folders that it may read.
    pub read: Vec<PathBuf>,
    /// The most memory that it may have, in bytes, if not the usual.
    pub memory: Option<u64>,
    /// Variables that it gets besides those of the master that it keeps.
    pub variables: Vec<(String, PathBuf)>,
}

/// Confines this process to `folder`, the unpacked FMU, which it reads, and to its working directory,
/// which it writes. There is no way back.
///
/// The process must have one thread: each thread is confined by itself.
#[cfg(target_os = "linux")]
pub fn confine(sandbox: &Sandbox, folder: &Path) -> Result<(), String> {
    let offered = support();
    limits::set(sandbox).map_err(|error| format!("limits of its process: {error}"))?;
    if offered.landlock > 0 {
        let scratch = std::env::current_dir().map_err(|error| error.to_string())?;
        files::restrict(sandbox, folder, &scratch).map_err(|error| format!("Landlock: {error}"))?;
    }
    if offered.seccomp {
        calls::restrict().map_err(|error| format!("seccomp: {error}"))?;
    }
    Ok(())
}

/// Always an error here.
#[cfg(not(target_os = "linux"))]
pub fn confine(_sandbox: &Sandbox, _folder: &Path) -> Result<(), String> {
    Err("there is no sandbox on this system".into())
}

/// Without effect here.
#[cfg(not(target_os = "linux"))]
pub fn close_inherited(_kept: &[i32]) -> std::io::Result<()> {
    Ok(())
}
