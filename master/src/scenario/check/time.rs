//! When a run starts and stops, and its macro step.

use super::{CheckedSlave, Origin};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::ScenarioFile;

/// When a run starts and stops, and its macro step.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// Start time in s.
    pub start: f64,
    /// Stop time in s.
    pub stop: f64,
    /// Macro step in s.
    pub step: f64,
    /// How many ticks make a macro step; a tick is the time of which all steps are multiples.
    pub ticks: u64,
    /// Relative tolerance for the slaves' solvers.
    pub tolerance: Option<f64>,
    /// Whether slaves are told the stop time.
    pub announce_stop: bool,
}

/// Checks `[simulation]`.
pub(super) fn check(source: &Source, file: &ScenarioFile) -> Result<Time, ScenarioError> {
    let section = &file.simulation;
    let (start, stop, step) = (section.start, *section.stop.get_ref(), *section.step.get_ref());
    if !(start.is_finite() && stop.is_finite() && stop > start) {
        let message =
            format!("simulation.stop is {stop} s; it must lie after the start, {start} s");
        return Err(source.error_at(section.stop.span(), message));
    }
    if !(step.is_finite() && step > 0.0) {
        let message = format!("simulation.step is {step} s; it must be greater than zero");
        return Err(source.error_at(section.step.span(), message));
    }
    if step > (stop - start) * (1.0 + 1e-9) {
        let message = format!(
            "simulation.step is {step} s, longer than the whole run of {} s; make it shorter, or \
             simulation.stop later",
            stop - start
        );
        return Err(source.error_at(section.step.span(), message));
    }
    let last = start.abs().max(stop.abs());
    if last + step == last {
        let message = format!(
            "simulation.step is {step:e} s, which vanishes in the rounding of times near {last} s; \
             make it larger"
        );
        return Err(source.error_at(section.step.span(), message));
    }
    let tolerance = section.tolerance.as_ref().map(|tolerance| *tolerance.get_ref());
    let is_wrong = |tolerance: f64| !(tolerance.is_finite() && tolerance > 0.0);
    if let (Some(given), Some(true)) = (&section.tolerance, tolerance.map(is_wrong)) {
        let value = given.get_ref();
        let message = format!("simulation.tolerance is {value}; it must be greater than zero");
        return Err(source.error_at(given.span(), message));
    }
    Ok(Time { start, stop, step, ticks: 1, tolerance, announce_stop: section.announce_stop })
}

/// A last step shorter than the others, which a slave may not be able to take.
pub(super) fn last_step(
    source: &Source,
    file: &ScenarioFile,
    slaves: &[CheckedSlave],
    time: &Time,
) -> Option<ScenarioError> {
    let steps = (time.stop - time.start) / time.step;
    let divides = (steps - steps.round()).abs() <= 1e-9 * steps;
    let rigid = |slave: &&CheckedSlave| match &slave.origin {
        Origin::Fmu(fmu) => !fmu.can_divide_steps(),
        Origin::Table(_) => false,
    };
    let slave = slaves.iter().find(rigid).filter(|_| !divides)?;
    let message = format!(
        "the last step is {} s long instead of {} s, and the FMU of slave \"{}\" does not vary its \
         step; choose simulation.stop at a multiple of simulation.step",
        steps.fract() * time.step,
        time.step,
        slave.name
    );
    Some(source.error_at(file.simulation.stop.span(), message))
}
