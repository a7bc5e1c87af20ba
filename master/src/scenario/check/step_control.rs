//! `[step_control]` and `results.interval`: lengths of time that make sense, and a way to tell the error.

use coupling::OutputId;
use coupling::step_control::Limits;
use toml::Spanned;

use super::rewinding::obstacle;
use super::second_order::place;
use super::{CheckedSlave, Law, Method, Options, Origin, Time};
use crate::probe::refuses_other_steps;
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::{EstimateKind, ScenarioFile, StepControlSection};

/// The shortest step where the user gives none, as a part of the time span.
const SHORTEST: f64 = 1e-12;
/// The shortest step as a part of the first one, where steps follow the power residual: while forces rise
/// from zero it is as large as the power itself, however short the steps.
const FIRST: f64 = 1e-2;

/// Steps are at least this part of the time itself: of shorter ones, rounding would take too much.
const RESOLVED: f64 = 100.0 * f64::EPSILON;

/// How the macro step follows the error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// What the user asks of the steps.
    pub limits: Limits,
    /// What tells how good a step is.
    pub estimate: EstimateKind,
}

/// How the macro step follows the error, if it does.
pub(super) fn check(
    source: &Source,
    file: &ScenarioFile,
    (slaves, laws): (&mut [CheckedSlave], &[Law]),
    (method, several): (&Method, bool),
    time: &Time,
    options: Options,
) -> Result<Option<Control>, ScenarioError> {
    let Some(section) = &file.step_control else { return Ok(None) };
    let place = section.span();
    if several && !file.bonds.is_empty() {
        let message = "[step_control] with slaves that have steps of their own takes steps that a bond cannot follow; \
                       leave out [bonds], or give all slaves the same step";
        return Err(source.error_at(place, message));
    }
    let rigid = |slave: &&CheckedSlave| match &slave.origin {
        Origin::Fmu(fmu) => !fmu.can_divide_steps(),
        Origin::Table(_) => false,
    };
    if let Some(slave) = slaves.iter().find(rigid) {
        let message = format!(
            "[step_control] varies the macro step, and the FMU of slave \"{}\" says that it cannot \
             follow (canHandleVariableCommunicationStepSize); leave [step_control] out",
            slave.name
        );
        return Err(source.error_at(place, message));
    }
    refuse_rigid(source, place.clone(), slaves, options)?;
    let section = section.get_ref();
    let estimate = match &section.estimate {
        // Nor does the predictor see what fast slaves miss of slow ones between their points.
        None if method.facts.implicit
            && file.bonds.is_empty()
            && (several || immediate(slaves, laws)) =>
        {
            let obstacles = slaves.iter().any(|slave| obstacle(slave, options).is_some());
            if obstacles { EstimateKind::Predictor } else { EstimateKind::Doubling }
        }
        _ => estimate(source, file, section, !method.facts.implicit)?,
    };
    if estimate == EstimateKind::Doubling {
        can_be_doubled(source, place, slaves, options)?;
    }
    limits(source, section, estimate, time).map(|limits| Some(Control { limits, estimate }))
}

/// Every slave must take steps of other lengths in fact, too.
fn refuse_rigid(
    source: &Source,
    place: std::ops::Range<usize>,
    slaves: &[CheckedSlave],
    options: Options,
) -> Result<(), ScenarioError> {
    for slave in slaves {
        let Origin::Fmu(fmu) = &slave.origin else { continue };
        let refusal = (!options.trust_fmu).then(|| refuses_other_steps(fmu.path())).flatten();
        if let Some(found) = refusal {
            let message = format!(
                "[step_control] varies the macro step, and a probe of the FMU of slave \"{}\" found that it \
                 cannot follow: \"{found}\"; leave [step_control] out, or use --trust-fmu to ignore the probe",
                slave.name
            );
            return Err(source.error_at(place, message));
        }
    }
    Ok(())
}

/// Whether the output of a slave that is coupled depends on a coupled input of the slave without delay, as its FMU declares. What
/// a corrector changes there is not the effect of the inputs over the step alone, which the predictor's estimate
/// takes it for.
fn immediate(slaves: &[CheckedSlave], laws: &[Law]) -> bool {
    let depends = |&OutputId(output): &OutputId| {
        let (k, own) = place(slaves, output, |slave| slave.outputs.len());
        let CheckedSlave { origin: Origin::Fmu(fmu), inputs, outputs, .. } = &slaves[k] else {
            return false;
        };
        let declared = fmu.description().dependencies(&outputs[own]);
        declared.is_some_and(|mut on| on.any(|v| inputs.iter().any(|input| *input == v.name)))
    };
    let mut reads = laws.iter().flat_map(|law| law.build().dependencies());
    reads.any(|(_, reads)| reads.iter().any(depends))
}

/// What tells how good a step is: what the user says, or the scheme itself, or a second way to its end.
fn estimate(
    source: &Source,
    file: &ScenarioFile,
    section: &StepControlSection,
    explicit: bool,
) -> Result<EstimateKind, ScenarioError> {
    let watched = !file.bonds.is_empty();
    let chosen = match &section.estimate {
        Some(given) => *given.get_ref(),
        None if !explicit => EstimateKind::Predictor,
        None if watched => EstimateKind::Energy,
        None => EstimateKind::Doubling,
    };
    let refusal = match chosen {
        EstimateKind::Predictor if explicit => {
            "step_control.estimate = \"predictor\" needs a scheme with a corrector: set scheme.kind = \
             \"semi-implicit\", \"newton\", \"fixed-point\" or \"quasi-newton\", or use \"doubling\""
        }
        EstimateKind::Energy if !watched => {
            "step_control.estimate = \"energy\" needs a bond; add [bonds.NAME] with force and motion"
        }
        EstimateKind::Doubling if watched => {
            "step_control.estimate = \"doubling\" takes steps that a bond cannot follow; use \"energy\", \
             or an implicit scheme with \"predictor\""
        }
        _ => return Ok(chosen),
    };
    let place = section.estimate.as_ref().map_or(0..0, Spanned::span);
    Err(source.error_at(place, refusal))
}

/// Every slave must return to the start of a step.
fn can_be_doubled(
    source: &Source,
    place: std::ops::Range<usize>,
    slaves: &mut [CheckedSlave],
    options: Options,
) -> Result<(), ScenarioError> {
    for slave in slaves {
        // Shorter parts of a step have no place in a run that may be taken back.
        slave.retry = false;
        if let Some(obstacle) = obstacle(slave, options) {
            let message = format!(
                "[step_control] takes steps again to estimate their error, and slave \"{}\" cannot be \
                 rewound: {}; use a fixed step, or an implicit scheme, in which it takes part \
                 explicitly",
                slave.name,
                obstacle.reason()
            );
            return Err(source.error_at(place, message));
        }
    }
    Ok(())
}

fn limits(
    source: &Source,
    section: &StepControlSection,
    estimate: EstimateKind,
    time: &Time,
) -> Result<Limits, ScenarioError> {
    let span = time.stop - time.start;
    let given = |name: &str, value: &Option<Spanned<f64>>| {
        value.as_ref().map(|value| positive(source, name, value)).transpose()
    };
    let least = match estimate {
        EstimateKind::Predictor | EstimateKind::Doubling => SHORTEST * span,
        EstimateKind::Energy => FIRST * time.step,
    };
    let resolved = RESOLVED * time.start.abs().max(time.stop.abs());
    for (name, value) in [("shortest", &section.shortest), ("longest", &section.longest)] {
        let Some(place) = value.as_ref().filter(|value| *value.get_ref() < resolved) else {
            continue;
        };
        let message = format!(
            "step_control.{name} is {:e} s, which vanishes in the rounding of times near {} s; make it \
             {resolved:.0e} s or longer",
            place.get_ref(),
            time.start.abs().max(time.stop.abs())
        );
        return Err(source.error_at(place.span(), message));
    }
    let longest = given("step_control.longest", &section.longest)?.unwrap_or(span);
    let least = least.max(resolved).min(longest);
    let shortest = given("step_control.shortest", &section.shortest)?.unwrap_or(least);
    if let (Some(place), true) = (&section.shortest, shortest > longest) {
        let message = format!(
            "step_control.shortest is {shortest} s, longer than the longest step, {longest} s"
        );
        return Err(source.error_at(place.span(), message));
    }
    Ok(Limits {
        tolerance: positive(source, "step_control.tolerance", &section.tolerance)?,
        shortest,
        longest,
        time_scale: given("step_control.time_scale", &section.time_scale)?,
    })
}

/// How far apart rows of the results lie, if not at communication points.
pub(super) fn interval(source: &Source, file: &ScenarioFile) -> Result<Option<f64>, ScenarioError> {
    let interval = file.results.interval.as_ref();
    interval.map(|value| positive(source, "results.interval", value)).transpose()
}

fn positive(source: &Source, name: &str, value: &Spanned<f64>) -> Result<f64, ScenarioError> {
    let number = *value.get_ref();
    if number.is_finite() && number > 0.0 {
        Ok(number)
    } else {
        let message = format!("{name} is {number}; it must be greater than zero");
        Err(source.error_at(value.span(), message))
    }
}
