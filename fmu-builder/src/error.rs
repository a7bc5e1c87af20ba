//! Why an export does not work, and the exit code for it.

use std::io;
use std::path::PathBuf;

use fmu_builder::export;
use thiserror::Error;

/// Why an export did not work.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum ExportError {
    #[error("{}: there is no such file; give the Cargo.toml of a crate with a model", path.display())]
    NoManifest { path: PathBuf },
    #[error("cargo cannot be run: {0}; install Rust, or call this command by `cargo run`")]
    NoCargo(#[source] io::Error),
    #[error(
        "cargo found no package here ({status}); run the command in the workspace, or give --manifest-path"
    )]
    NoWorkspace { status: String },
    #[error("{}: no crate here builds a shared library; a model needs `crate-type = [\"cdylib\", \"rlib\"]` under [lib]", place.display())]
    NoModels { place: PathBuf },
    #[error("name the models to export, or say --all; there are: {known}")]
    NothingChosen { known: String },
    #[error("there is no model \"{name}\"; there are: {known}")]
    UnknownModel { name: String, known: String },
    #[error("--name is for one model, and {models} are asked for")]
    ManyNamed { models: usize },
    #[error("--structural {pair}: write NAME=VALUE, or NAME=@FILE")]
    BadStructural { pair: String },
    #[error("--structural {name}: the file {file} cannot be read: {reason}")]
    NoStructuralFile { name: String, file: String, reason: String },
    #[error("cargo could not build the models; its messages are above")]
    BuildFailed,
    #[error("cargo built no shared library for \"{name}\"")]
    NoLibrary { name: String },
    #[error("\"{name}\" is not an FMU: its library does not answer to {symbol} ({reason}); does the crate call `export_fmu!`?", symbol = export::DESCRIPTION_SYMBOL)]
    NotExported { name: String, reason: String },
    #[error("\"{name}\" cannot be exported:\n  {}", problems.replace('\n', "\n  "))]
    WrongModel { name: String, problems: String },
    #[error("\"{name}\": {reason}")]
    BadDescription { name: String, reason: String },
    #[error("{}: the picture {picture:?} cannot be read: {reason}; correct its link", readme.display())]
    NoPicture { readme: PathBuf, picture: String, reason: String },
    #[error("{}: cannot be written: {reason}", path.display())]
    Write { path: PathBuf, reason: String },
}

impl ExportError {
    /// 1 if the build or the writing failed, 2 if the request or the model was wrong.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NoManifest { .. }
            | Self::NoWorkspace { .. }
            | Self::NoModels { .. }
            | Self::NothingChosen { .. }
            | Self::ManyNamed { .. }
            | Self::BadStructural { .. }
            | Self::NoStructuralFile { .. }
            | Self::WrongModel { .. }
            | Self::NoPicture { .. }
            | Self::UnknownModel { .. } => 2,
            _ => 1,
        }
    }
}
