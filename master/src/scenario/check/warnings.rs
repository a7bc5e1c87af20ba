//! What a user should know of a scenario that runs all the same; many of one kind make one line.

use std::collections::HashSet;
use std::fmt;

use indexmap::IndexMap;

use super::checked_slave::{CheckedSlave, Origin};
use crate::fmu::{Causality, Variable};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::ScenarioFile;

/// So many of one kind are told one by one.
const FEW: usize = 2;
/// Names in a line that stands for many.
const NAMED: usize = 4;

/// A warning.
#[derive(Clone, Debug)]
pub struct Warning {
    /// What `--strict` makes of it.
    pub error: ScenarioError,
    kind: Kind,
}

/// What warnings can be told in one line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// An input `slave.name` that nothing determines.
    Unconnected(String),
    /// A deviation from the standard, by its code.
    Deviation(&'static str),
    /// One of its kind.
    Single,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl From<ScenarioError> for Warning {
    fn from(error: ScenarioError) -> Self {
        Self { error, kind: Kind::Single }
    }
}

/// The lines for a terminal, `all` of them or one for many of a kind.
pub fn lines(warnings: &[Warning], all: bool) -> Vec<String> {
    let mut groups: IndexMap<String, Vec<&Warning>> = IndexMap::new();
    for (k, warning) in warnings.iter().enumerate() {
        let key = match &warning.kind {
            Kind::Unconnected(_) => "unconnected".into(),
            Kind::Deviation(code) => (*code).into(),
            Kind::Single => k.to_string(),
        };
        groups.entry(key).or_default().push(warning);
    }
    let few = |group: &[&Warning]| all || group.len() <= FEW;
    let texts = groups.values().flat_map(|group| {
        if few(group) {
            group.iter().map(ToString::to_string).collect()
        } else {
            vec![in_one(group)]
        }
    });
    texts.collect()
}

fn in_one(group: &[&Warning]) -> String {
    let count = group.len();
    let names: Vec<&str> = group
        .iter()
        .filter_map(|warning| match &warning.kind {
            Kind::Unconnected(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    match &group[0].kind {
        Kind::Unconnected(_) => {
            let dots = if count > NAMED { ", …" } else { "" };
            format!(
                "{count} inputs are connected to nothing and keep their start values: {}{dots}; connect them, or \
                 give them start values (--verbose lists all)",
                names[..count.min(NAMED)].join(", ")
            )
        }
        _ => format!("{} (and {} more of the kind; --verbose lists all)", group[0], count - 1),
    }
}

/// Inputs that nothing determines, and what the FMUs' descriptions deviate in.
pub(super) fn of_slaves(
    source: &Source,
    slaves: &[CheckedSlave],
    file: &ScenarioFile,
    alone: bool,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (slave, (name, section)) in slaves.iter().zip(&file.slaves) {
        let mut warn = |message: String, kind: Kind| {
            let message = format!("slave \"{}\": {message}", slave.name);
            warnings.push(Warning { error: source.error_at(name.span(), message), kind });
        };
        let Origin::Fmu(fmu) = &slave.origin else { continue };
        let description = fmu.description();
        for problem in fmu.warnings() {
            warn(problem.to_string(), Kind::Deviation(problem.code));
        }
        let is_input = |v: &&Variable| v.causality == Causality::Input && !alone;
        let started: HashSet<&str> = section.start.keys().map(|n| n.get_ref().as_str()).collect();
        for input in description.variables.iter().filter(is_input) {
            let started = started.contains(input.name.as_str());
            if !slave.inputs.contains(&input.name) && !started {
                let start = input.numeric_start().map_or(String::new(), |s| format!(" {s}"));
                let message = format!(
                    "input \"{}\" is connected to nothing and keeps its start value{start}; connect it, or give \
                     it a start value",
                    input.name
                );
                warn(message, Kind::Unconnected(format!("{}.{}", slave.name, input.name)));
            }
        }
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(message: &str, kind: Kind) -> Warning {
        Warning {
            error: ScenarioError { file: "a".into(), line: None, message: message.into() },
            kind,
        }
    }

    fn unconnected(name: &str) -> Warning {
        warning(name, Kind::Unconnected(name.into()))
    }

    #[test]
    fn many_of_one_kind_are_one_line_unless_all_are_asked_for() {
        let mut warnings: Vec<Warning> = ["a.u", "a.v"].map(unconnected).to_vec();
        assert_eq!(lines(&warnings, false), ["a: a.u", "a: a.v"]);
        warnings.push(warning("other", Kind::Single));
        warnings.extend(["b.u", "b.v", "b.w"].map(unconnected));
        let said = lines(&warnings, false);
        let wanted = "5 inputs are connected to nothing and keep their start values: a.u, a.v, b.u, b.v, …; ";
        assert!(said[0].starts_with(wanted), "{said:?}");
        assert_eq!(said[1..], ["a: other"]);
        assert_eq!(lines(&warnings, true).len(), 6);
    }

    #[test]
    fn deviations_are_told_by_their_code() {
        let deviation = |name: &str, code| warning(name, Kind::Deviation(code));
        let warnings = ["a", "b", "c"].map(|name| deviation(name, "D07"));
        assert_eq!(lines(&warnings, false), ["a: a (and 2 more of the kind; --verbose lists all)"]);
        let two = [deviation("a", "D07"), deviation("b", "D08"), deviation("c", "D07")];
        assert_eq!(lines(&two, false).len(), 3);
    }
}
