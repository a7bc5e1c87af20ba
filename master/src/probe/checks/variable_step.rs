//! Whether the result depends on the lengths of the steps.

use crate::fmi::FmuError;
use crate::probe::stopped::Stopped;
use crate::probe::subject::Subject;
use crate::probe::trajectory::{Trajectory, constant, difference, percent};
use crate::probe::verdict::{Found, Verdict};

/// A difference that a solver with its usual tolerance leaves, as a part of the range.
const SAME: f64 = 1e-3;
/// A difference that is not worth a word.
const ROUNDING: f64 = 1e-9;
/// Where the steps end, in parts of a block of two steps; both even and uneven ones end at 1.
const UNEVEN: [f64; 4] = [0.15, 0.4, 0.85, 1.0];

/// Compares even steps with uneven ones and with halves, inputs held.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let even = blocks(subject, &[0.5, 1.0])?;
    let uneven = match blocks(subject, &UNEVEN) {
        Ok(rows) => rows,
        Err(error @ Stopped::Fmu(FmuError::Call { .. })) => {
            return Ok(Found::new(Verdict::Refused, error.to_string()));
        }
        Err(error) => return Err(error),
    };
    let (part, column) = difference(&even, &uneven);
    let name = || &subject.watched.names[column];
    if part <= SAME {
        let detail = match part {
            _ if constant(&even) => "though no output ever changed".into(),
            part if part < ROUNDING => String::new(),
            _ => format!("{} differs by {} of its range", name(), percent(part)),
        };
        return Ok(Found::new(Verdict::Same, detail).with("difference", part));
    }
    let mut detail = format!("{} by {} of its range", name(), percent(part));
    if let Ok(halves) = blocks(subject, &[0.25, 0.5, 0.75, 1.0]) {
        let halved = difference(&even, &halves).0;
        detail += &format!(" (halved even steps: {})", percent(halved));
    }
    Ok(Found::new(Verdict::Differs, detail).with("difference", part))
}

/// The values at the end of each block of two steps, which is divided at these parts.
fn blocks(subject: &Subject, parts: &[f64]) -> Result<Trajectory, Stopped> {
    let mut run = subject.begin()?;
    run.set(|input| input.limited(input.start + input.amplitude))?;
    // One step for all, so that the number of steps is known; a start value may be no state yet.
    let mut rows = run.coast([subject.start + subject.h])?;
    let begin = subject.start + subject.h;
    for block in 0..subject.steps() / 2 {
        let ends = parts.iter().map(|part| begin + 2.0 * subject.h * (block as f64 + part));
        rows.extend(run.coast(ends)?.pop());
    }
    run.end()?;
    Ok(rows)
}
