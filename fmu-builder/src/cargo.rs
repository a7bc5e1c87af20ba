//! Finding model crates and building them, by way of cargo.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fmu_builder::Structural;
use serde_json::Value;

use crate::error::ExportError;

/// A crate with a model.
#[derive(Clone, Debug)]
pub struct ModelCrate {
    /// The name of the package.
    pub name: String,
    /// The description in its Cargo.toml.
    pub description: String,
    /// Its Cargo.toml.
    pub manifest: PathBuf,
    /// The structural parameters of the FMUs that are made of it, as `[package.metadata.fmu.variants]` names them; without
    /// any, one FMU with the defaults.
    pub variants: Vec<Structural>,
    /// Whether `export_fmu!` stands under a feature `fmu`.
    has_feature: bool,
    /// The names of the packages that it uses.
    uses: Vec<String>,
    /// Whether one of these is a model too.
    is_composed: bool,
}

/// A model crate and the library built from it.
#[derive(Clone, Debug)]
pub struct Built {
    /// The crate.
    pub model: ModelCrate,
    /// The shared library.
    pub library: PathBuf,
}

/// How the libraries are built: like a release, small, and with panics that can be caught.
const SETTINGS: [&str; 5] = [
    "inherits=\"release\"",
    "codegen-units=1",
    "debug=false",
    "strip=\"symbols\"",
    "panic=\"unwind\"",
];

/// The profiles of models, and of models made of models. Each has a folder of its own: a library of a part has the same name
/// with and without its C functions, and in one folder each export would build it anew.
const PROFILES: [&str; 2] = ["fmu", "fmu-composed"];

/// The models of the workspace here (members under `fmus/`), or those of a manifest elsewhere: of
/// its package, or of its members if it is a workspace only.
pub fn models(manifest_path: Option<&Path>) -> Result<Vec<ModelCrate>, ExportError> {
    let missing = |path: &Path| ExportError::NoManifest { path: path.into() };
    let canonical = |path: &Path| path.canonicalize().map_err(|_| missing(path));
    let elsewhere = manifest_path.map(canonical).transpose()?;
    let metadata = metadata(elsewhere.as_deref())?;

    let root = PathBuf::from(metadata["workspace_root"].as_str().unwrap_or_default());
    let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().collect();
    let place = elsewhere.unwrap_or_else(|| root.join("fmus"));
    let at_place = |package: &&Value| {
        let manifest = package["manifest_path"].as_str().map(Path::new);
        manifest.is_some_and(|manifest| manifest.starts_with(&place))
    };
    let is_workspace_only = manifest_path.is_some() && !packages.iter().any(at_place);
    let chosen = packages.iter().filter(|package| is_workspace_only || at_place(package));
    let mut models: Vec<_> = chosen.copied().filter_map(model_crate).collect();
    models.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<String> = models.iter().map(|model| model.name.clone()).collect();
    for model in &mut models {
        model.is_composed = model.uses.iter().any(|name| names.contains(name));
    }
    if models.is_empty() { Err(ExportError::NoModels { place }) } else { Ok(models) }
}

/// What cargo knows of the workspace.
fn metadata(manifest: Option<&Path>) -> Result<Value, ExportError> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--no-deps"]);
    if let Some(path) = manifest {
        command.arg("--manifest-path").arg(path);
    }
    let output = command.stderr(Stdio::inherit()).output().map_err(ExportError::NoCargo)?;
    let status = output.status.to_string();
    serde_json::from_slice(&output.stdout).map_err(|_| ExportError::NoWorkspace { status })
}

/// A package of the metadata, if it builds a shared library.
fn model_crate(package: &Value) -> Option<ModelCrate> {
    let targets = package["targets"].as_array()?;
    let is_cdylib = |target: &Value| {
        target["crate_types"].as_array().is_some_and(|types| types.iter().any(|t| t == "cdylib"))
    };
    targets.iter().any(is_cdylib).then_some(())?;
    Some(ModelCrate {
        name: package["name"].as_str()?.into(),
        description: package["description"].as_str().unwrap_or_default().into(),
        manifest: package["manifest_path"].as_str()?.into(),
        variants: variants(&package["metadata"]["fmu"]["variants"]),
        has_feature: package["features"].get("fmu").is_some(),
        uses: { package["dependencies"].as_array().into_iter().flatten() }
            .filter(|used| used["kind"].is_null())
            .filter_map(|used| used["name"].as_str().map(str::to_string))
            .collect(),
        is_composed: false,
    })
}

/// The variants of a manifest: a table of structural parameters for each name of an FMU.
fn variants(metadata: &Value) -> Vec<Structural> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let variant = |(name, values): (&String, &Value)| {
        let values = values.as_object().into_iter().flatten();
        let named = Structural::default().named(name);
        values.fold(named, |chosen, (name, value)| chosen.with(name, text(value)))
    };
    metadata.as_object().into_iter().flatten().map(variant).collect()
}

/// Those of the models that were asked for.
pub fn choose(found: Vec<ModelCrate>, names: &[String]) -> Result<Vec<ModelCrate>, ExportError> {
    let known: Vec<String> = found.iter().map(|model| model.name.clone()).collect();
    if names.is_empty() {
        return Err(ExportError::NothingChosen { known: known.join(", ") });
    }
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        return Err(ExportError::UnknownModel { name: name.clone(), known: known.join(", ") });
    }
    Ok(found.into_iter().filter(|model| names.contains(&model.name)).collect())
}

/// Builds the shared libraries of all models.
///
/// Those made of other models come after these, in a run of cargo of their own: in one run the feature `fmu` would be on for
/// both, and their C functions would be there twice.
pub fn build(models: &[ModelCrate]) -> Result<Vec<Built>, ExportError> {
    let (composed, plain): (Vec<ModelCrate>, Vec<ModelCrate>) =
        models.iter().cloned().partition(|model| model.is_composed);
    let mut built = Vec::new();
    for (batch, profile) in [plain, composed].iter().zip(PROFILES) {
        if !batch.is_empty() {
            built.extend(build_batch(batch, profile)?);
        }
    }
    Ok(built)
}

fn build_batch(models: &[ModelCrate], profile: &str) -> Result<Vec<Built>, ExportError> {
    let mut command = cargo();
    command.args(["build", "--lib", "--profile", profile]);
    command.arg("--message-format=json-render-diagnostics");
    command.arg("--manifest-path").arg(&models[0].manifest);
    for setting in SETTINGS {
        command.args(["--config", &format!("profile.{profile}.{setting}")]);
    }
    for model in models {
        command.args(["-p", &model.name]);
        if model.has_feature {
            command.args(["--features", &format!("{}/fmu", model.name)]);
        }
    }
    let output = command.stderr(Stdio::inherit()).output().map_err(ExportError::NoCargo)?;
    if !output.status.success() {
        return Err(ExportError::BuildFailed);
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    models.iter().map(|model| find_library(model, &messages)).collect()
}

/// The shared library that cargo reports for a model.
fn find_library(model: &ModelCrate, messages: &str) -> Result<Built, ExportError> {
    let of_model = |message: &Value| {
        message["reason"] == "compiler-artifact"
            && message["manifest_path"].as_str().map(Path::new) == Some(&model.manifest)
    };
    let messages = messages.lines().filter_map(|line| serde_json::from_str(line).ok());
    let files = messages.filter(of_model).flat_map(|message: Value| {
        let files = message["filenames"].as_array().cloned().unwrap_or_default();
        files.into_iter().filter_map(|file| file.as_str().map(PathBuf::from))
    });
    let extension = std::ffi::OsStr::new(std::env::consts::DLL_EXTENSION);
    let library = { files }.find(|file| file.extension() == Some(extension));
    let missing = || ExportError::NoLibrary { name: model.name.clone() };
    Ok(Built { model: model.clone(), library: library.ok_or_else(missing)? })
}

/// The cargo that runs this program, or the one in the path.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
