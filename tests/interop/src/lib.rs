//! Our exported FMUs in the importers of others: the crates `fmi` and `fmi-rs`, and FMPy.

mod fmi;
mod fmi_rs;
mod fmpy;

use std::path::{Path, PathBuf};

pub use self::fmpy::fmpy;

/// An FMU in co-simulation, held by somebody else's importer. What fails panics.
pub trait Slave {
    /// Sets a real variable.
    fn set(&mut self, name: &str, value: f64);
    /// Sets an integer or an enumeration.
    fn choose(&mut self, name: &str, value: i32);
    /// Enters and leaves initialisation mode at t = 0.
    fn initialize(&mut self);
    /// Takes a communication step of length `h` from `t`.
    fn step(&mut self, t: f64, h: f64);
    /// The value of a real variable.
    fn get(&mut self, name: &str) -> f64;
    /// The partial derivative of one real variable with respect to another.
    fn partial(&mut self, unknown: &str, known: &str) -> f64;
    /// Saves the state, in place of the one saved before.
    fn save(&mut self);
    /// Returns to the saved state.
    fn restore(&mut self);
    /// The names of the real outputs.
    fn outputs(&self) -> Vec<String>;
}

/// Opens an FMU for co-simulation.
type Open = fn(&Path) -> Box<dyn Slave>;

/// The importers by name.
pub const IMPORTERS: [(&str, Open); 2] = [("fmi", fmi::open), ("fmi-rs", fmi_rs::open)];

/// The project's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of our exported FMUs.
pub fn fmus() -> PathBuf {
    root().join("target/fmus")
}

/// An exported FMU.
pub fn fmu(model: &str) -> PathBuf {
    let path = fmus().join(format!("{model}.fmu"));
    assert!(path.exists(), "{} is missing; ci/interop exports it", path.display());
    path
}
