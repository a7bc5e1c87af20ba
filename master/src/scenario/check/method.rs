//! The method that carries slaves over a macro step, and who takes part in it how.

use coupling::SlaveId;
use coupling::scheme::Facts;
use toml::Spanned;

use super::rewinding::obstacle;
use super::{CheckedSlave, Options, Sweep};
use crate::scenario::catalogue::ReadKind;
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::SchemeSection;
use crate::scenario::scheme::Chosen;

/// How slaves are carried over a macro step.
#[derive(Clone, Debug)]
pub struct Method {
    /// The scheme with its settings.
    pub scheme: Chosen,
    /// What it needs and gives.
    pub facts: Facts,
    /// Slaves that take part explicitly in a scheme that is implicit.
    pub explicit: Vec<SlaveId>,
}

impl Method {
    /// The lowest degree whose order is lost where the first steps begin with lower ones: an explicit first step is
    /// held, an error of H²; an implicit one has a line through its end, an error of H³.
    pub fn lowest_repeated(&self) -> usize {
        if self.facts.implicit && self.explicit.is_empty() { 3 } else { 2 }
    }
}

/// Checks `[scheme]`; slaves that cannot be rewound take part explicitly, unless the user forbids it.
pub(super) fn check(
    source: &Source,
    scheme: &ReadKind,
    slaves: &mut [CheckedSlave],
    (sweep, several): (&Sweep, bool),
    options: Options,
    notes: &mut Vec<String>,
) -> Result<Method, ScenarioError> {
    let facts = scheme.section.facts();
    let in_order = matches!(sweep, Sweep::GaussSeidel(_));
    let refusal = match () {
        () if in_order && !facts.sweeps => {
            Some("runs all slaves at once; leave out scheme.sweep = \"gauss-seidel\"")
        }
        () if in_order && several && facts.implicit => Some(
            "with scheme.sweep = \"gauss-seidel\" needs slaves with steps of the same length: it carries fast \
             slaves along with slow ones all at once; leave out scheme.sweep",
        ),
        () => None,
    };
    if let Some(reason) = refusal {
        let message = format!("scheme.kind = \"{}\" {reason}", scheme.kind);
        return Err(source.error_at(scheme.place.clone(), message));
    }
    let inputs = |slave: &CheckedSlave| -> Vec<String> {
        slave.inputs.iter().map(|input| format!("{}.{input}", slave.name)).collect()
    };
    let inputs: Vec<String> = slaves.iter().flat_map(inputs).collect();
    let chosen = scheme.section.check(&inputs);
    let chosen = chosen.map_err(|(place, message)| source.error_at(place, message))?;
    let explicit =
        if facts.implicit { explicit(source, scheme, slaves, options, notes)? } else { Vec::new() };
    Ok(Method { scheme: chosen, facts, explicit })
}

/// What may be left of algebraic loops, if the user says so.
pub(super) fn loop_tolerance(
    source: &Source,
    section: &SchemeSection,
) -> Result<Option<f64>, ScenarioError> {
    let Some(given) = &section.loop_tolerance else { return Ok(None) };
    let tolerance = *given.get_ref();
    if tolerance.is_finite() && tolerance > 0.0 {
        Ok(Some(tolerance))
    } else {
        let message = format!("scheme.loop_tolerance is {tolerance}; it must be greater than zero");
        Err(source.error_at(given.span(), message))
    }
}

/// The slaves that take part explicitly: those that the user names, or those that must.
fn explicit(
    source: &Source,
    scheme: &ReadKind,
    slaves: &mut [CheckedSlave],
    options: Options,
    notes: &mut Vec<String>,
) -> Result<Vec<SlaveId>, ScenarioError> {
    let kind = &scheme.kind;
    let mut ids = named(source, scheme, slaves)?;
    for (k, slave) in slaves.iter_mut().enumerate() {
        // Shorter parts of a step have no place in a run that may be taken back.
        slave.retry = false;
        if ids.contains(&SlaveId(k)) || slave.inputs.is_empty() {
            continue;
        }
        let Some(reason) = obstacle(slave, options).map(|obstacle| obstacle.reason()) else {
            continue;
        };
        let name = &slave.name;
        if let Some(given) = scheme.section.explicit() {
            let message = format!(
                "scheme.kind = \"{kind}\" runs slaves again from saved states, and slave \
                 \"{name}\" cannot be: {reason}; add it to scheme.explicit, or leave that field out"
            );
            return Err(source.error_at(given.span(), message));
        }
        notes.push(format!("slave \"{name}\" takes part explicitly: {reason}"));
        ids.push(SlaveId(k));
    }
    let mut coupled = slaves.iter().enumerate().filter(|(_, slave)| !slave.inputs.is_empty());
    if coupled.all(|(k, _)| ids.contains(&SlaveId(k))) && !ids.is_empty() {
        Err(source.error(format!(
            "scheme.kind = \"{kind}\" needs at least one slave that can be rewound and takes part; \
             use \"explicit\""
        )))
    } else {
        Ok(ids)
    }
}

/// The slaves of `scheme.explicit`.
fn named(
    source: &Source,
    scheme: &ReadKind,
    slaves: &[CheckedSlave],
) -> Result<Vec<SlaveId>, ScenarioError> {
    let known = || slaves.iter().map(|slave| slave.name.as_str());
    let names = scheme.section.explicit().into_iter().flat_map(|names| names.get_ref());
    let id = |name: &Spanned<String>| {
        known().position(|known| known == name.get_ref()).map(SlaveId).ok_or_else(|| {
            let near = suggestion(name.get_ref(), known());
            let message = format!("scheme.explicit: no slave \"{}\"{near}", name.get_ref());
            source.error_at(name.span(), message)
        })
    };
    names.map(id).collect()
}
