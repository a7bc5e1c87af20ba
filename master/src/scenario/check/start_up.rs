//! Whether the first steps can be repeated, for which every slave must be rewound.

use toml::Spanned;

use super::{CheckedSlave, Options, Origin};
use crate::probe::{Found, Rewind, rewind};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::{ScenarioFile, StartUpKind};

/// Why a slave cannot be rewound.
enum Obstacle {
    /// It does not claim to.
    NotOffered,
    /// It claims to, and a probe found otherwise.
    Broken(Found),
}

/// Whether to repeat the first steps; only degrees from 2 on gain by it.
pub fn check(
    source: &Source,
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    degree: usize,
    options: Options,
    warnings: &mut Vec<ScenarioError>,
) -> Result<bool, ScenarioError> {
    let kind = file.scheme.start_up.as_ref();
    let chosen = kind.map_or(StartUpKind::Auto, |kind| *kind.get_ref());
    if degree < 2 || chosen == StartUpKind::Ramp {
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
    let (reason, ignore) = match obstacle {
        Obstacle::NotOffered => ("cannot be rewound".into(), ""),
        Obstacle::Broken(found) => (
            format!("offers to be rewound, but a probe found \"{found}\""),
            ", --trust-fmu ignores the probe",
        ),
    };
    warnings.push(source.error(format!(
        "the FMU of slave \"{name}\" {reason}, so the first steps begin with lower degrees and the \
         run has order 2 instead of {}; scheme.start_up = \"ramp\" accepts that{ignore}",
        degree + 1
    )));
    Ok(false)
}

fn obstacle(slave: &CheckedSlave, options: Options) -> Option<Obstacle> {
    if !slave.origin.can_rewind() {
        return Some(Obstacle::NotOffered);
    }
    match &slave.origin {
        Origin::Fmu(fmu) if !options.trust_fmu => match rewind(fmu.path()) {
            Rewind::Exact | Rewind::BetweenRestored => None,
            Rewind::Broken(found) => Some(Obstacle::Broken(found)),
        },
        _ => None,
    }
}
