//! Which FMUs run in sandboxes, and whether the system has what that takes.

use std::path::Path;

use toml::Spanned;

use super::{CheckedSlave, Options};
use crate::sandbox::{Sandbox, Support, support};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::{SandboxValue, ScenarioFile, SlaveSection};

/// Below this, the process has no memory for an FMU.
const LEAST_MEMORY: f64 = 1e8;

/// How strictly a sandbox is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Demand {
    /// As far as the system offers it.
    Wanted,
    /// With every part of it, or not at all.
    Required,
}

impl Demand {
    fn of(value: SandboxValue) -> Option<Self> {
        match value {
            SandboxValue::Wanted(wanted) => wanted.then_some(Self::Wanted),
            SandboxValue::Word(_) => Some(Self::Required),
        }
    }
}

/// The sandbox of a slave, if it has one: the command line's word counts for all slaves.
pub(super) fn choose(
    source: &Source,
    file: &ScenarioFile,
    name: &Spanned<String>,
    section: &SlaveSection,
    folder: &Path,
    options: Options,
) -> Result<Option<Sandbox>, ScenarioError> {
    let given = section.sandbox.as_ref().or(file.simulation.sandbox.as_ref());
    let written = given.and_then(|value| Demand::of(*value.get_ref()));
    let Some(demand) = written.max(options.sandbox) else { return Ok(None) };
    let place = given.map_or(name.span(), Spanned::span);
    permit(demand, support()).map_err(|reason| {
        source.error_at(place, format!("slave \"{}\": {reason}", name.get_ref()))
    })?;
    let mut read = Vec::new();
    for path in file.simulation.sandbox_read.iter().chain(&section.sandbox_read) {
        let resolved = std::path::absolute(folder.join(path.get_ref()));
        let Some(resolved) = resolved.ok().filter(|path| path.exists()) else {
            let message = format!("sandbox_read: {} does not exist", path.get_ref());
            return Err(source.error_at(path.span(), message));
        };
        read.push(resolved);
    }
    let memory = section.sandbox_memory.as_ref().or(file.simulation.sandbox_memory.as_ref());
    let memory = memory.map(|given| memory_limit(source, given)).transpose()?;
    Ok(Some(Sandbox { read, memory, variables: Vec::new() }))
}

/// Whether the demand can be met; the error says what is missing.
fn permit(demand: Demand, offered: Support) -> Result<(), String> {
    match (demand, offered.missing()) {
        (_, Some(missing)) if !offered.processes => {
            Err(format!("{missing}; leave out sandbox, or run on Linux"))
        }
        (Demand::Required, Some(missing)) => Err(format!(
            "a complete sandbox is required, and cannot be had: {missing}; use a newer kernel, or \
             sandbox = true for what there is"
        )),
        _ => Ok(()),
    }
}

fn memory_limit(source: &Source, given: &Spanned<f64>) -> Result<u64, ScenarioError> {
    let bytes = *given.get_ref();
    if !bytes.is_finite() || bytes < LEAST_MEMORY {
        let message =
            format!("sandbox_memory is {bytes} bytes; it must be a number of at least 1e8");
        return Err(source.error_at(given.span(), message));
    }
    Ok(bytes as u64)
}

/// What the sandboxes of a run do not hold back, said once for all slaves.
pub(super) fn warning(source: &Source, slaves: &[CheckedSlave]) -> Option<ScenarioError> {
    slaves.iter().find(|slave| slave.sandbox.is_some())?;
    let missing = support().missing()?;
    Some(source.error(format!("the sandbox is incomplete: {missing}; its other parts hold")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_and_missing_is_an_error() {
        let full = Support { processes: true, landlock: 3, seccomp: true };
        let old = Support { landlock: 0, ..full };
        assert_eq!(permit(Demand::Required, full), Ok(()));
        assert_eq!(permit(Demand::Wanted, old), Ok(()));
        let error = permit(Demand::Required, old).unwrap_err();
        assert!(error.contains("required") && error.contains("Landlock"), "{error}");
        let error = permit(Demand::Wanted, Support::default()).unwrap_err();
        assert!(error.contains("on this system"), "{error}");
    }
}
