//! Whether two instances in one process leave each other alone.

use crate::probe::stopped::Stopped;
use crate::probe::subject::Subject;
use crate::probe::trajectory::{Trajectory, difference, identical, percent};
use crate::probe::verdict::{Found, Verdict};

/// How far the other instance is ahead, in steps, so that shared data show without inputs too.
const AHEAD: usize = 3;
/// How far the inputs of the other are ahead, in periods.
const SHIFT: f64 = 0.3;

/// Runs one instance alone, then one beside another that is excited differently.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    if subject.declares().can_be_instantiated_only_once_per_process {
        return Ok(Found::new(Verdict::NotOffered, ""));
    }
    let mut run = subject.begin()?;
    let mut alone = run.advance(1)?;
    alone.extend(run.advance(subject.steps() - 1)?);
    run.end()?;
    let mut one = subject.begin()?;
    let mut other = match subject.begin() {
        Ok(other) => other,
        Err(error) => return Ok(Found::new(Verdict::Fails, Stopped::from(error).to_string())),
    };
    other.shift = SHIFT;
    other.advance(AHEAD)?;
    let mut together = Trajectory::new();
    for _ in 0..subject.steps() {
        together.extend(one.advance(1)?);
        other.advance(1)?;
    }
    one.end()?;
    other.advance(1)?;
    other.end()?;
    if identical(&alone, &together) {
        return Ok(Found::new(Verdict::Independent, ""));
    }
    let (part, column) = difference(&alone, &together);
    let name = &subject.watched.names[column];
    let detail = format!("beside another, {name} differs by {} of its range", percent(part));
    Ok(Found::new(Verdict::SharesData, detail))
}
