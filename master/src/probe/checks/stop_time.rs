//! What happens at and after a stop time that the FMU was told.

use crate::probe::stopped::Stopped;
use crate::probe::subject::{Manner, Run, Subject};
use crate::probe::verdict::{Found, Verdict};

/// Whole steps up to the stop time.
const STEPS: usize = 3;

/// Steps that end at the stop time, a rounding error after it, and a step later.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let stop = subject.start + STEPS as f64 * subject.h;
    let begin = || subject.begin_with(&Manner { stop: Some(stop), ..Manner::default() });
    let mut run = begin()?;
    run.advance(STEPS)?;
    run.end()?;
    let late = stop + 4.0 * f64::EPSILON * stop.abs().max(subject.h);
    if let Err(error) = ends(begin()?, late) {
        let detail = format!("even by a rounding error: {}", error);
        return Ok(Found::new(Verdict::Refused, detail));
    }
    Ok(match ends(begin()?, stop + subject.h) {
        Err(error) => {
            let detail = format!("by a rounding error; by a step: {}", error);
            Found::new(Verdict::Accepted, detail)
        }
        Ok(()) => Found::new(Verdict::Accepted, ""),
    })
}

/// Steps up to the last whole one, then to `end`.
fn ends(mut run: Run, end: f64) -> Result<(), Stopped> {
    run.advance(STEPS - 1)?;
    run.step_to(end)?;
    Ok(run.end()?)
}
