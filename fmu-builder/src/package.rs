//! Packing an FMU: the library, its model description and its documentation in one archive.

use std::fs;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use fmi2_description::ModelDescription;
use fmu_builder::export;
use thiserror::Error;
use zip::write::SimpleFileOptions;

use crate::cargo::Built;
use crate::documentation;

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
    #[error("cargo could not build the models; its messages are above")]
    BuildFailed,
    #[error("cargo built no shared library for \"{name}\"")]
    NoLibrary { name: String },
    #[error("\"{name}\" is no FMU: its library does not answer to {symbol} ({reason}); does the crate call `export_fmu!`?", symbol = export::DESCRIPTION_SYMBOL)]
    NotExported { name: String, reason: String },
    #[error("\"{name}\" cannot be exported:\n  {}", problems.replace('\n', "\n  "))]
    WrongModel { name: String, problems: String },
    #[error("\"{name}\": {reason}")]
    BadDescription { name: String, reason: String },
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
            | Self::WrongModel { .. }
            | Self::UnknownModel { .. } => 2,
            _ => 1,
        }
    }
}

/// Writes `<model name>.fmu` into the directory; its path and size in bytes.
pub fn pack(built: &Built, directory: &Path) -> Result<(PathBuf, u64), ExportError> {
    let name = &built.model.name;
    let ask = |symbol: &str| {
        export::ask(&built.library, symbol).map_err(|error| ExportError::NotExported {
            name: name.clone(),
            reason: error.to_string(),
        })
    };
    let problems = ask(export::PROBLEMS_SYMBOL)?;
    if !problems.is_empty() {
        return Err(ExportError::WrongModel { name: name.clone(), problems });
    }
    let xml = ask(export::DESCRIPTION_SYMBOL)?;
    let bad = |reason: String| ExportError::BadDescription { name: name.clone(), reason };
    let description =
        ModelDescription::parse(xml.as_bytes()).map_err(|error| bad(error.to_string()))?;
    let identifier = description.co_simulation.as_ref().map(|c| c.model_identifier.clone());
    let identifier = identifier.ok_or_else(|| bad("its description has no CoSimulation".into()))?;

    let path = directory.join(format!("{}.fmu", description.model_name));
    let failed = |error: &dyn std::fmt::Display| ExportError::Write {
        path: path.clone(),
        reason: error.to_string(),
    };
    let readme = built.model.manifest.with_file_name("README.md");
    let readme = fs::read_to_string(readme).unwrap_or_else(|_| format!("# {name}\n"));
    let binary =
        format!("binaries/{}/{identifier}.{}", platform(), std::env::consts::DLL_EXTENSION);
    let files = [
        ("modelDescription.xml".to_string(), xml.into_bytes(), 0o644),
        (binary, fs::read(&built.library).map_err(|error| failed(&error))?, 0o755),
        (
            "documentation/index.html".to_string(),
            documentation::page(&description.model_name, &readme).into_bytes(),
            0o644,
        ),
    ];
    fs::create_dir_all(directory).map_err(|error| failed(&error))?;
    write_archive(&path, &files).map_err(|error| failed(&error))?;
    let size = fs::metadata(&path).map_err(|error| failed(&error))?.len();
    Ok((path, size))
}

/// Writes the archive beside its place and moves it there, so that nobody sees a half-written FMU,
/// also when several exports run at once.
fn write_archive(path: &Path, files: &[(String, Vec<u8>, u32)]) -> io::Result<()> {
    let unfinished = path.with_extension(format!("fmu.{}", std::process::id()));
    archive(fs::File::create(&unfinished)?, files)?;
    fs::rename(unfinished, path)
}

/// The files in the given order with the same time stamp: equal content gives equal bytes.
fn archive(file: impl Write + Seek, files: &[(String, Vec<u8>, u32)]) -> io::Result<()> {
    let mut archive = zip::ZipWriter::new(file);
    for (name, content, permissions) in files {
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(*permissions);
        archive.start_file(name.as_str(), options)?;
        archive.write_all(content)?;
    }
    archive.finish()?.flush()
}

/// The folder of this platform's binaries (FMI 2.0.4, section 2.3).
fn platform() -> String {
    let system = match std::env::consts::OS {
        "windows" => "win",
        "macos" => "darwin",
        other => other,
    };
    format!("{system}{}", usize::BITS)
}
