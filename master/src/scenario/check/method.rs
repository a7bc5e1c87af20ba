//! The method that carries slaves over a macro step, and who takes part in it how.

use coupling::SlaveId;
use coupling::scheme::{Convergence, Jacobian};
use toml::Spanned;

use super::rewinding::obstacle;
use super::{CheckedSlave, Options, Sweep};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::{
    JacobianKind, OnDivergence, RelaxationValue, ScenarioFile, SchemeKind, SchemeSection,
};

/// Iterations where the user gives no number.
const ITERATIONS: usize = 50;
/// What may be left of a residual where the user does not say.
const RELATIVE: f64 = 1e-9;
/// The factor with which Aitken's and the quasi-Newton iteration begin.
const FIRST: f64 = 0.5;

/// How slaves are carried over a macro step.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// Every slave steps once.
    Explicit,
    /// Slaves are run again until, or as if, the inputs at the end of the step fit.
    Implicit(Implicit),
}

/// An implicit or semi-implicit method.
#[derive(Clone, Debug, PartialEq)]
pub struct Implicit {
    /// How the inputs are found.
    pub solver: Solver,
    /// When they count as found.
    pub convergence: Convergence,
    /// Slaves that take part explicitly.
    pub explicit: Vec<SlaveId>,
}

/// How the inputs at the end of a step are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solver {
    /// By one Newton step.
    SemiImplicit {
        /// Where its Jacobian comes from.
        jacobian: Jacobian,
        /// Whether later steps go on from what the laws give.
        final_evaluation: bool,
    },
    /// By Newton's method.
    Newton {
        /// Where its Jacobian comes from.
        jacobian: Jacobian,
    },
    /// By a fixed-point iteration.
    FixedPoint {
        /// The part of the residual that is taken away.
        factor: f64,
    },
    /// By a fixed-point iteration with Aitken's factor.
    Aitken {
        /// The first factor.
        first: f64,
    },
    /// By quasi-Newton.
    QuasiNewton {
        /// The factor of the first correction.
        first: f64,
    },
}

/// Checks `[scheme]`; slaves that cannot be rewound take part explicitly, unless the user forbids it.
pub(super) fn check(
    source: &Source,
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    (sweep, several): (&Sweep, bool),
    options: Options,
    notes: &mut Vec<String>,
) -> Result<Method, ScenarioError> {
    let section = &file.scheme;
    if section.kind == SchemeKind::Explicit {
        return unused(source, section).map(|()| Method::Explicit);
    }
    let swept = matches!(sweep, Sweep::GaussSeidel(_)) && section.kind != SchemeKind::FixedPoint;
    let refusal = match () {
        () if several => Some("needs slaves with steps of the same length"),
        () if swept => Some("runs all slaves at once; leave out scheme.sweep = \"gauss-seidel\""),
        () => None,
    };
    if let Some(reason) = refusal {
        let kind = name(section.kind);
        return Err(source.error(format!("scheme.kind = \"{kind}\" {reason}")));
    }
    let solver = solver(source, section)?;
    let convergence = convergence(source, section, slaves)?;
    let explicit = explicit(source, section, slaves, options, notes)?;
    Ok(Method::Implicit(Implicit { solver, convergence, explicit }))
}

/// What may be left of algebraic loops, if the user says so.
pub(super) fn loop_tolerance(
    source: &Source,
    section: &SchemeSection,
) -> Result<Option<f64>, ScenarioError> {
    let Some(given) = &section.loop_tolerance else { return Ok(None) };
    let tolerance = *given.get_ref();
    match tolerance.is_finite() && tolerance > 0.0 {
        true => Ok(Some(tolerance)),
        false => {
            let message =
                format!("scheme.loop_tolerance is {tolerance}; it must be greater than zero");
            Err(source.error_at(given.span(), message))
        }
    }
}

fn name(kind: SchemeKind) -> &'static str {
    match kind {
        SchemeKind::Explicit => "explicit",
        SchemeKind::SemiImplicit => "semi-implicit",
        SchemeKind::Newton => "newton",
        SchemeKind::FixedPoint => "fixed-point",
        SchemeKind::QuasiNewton => "quasi-newton",
    }
}

/// Settings of implicit methods mean nothing to the explicit one.
fn unused(source: &Source, section: &SchemeSection) -> Result<(), ScenarioError> {
    let settings = [
        ("explicit", section.explicit.as_ref().map(Spanned::span)),
        ("jacobian", section.jacobian.as_ref().map(Spanned::span)),
        ("relaxation", section.relaxation.as_ref().map(Spanned::span)),
        ("iterations", section.iterations.as_ref().map(Spanned::span)),
        ("relative", section.relative.as_ref().map(Spanned::span)),
    ];
    match settings.into_iter().find_map(|(name, place)| Some((name, place?))) {
        None => Ok(()),
        Some((name, place)) => Err(source.error_at(
            place,
            format!("scheme.{name} belongs to an implicit scheme; set scheme.kind = \"newton\" or the like"),
        )),
    }
}

fn solver(source: &Source, section: &SchemeSection) -> Result<Solver, ScenarioError> {
    let jacobian = match section.jacobian.as_ref().map(|kind| *kind.get_ref()).unwrap_or_default() {
        JacobianKind::EveryStep => Jacobian::EveryStep,
        JacobianKind::Reused => Jacobian::Reused,
        JacobianKind::Broyden => Jacobian::Broyden,
        JacobianKind::Analytic => Jacobian::Analytic,
    };
    let factor = match section.relaxation.as_ref().map(|value| (value.span(), value.get_ref())) {
        None => None,
        Some((_, RelaxationValue::Constant(factor))) if *factor > 0.0 && *factor <= 2.0 => {
            Some(*factor)
        }
        Some((_, RelaxationValue::Named(name))) if name == "aitken" => None,
        Some((place, _)) => {
            let message = "scheme.relaxation is a number above 0 and up to 2, or \"aitken\"";
            return Err(source.error_at(place, message));
        }
    };
    Ok(match section.kind {
        SchemeKind::Explicit | SchemeKind::SemiImplicit => {
            Solver::SemiImplicit { jacobian, final_evaluation: section.final_evaluation }
        }
        SchemeKind::Newton => Solver::Newton { jacobian },
        SchemeKind::QuasiNewton => Solver::QuasiNewton { first: factor.unwrap_or(FIRST) },
        SchemeKind::FixedPoint => match factor {
            Some(factor) => Solver::FixedPoint { factor },
            None => Solver::Aitken { first: FIRST },
        },
    })
}

fn convergence(
    source: &Source,
    section: &SchemeSection,
    slaves: &[CheckedSlave],
) -> Result<Convergence, ScenarioError> {
    let names: Vec<String> = slaves
        .iter()
        .flat_map(|slave| slave.inputs.iter().map(|input| format!("{}.{input}", slave.name)))
        .collect();
    let mut absolute = vec![0.0; names.len()];
    for (name, value) in &section.absolute {
        let position = names.iter().position(|known| known == name.get_ref());
        match position.filter(|_| value.is_finite() && *value >= 0.0) {
            Some(i) => absolute[i] = *value,
            None => {
                let near = suggestion(name.get_ref(), names.iter().map(String::as_str));
                let message = match position {
                    Some(_) => format!("is {value}; it must not be negative"),
                    None => format!("is no coupled input{near}"),
                };
                let message = format!("scheme.absolute: \"{}\" {message}", name.get_ref());
                return Err(source.error_at(name.span(), message));
            }
        }
    }
    let most = section.iterations.as_ref().map_or(ITERATIONS, |most| *most.get_ref());
    if let (Some(given), 0) = (&section.iterations, most) {
        return Err(source.error_at(given.span(), "scheme.iterations must be at least 1"));
    }
    let relative = section.relative.as_ref().map_or(RELATIVE, |relative| *relative.get_ref());
    if let (Some(given), false) = (&section.relative, relative.is_finite() && relative >= 0.0) {
        let message = format!("scheme.relative is {relative}; it must not be negative");
        return Err(source.error_at(given.span(), message));
    }
    let go_on = section.on_divergence == OnDivergence::GoOn;
    Ok(Convergence { relative, absolute, most, go_on })
}

/// The slaves that take part explicitly: those that the user names, or those that must.
fn explicit(
    source: &Source,
    section: &SchemeSection,
    slaves: &mut [CheckedSlave],
    options: Options,
    notes: &mut Vec<String>,
) -> Result<Vec<SlaveId>, ScenarioError> {
    let kind = name(section.kind);
    let mut ids = named(source, section, slaves)?;
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
        if let Some(given) = &section.explicit {
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
    match coupled.all(|(k, _)| ids.contains(&SlaveId(k))) && !ids.is_empty() {
        false => Ok(ids),
        true => Err(source.error(format!(
            "scheme.kind = \"{kind}\" needs at least one slave that can be rewound and takes part; \
             use \"explicit\""
        ))),
    }
}

/// The slaves of `scheme.explicit`.
fn named(
    source: &Source,
    section: &SchemeSection,
    slaves: &[CheckedSlave],
) -> Result<Vec<SlaveId>, ScenarioError> {
    let known = || slaves.iter().map(|slave| slave.name.as_str());
    let names = section.explicit.iter().flat_map(|names| names.get_ref());
    let id = |name: &Spanned<String>| {
        known().position(|known| known == name.get_ref()).map(SlaveId).ok_or_else(|| {
            let near = suggestion(name.get_ref(), known());
            let message = format!("scheme.explicit: no slave \"{}\"{near}", name.get_ref());
            source.error_at(name.span(), message)
        })
    };
    names.map(id).collect()
}
