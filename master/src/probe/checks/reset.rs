//! Whether a run after fmi2Reset is the first run again.

use crate::probe::stopped::Stopped;
use crate::probe::subject::Subject;
use crate::probe::trajectory::{difference, identical, percent};
use crate::probe::verdict::{Found, Verdict};

/// Runs, resets, and runs again.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let mut run = subject.begin()?;
    let mut first = vec![run.read()?];
    first.extend(run.advance(1)?);
    first.extend(run.advance(subject.steps() - 1)?);
    run.reset()?;
    let mut second = vec![run.read()?];
    second.extend(run.advance(subject.steps())?);
    run.end()?;
    if identical(&first, &second) {
        return Ok(Found::new(Verdict::Repeats, ""));
    }
    let (part, column) = difference(&first, &second);
    let name = &subject.watched.names[column];
    Ok(Found::new(Verdict::Differs, format!("{name} by {} of its range", percent(part))))
}
