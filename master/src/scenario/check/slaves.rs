//! The slaves of a scenario: their FMUs and tables loaded, the way of their inputs chosen.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use indexmap::{IndexMap, IndexSet};
use toml::Spanned;

use super::checked_slave::HandedOver;
pub use super::checked_slave::{CheckedSlave, Origin};
use super::places::crash_at_start;
use super::warnings::Warning;
use super::{Options, sandbox, start_values};
use crate::fmi::Fmu;
use crate::probe::{self, Rewind, rewind};
use crate::scenario::error::{COMMAND_LINE, ScenarioError, Source};
use crate::scenario::file::{Isolation, OnDiscard, ScenarioFile, SlaveSection};
use crate::scenario::places::Place;
use crate::table::Table;

/// How long an isolated FMU may take to answer where the user gives no time.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Loads every FMU that runs in this process, and every table; an FMU used twice is opened once.
pub(super) fn load(
    source: &Source,
    file: &ScenarioFile,
    folder: &Path,
    options: Options,
) -> Result<Vec<CheckedSlave>, ScenarioError> {
    if file.slaves.is_empty() {
        return Err(source.error("there is no slave; add [slaves.NAME] with fmu = \"path\""));
    }
    let mut loaded: IndexMap<PathBuf, Arc<Fmu>> = IndexMap::new();
    let mut slaves = Vec::new();
    for (name, section) in &file.slaves {
        let mut sandbox = sandbox::choose(source, file, name, section, folder, options)?;
        let origin = open(source, name, section, folder, &mut loaded)?;
        let place = match &origin {
            Origin::Fmu(_) if sandbox.is_some() => Place::Sandbox,
            Origin::Fmu(_) if options.isolate || section.isolation == Isolation::Process => {
                Place::OwnProcess
            }
            Origin::Fmu(fmu) if crash_at_start(fmu, options).is_some() => Place::Crashes,
            _ => Place::Here,
        };
        if let (Origin::Fmu(fmu), Place::Here) = (&origin, place) {
            let place = section.fmu.as_ref().map_or(name.span(), Spanned::span);
            fmu.library().map_err(|error| {
                source.error_at(place, format!("slave \"{}\": {error}", name.get_ref()))
            })?;
        }
        if let (Origin::Fmu(fmu), Some(sandbox)) = (&origin, &mut sandbox) {
            sandbox.variables = fmu.python_variables();
            probe::confine(fmu.path(), sandbox);
        }
        let retry = section.on_discard == OnDiscard::Retry && can_retry(&origin, options);
        slaves.push(CheckedSlave {
            name: name.get_ref().clone(),
            start: start_values::read(source, name.get_ref(), section, &origin)?,
            sandbox: sandbox.filter(|_| matches!(origin, Origin::Fmu(_))),
            origin,
            inputs: IndexSet::new(),
            outputs: IndexSet::new(),
            rules: Vec::new(),
            without_derivatives: Vec::new(),
            handed_over: HandedOver::Held,
            rates: true,
            takes_slopes: false,
            every: 1,
            logging: section.logging,
            log_calls: options.log_calls,
            place,
            turns: None,
            thread: section.thread.as_ref().map(|thread| *thread.get_ref()),
            clones: section.clones(),
            timeout: timeout(source, section)?,
            retry,
            resets: true,
            feedthrough: Vec::new(),
            compares_restored: false,
        });
    }
    Ok(slaves)
}

fn open(
    source: &Source,
    name: &Spanned<String>,
    section: &SlaveSection,
    folder: &Path,
    loaded: &mut IndexMap<PathBuf, Arc<Fmu>>,
) -> Result<Origin, ScenarioError> {
    let slave = name.get_ref();
    if slave.is_empty() || slave.contains('.') {
        let message = format!("the slave name \"{slave}\" must not be empty or contain a dot");
        return Err(source.error_at(name.span(), message));
    }
    let fail = |place: &Spanned<String>, error: &dyn std::fmt::Display| {
        source.error_at(place.span(), format!("slave \"{slave}\": {error}"))
    };
    match (&section.fmu, &section.csv) {
        (Some(fmu), None) => {
            let path = folder.join(fmu.get_ref());
            if let Some(known) = loaded.get(&path) {
                return Ok(Origin::Fmu(known.clone()));
            }
            require_file(source, &path).map_err(|message| fail(fmu, &message))?;
            let opened = Arc::new(Fmu::open_unloaded(&path).map_err(|error| fail(fmu, &error))?);
            loaded.insert(path, opened.clone());
            Ok(Origin::Fmu(opened))
        }
        (None, Some(csv)) => {
            let path = folder.join(csv.get_ref());
            require_file(source, &path).map_err(|message| fail(csv, &message))?;
            let table = Table::open(&path).map_err(|error| fail(csv, &error))?;
            Ok(Origin::Table(Arc::new(table)))
        }
        _ => Err(source.error_at(
            name.span(),
            format!("slave \"{slave}\" needs either fmu = \"path.fmu\" or csv = \"path.csv\""),
        )),
    }
}

/// Whether a refused step can be taken again in shorter ones: only an FMU that does not mind being
/// saved and restored now and then is prepared for that.
fn can_retry(origin: &Origin, options: Options) -> bool {
    let Origin::Fmu(fmu) = origin else { return false };
    let exact = || options.trust_fmu || rewind(fmu.path()) == Rewind::Exact;
    fmu.can_rewind() && fmu.can_divide_steps() && exact()
}

fn timeout(source: &Source, section: &SlaveSection) -> Result<Duration, ScenarioError> {
    let Some(given) = &section.timeout else { return Ok(TIMEOUT) };
    let wrong = || {
        let message = format!("timeout is {} s; it must be greater than zero", given.get_ref());
        source.error_at(given.span(), message)
    };
    let duration = Duration::try_from_secs_f64(*given.get_ref()).map_err(|_| wrong())?;
    if duration.is_zero() { Err(wrong()) } else { Ok(duration) }
}

fn require_file(source: &Source, path: &Path) -> Result<(), String> {
    match path.exists() {
        true => Ok(()),
        false if source.file == COMMAND_LINE => Err(format!("{} does not exist", path.display())),
        false => Err(format!(
            "{} does not exist; paths are relative to the scenario file",
            path.display()
        )),
    }
}

/// What the user should know about how FMUs were unpacked, once for each.
pub(super) fn notices(slaves: &[CheckedSlave]) -> Vec<Warning> {
    let fmus = slaves.iter().filter_map(|slave| slave.origin.fmu());
    let told = |fmu: &Fmu| Some((fmu.path().display().to_string(), fmu.notice()?.to_owned()));
    let told: IndexMap<String, String> = fmus.filter_map(told).collect();
    let warning = |(file, message)| ScenarioError { file, line: None, message }.into();
    told.into_iter().map(warning).collect()
}
