//! Clones of slaves: whether they can be made, and have anything to do.

use coupling::SlaveId;

use super::{CheckedSlave, Method, Options, Origin, Threads};
use crate::probe::against_clones;
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::ScenarioFile;
use crate::scenario::places::Place;

const NO_RUNS: &str = "they run perturbed steps, which only scheme.kind = \"semi-implicit\" and \
                       \"newton\" take; leave clones out";

/// Refuses clones that are of no use or cannot take over the state of their slave.
pub(super) fn check(
    source: &Source,
    file: &ScenarioFile,
    slaves: &[CheckedSlave],
    (method, threads): (&Method, Threads),
    options: Options,
    notes: &mut Vec<String>,
) -> Result<(), ScenarioError> {
    let mut cloned = false;
    for (k, (slave, section)) in slaves.iter().zip(file.slaves.values()).enumerate() {
        let Some(given) = section.clones.as_ref().filter(|given| *given.get_ref() > 0) else {
            continue;
        };
        let obstacle = idle(SlaveId(k), method).or_else(|| unable(slave, options));
        if let Some(reason) = obstacle.or_else(|| too_many(slave)) {
            let message =
                format!("slave \"{}\": clones is {}, but {reason}", slave.name, slave.clones);
            return Err(source.error_at(given.span(), message));
        }
        cloned = true;
    }
    if cloned && threads.count == 1 {
        notes.push("clones save time on several threads only; set simulation.threads".into());
    }
    Ok(())
}

/// Why a method has nothing for clones to run.
fn idle(id: SlaveId, method: &Method) -> Option<String> {
    if !method.facts.perturbs {
        return Some(NO_RUNS.into());
    }
    method.explicit.contains(&id).then(|| {
        "the slave takes part explicitly, without perturbed steps; leave clones out".into()
    })
}

/// Why clones cannot be made, or cannot take over the state of their slave.
fn unable(slave: &CheckedSlave, options: Options) -> Option<String> {
    let Origin::Fmu(fmu) = &slave.origin else { return None };
    // Instances in processes of their own do not know of each other.
    let together = slave.place == Place::Here;
    if together && fmu.co_simulation().can_be_instantiated_only_once_per_process {
        return Some("its FMU allows one instance per process; leave clones out".into());
    }
    if !fmu.can_serialise() {
        return Some("its FMU does not offer canSerializeFMUstate; leave clones out".into());
    }
    let probed = Some(fmu.path()).filter(|_| !options.trust_fmu);
    let found = probed.and_then(|path| against_clones(path, together))?;
    Some(format!(
        "a probe of its FMU found \"{found}\"; leave clones out, or use --trust-fmu to ignore the probe"
    ))
}

/// Each instance needs a coupled input of its own to move.
fn too_many(slave: &CheckedSlave) -> Option<String> {
    let (clones, inputs) = (slave.clones, slave.inputs.len());
    (clones >= inputs).then(|| match inputs {
        0 | 1 => "a slave with less than two coupled inputs has nothing to share; leave clones out"
            .into(),
        _ => {
            format!("with {inputs} coupled inputs no more than {} have anything to run", inputs - 1)
        }
    })
}
