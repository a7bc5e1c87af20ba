//! Python brought into the process for an FMU that expects it there.

use std::sync::OnceLock;
use std::{env, path::Path};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

use super::words;
use crate::fmi::python::{Lack, Python, find};

/// Loads the shared library of Python and shows its symbols to all; it stays to the end.
///
/// Only the first call does anything. The error is for the user.
pub fn provide(lack: &Lack) -> Result<(), String> {
    static LOADED: OnceLock<Result<(), String>> = OnceLock::new();
    LOADED.get_or_init(|| find(lack).and_then(|python| load(&python))).clone()
}

fn load(python: &Python) -> Result<(), String> {
    set_where_unset("PYTHONHOME", python.home.as_deref());
    set_where_unset("PYTHONPATH", python.packages.as_deref());
    // SAFETY: running the initialisers of the library is what the FMU needs.
    let library = unsafe { Library::open(Some(&python.library), RTLD_NOW | RTLD_GLOBAL) };
    let library =
        library.map_err(|error| format!("{}: {}", python.library.display(), words(&error)))?;
    std::mem::forget(library);
    Ok(())
}

/// Tells Python where its files are, unless the user does.
fn set_where_unset(name: &str, value: Option<&Path>) {
    if let (Some(value), None) = (value, env::var_os(name)) {
        // SAFETY: FMUs are loaded before their slaves run in threads, so that no C code reads the
        // environment at this time; Rust's own reading takes turns with this.
        unsafe { env::set_var(name, value) };
    }
}
