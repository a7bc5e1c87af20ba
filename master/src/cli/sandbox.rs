//! Options of commands that run FMUs in sandboxes.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Failure;
use crate::scenario::check::Demand;
use crate::scenario::read::Override;

/// Whether FMUs are sandboxed.
#[derive(Args)]
pub struct SandboxOptions {
    /// Run FMUs in a sandbox: no network, no processes, no files but their own; with =require it is an
    /// error where the system lacks a part of that
    #[arg(long, value_name = "require", num_args = 0..=1, require_equals = true)]
    sandbox: Option<Option<Require>>,
    /// Let sandboxed FMUs read this file or folder too: simulation.sandbox_read
    #[arg(long, value_name = "PATH")]
    sandbox_read: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Require {
    Require,
}

impl SandboxOptions {
    /// How strictly sandboxes are asked for, if they are.
    pub fn demand(&self) -> Option<Demand> {
        self.sandbox.map(|word| match word {
            None => Demand::Wanted,
            Some(Require::Require) => Demand::Required,
        })
    }

    /// The fields of the scenario that it sets.
    pub fn overrides(&self) -> Result<impl Iterator<Item = Override>, Failure> {
        let paths = self.sandbox_read.iter().map(std::path::absolute);
        let paths = paths.collect::<Result<Vec<_>, _>>().map_err(Failure::input)?;
        let texts = paths.iter().map(|path| path.to_string_lossy().into_owned());
        let value = toml_edit::Value::from_iter(texts).to_string();
        let field = "simulation.sandbox_read".into();
        Ok((!paths.is_empty()).then_some(Override { field, value }).into_iter())
    }
}
