//! Whether an instance can be initialised with its default start values.

use crate::probe::stopped::Stopped;
use crate::probe::subject::Subject;
use crate::probe::verdict::{Found, Verdict};

/// Initialises an instance, reads its outputs and frees it.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let mut run = subject.begin()?;
    let values = run.read()?;
    run.end()?;
    let mut values = values.iter().zip(&subject.watched.names);
    Ok(match values.find(|(value, _)| !value.is_finite()) {
        Some((value, name)) => Found::new(Verdict::NotANumber, format!("{name} is {value}")),
        None => Found::new(Verdict::Works, ""),
    })
}
