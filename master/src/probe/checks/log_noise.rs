//! How much an FMU logs.

use crate::probe::stopped::Stopped;
use crate::probe::subject::{Manner, Subject};
use crate::probe::verdict::{Found, Verdict};

/// Counts messages in the steps, with logging off and on.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let (off, on) = (count(subject, false)?, count(subject, true)?);
    let detail = format!("{} per step, {} with logging on", number(off), number(on));
    Ok(Found::new(Verdict::Measured, detail).with("per_step", off).with("per_step_logging", on))
}

/// Messages per step.
fn count(subject: &Subject, logging: bool) -> Result<f64, Stopped> {
    let mut run = subject.begin_with(&Manner { logging, ..Manner::default() })?;
    let before = run.messages();
    run.advance(1)?;
    run.advance(subject.steps() - 1)?;
    let messages = run.messages() - before;
    run.end()?;
    Ok(messages as f64 / subject.steps() as f64)
}

fn number(rate: f64) -> String {
    if rate.fract() == 0.0 { rate.to_string() } else { format!("{rate:.1}") }
}
