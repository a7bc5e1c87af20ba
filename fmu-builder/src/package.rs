//! Packing an FMU: the library, its model description and its documentation in one archive.

use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use fmi2_description::ModelDescription;
use fmu_builder::{STRUCTURAL_FOLDER as FOLDER, Structural, export};
use zip::write::SimpleFileOptions;

use crate::cargo::Built;
use crate::documentation;
use crate::error::ExportError;

/// Writes `<model name>.fmu` with structural parameters into the directory; its path and size in bytes.
pub fn pack(
    built: &Built,
    structural: &Structural,
    directory: &Path,
) -> Result<(PathBuf, u64), ExportError> {
    let name = structural.name.as_ref().unwrap_or(&built.model.name);
    let exported = directory.join(format!("{name}.fmu"));
    if is_up_to_date(&exported, built) && has_structural(&exported, structural).unwrap_or(false) {
        let size = fs::metadata(&exported).map_or(0, |file| file.len());
        return Ok((exported, size));
    }
    let not_exported = |reason: String| ExportError::NotExported { name: name.clone(), reason };
    let resources = Resources::new(structural).map_err(|error| not_exported(error.to_string()))?;
    let ask = |symbol: &str| {
        let answer = export::ask(&built.library, symbol, &resources.0);
        answer.map_err(|error| not_exported(error.to_string()))
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
    let binary =
        format!("binaries/{}/{identifier}.{}", platform(), std::env::consts::DLL_EXTENSION);
    let mut files = vec![
        ("modelDescription.xml".to_string(), xml.into_bytes(), 0o644),
        (binary, fs::read(&built.library).map_err(|error| failed(&error))?, 0o755),
    ];
    files.extend(documents(built, &description.model_name)?);
    let kept = structural.files();
    files.extend(kept.map(|(name, text)| (format!("resources/{name}"), text.into(), 0o644)));
    fs::create_dir_all(directory).map_err(|error| failed(&error))?;
    write_archive(&path, &files).map_err(|error| failed(&error))?;
    let size = fs::metadata(&path).map_err(|error| failed(&error))?.len();
    Ok((path, size))
}

/// Whether an FMU is younger than all that it is made of: library, manifest, documentation, and this program.
fn is_up_to_date(fmu: &Path, built: &Built) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let Some(made) = time(fmu) else { return false };
    let manifest = &built.model.manifest;
    let readme = manifest.with_file_name("README.md");
    let text = fs::read_to_string(&readme).unwrap_or_default();
    let pictures =
        documentation::pictures(&text).into_iter().map(|name| readme.with_file_name(name));
    let program = std::env::current_exe().unwrap_or_default();
    let sources = [built.library.clone(), manifest.clone(), program];
    let sources = sources.into_iter().chain(readme.exists().then(|| readme.clone()));
    sources.chain(pictures).all(|path| time(&path).is_some_and(|time| time < made))
}

/// Whether an FMU was made with these structural parameters.
fn has_structural(fmu: &Path, structural: &Structural) -> io::Result<bool> {
    let mut archive = zip::ZipArchive::new(fs::File::open(fmu)?)?;
    let prefix = format!("resources/{FOLDER}/");
    let is_kept = |name: &str| name.starts_with(&prefix);
    let kept = archive.file_names().filter(|name| name.as_ref().is_ok_and(|name| is_kept(name)));
    let mut count = kept.count();
    for (name, text) in structural.files() {
        let mut found = String::new();
        archive.by_name(&format!("resources/{name}"))?.read_to_string(&mut found)?;
        if found != text {
            return Ok(false);
        }
        count -= 1;
    }
    Ok(count == 0)
}

/// A file of the archive: its name, its content and its permissions.
type Packed = (String, Vec<u8>, u32);

/// The README of the crate as a page, and the pictures on it where its links expect them.
fn documents(built: &Built, title: &str) -> Result<Vec<Packed>, ExportError> {
    let readme = built.model.manifest.with_file_name("README.md");
    let text = fs::read_to_string(&readme).unwrap_or_else(|_| format!("# {title}\n"));
    let page = documentation::page(title, &text).into_bytes();
    let mut files = vec![("documentation/index.html".to_string(), page, 0o644)];
    for picture in documentation::pictures(&text) {
        let content = fs::read(readme.with_file_name(&picture)).map_err(|error| {
            let (readme, picture) = (readme.clone(), picture.clone());
            ExportError::NoPicture { readme, picture, reason: error.to_string() }
        })?;
        files.push((format!("documentation/{picture}"), content, 0o644));
    }
    Ok(files)
}

/// The resources of an FMU that is being made, in a folder that goes with this value.
struct Resources(PathBuf);

impl Resources {
    fn new(structural: &Structural) -> io::Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("fmu-builder-{}-{number}", std::process::id());
        let folder = Self(std::env::temp_dir().join(name));
        fs::create_dir_all(folder.0.join(FOLDER))?;
        for (name, text) in structural.files() {
            fs::write(folder.0.join(name), text)?;
        }
        Ok(folder)
    }
}

impl Drop for Resources {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes the archive beside its place and moves it there, so that nobody sees a half-written FMU,
/// also when several exports run at once.
fn write_archive(path: &Path, files: &[Packed]) -> io::Result<()> {
    let unfinished = path.with_extension(format!("fmu.{}", std::process::id()));
    archive(fs::File::create(&unfinished)?, files)?;
    fs::rename(unfinished, path)
}

/// The files in the given order with the same time stamp: equal content gives equal bytes.
fn archive(file: impl Write + Seek, files: &[Packed]) -> io::Result<()> {
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
