//! Whether the first steps can be repeated, for which every slave must be rewound.

use toml::Spanned;

use super::rewinding::{Obstacle, obstacle};
use super::{CheckedSlave, Method, Options, Warning};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::ScenarioFile;
use crate::scenario::scheme::StartUpKind;

/// Whether the first steps are repeated for full order.
pub fn decide(
    source: &Source,
    (file, kind): (&ScenarioFile, Option<&Spanned<StartUpKind>>),
    slaves: &mut [CheckedSlave],
    (method, several): (&Method, bool),
    given: usize,
    options: Options,
    warnings: &mut Vec<Warning>,
) -> Result<bool, ScenarioError> {
    match several {
        // Controlled steps begin as short as the lower degrees need.
        _ if file.step_control.is_some() => none(source, kind),
        true => ramp(source, kind, (method, given), warnings),
        false => check(source, kind, slaves, (method, given), options, warnings),
    }
}

/// With steps of different length the first ones are never repeated; says what that costs where the
/// user gave a rule whose first steps have `given` degree.
fn ramp(
    source: &Source,
    kind: Option<&Spanned<StartUpKind>>,
    (method, given): (&Method, usize),
    warnings: &mut Vec<Warning>,
) -> Result<bool, ScenarioError> {
    // An implicit scheme begins with a line through the end of its first step, an explicit one with a constant.
    let reached = if method.facts.implicit { 3 } else { 2 };
    match kind {
        Some(kind) if *kind.get_ref() == StartUpKind::Repeat => Err(source.error_at(
            kind.span(),
            "scheme.start_up = \"repeat\" needs slaves with steps of the same length; use \"ramp\"",
        )),
        None if given + 1 > reached => {
            let keeps = match method.facts.implicit {
                true => "",
                false => "a rule with derivatives such as \"lin-2-3-opt\" keeps its order, ",
            };
            warnings.push(Warning::from(source.error(format!(
                "with steps of different length the first ones begin with lower degrees, and the run has order \
                 {reached} instead of {}; {keeps}scheme.start_up = \"ramp\" accepts it",
                given + 1
            ))));
            Ok(false)
        }
        _ => Ok(false),
    }
}

/// Where steps follow the error the first ones are never repeated.
fn none(source: &Source, kind: Option<&Spanned<StartUpKind>>) -> Result<bool, ScenarioError> {
    match kind {
        Some(kind) if *kind.get_ref() == StartUpKind::Repeat => Err(source.error_at(
            kind.span(),
            "scheme.start_up = \"repeat\" needs steps of a fixed length; with [step_control] use \
             \"ramp\"",
        )),
        _ => Ok(false),
    }
}

/// Whether to repeat the first steps; only some degrees gain by it. That they cannot be repeated is worth a
/// warning where the user gave a rule with such a degree.
fn check(
    source: &Source,
    kind: Option<&Spanned<StartUpKind>>,
    slaves: &mut [CheckedSlave],
    (method, given): (&Method, usize),
    options: Options,
    warnings: &mut Vec<Warning>,
) -> Result<bool, ScenarioError> {
    let chosen = kind.map_or(StartUpKind::Auto, |kind| *kind.get_ref());
    let rules = slaves.iter().flat_map(|slave| &slave.rules);
    let degree = rules.map(|rule| rule.start_degree()).max().unwrap_or(0);
    if degree < method.lowest_repeated() || chosen == StartUpKind::Ramp {
        return Ok(false);
    }
    let mut obstacles = Vec::new();
    for slave in slaves {
        let Some(obstacle) = obstacle(slave, options) else { continue };
        // Steps that the FMU refuses cannot be taken back either.
        slave.retry = false;
        obstacles.push((slave.name.clone(), obstacle));
    }
    let Some((name, obstacle)) = obstacles.into_iter().next() else { return Ok(true) };
    if chosen == StartUpKind::Repeat {
        let reason = match obstacle {
            Obstacle::NotOffered => "does not offer canGetAndSetFMUstate; use \"ramp\"".into(),
            Obstacle::Broken(found) => format!(
                "offers canGetAndSetFMUstate, but a probe found \"{found}\"; use \"ramp\", or \
                 --trust-fmu to ignore the probe"
            ),
        };
        let message = format!(
            "scheme.start_up = \"repeat\" needs slaves that can be rewound, and the FMU of slave \
             \"{name}\" {reason}"
        );
        return Err(source.error_at(kind.map_or(0..0, Spanned::span), message));
    }
    if given < method.lowest_repeated() {
        return Ok(false);
    }
    let (reason, ignore) = match obstacle {
        Obstacle::NotOffered => ("cannot be rewound".into(), ""),
        Obstacle::Broken(found) => (
            format!("offers to be rewound, but a probe found \"{found}\""),
            ", --trust-fmu ignores the probe",
        ),
    };
    warnings.push(Warning::from(source.error(format!(
        "the FMU of slave \"{name}\" {reason}, so the first steps begin with lower degrees and the \
         run has order {} instead of {}; scheme.start_up = \"ramp\" accepts that{ignore}",
        method.lowest_repeated(),
        degree + 1
    ))));
    Ok(false)
}
