//! `macrostep recover`: the results that a killed run has left, completed.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::results::files::{Files, PARTIAL, with_ending};
use crate::results::rescue::recover;

/// Arguments of `recover`.
#[derive(Args)]
pub struct Arguments {
    /// The result file of the run, with or without .partial
    results: PathBuf,
}

/// Completes what is there.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let name = arguments.results.to_string_lossy();
    let target = name.strip_suffix(PARTIAL).map_or(arguments.results.clone(), PathBuf::from);
    let wrong = |reason: &dyn std::fmt::Display| {
        Failure::Input(format!("{}: cannot be recovered: {reason}", target.display()))
    };
    if !with_ending(&target, PARTIAL).exists() {
        return Err(wrong(&"no run has left anything there"));
    }
    let files = Files::open(&target).map_err(|error| wrong(&error))?;
    match recover(&files).map_err(|error| wrong(&error))? {
        Some(saved) => println!("results   {} up to t = {} s", saved.path.display(), saved.t),
        None => println!("the run had not written a row yet; there is nothing to recover"),
    }
    Ok(())
}
