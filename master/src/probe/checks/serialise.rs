//! Whether a state survives being turned into bytes, in the same and in another instance.

use super::WARM_UP;
use crate::probe::stopped::Stopped;
use crate::probe::subject::{Run, Saved, Subject};
use crate::probe::trajectory::{Trajectory, difference, identical, percent};
use crate::probe::verdict::{Found, Verdict};

/// Compares runs from bytes with a run restored from the state itself.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let declares = subject.declares();
    if !(declares.can_get_and_set_fmu_state && declares.can_serialize_fmu_state) {
        return Ok(Found::new(Verdict::NotOffered, ""));
    }
    let mut run = subject.begin()?;
    run.advance(WARM_UP)?;
    let saved = run.save(None)?;
    let bytes = run.serialise(saved)?;
    run.restore(saved)?;
    let reference = run.advance(subject.steps())?;
    // Bytes that refer to the state, or to its instance, show when these are gone.
    run.free(saved)?;
    let same = from_bytes(&mut run, &bytes, saved, subject.steps())?;
    free_twice(&mut run, &bytes, saved)?;
    run.end()?;
    let other = elsewhere(subject, &bytes, saved);
    let size = format!("{} bytes", bytes.len());
    let apart = |rows: &Trajectory| {
        let (part, column) = difference(&reference, rows);
        format!("{} differs by {} of its range", subject.watched.names[column], percent(part))
    };
    let found = match (identical(&reference, &same), other) {
        (false, _) => Found::new(Verdict::Wrong, apart(&same)),
        (true, Ok(other)) if identical(&reference, &other) => Found::new(Verdict::Exact, size),
        (true, Ok(other)) => Found::new(
            Verdict::ExactInSameInstance,
            format!("in another instance {}", apart(&other)),
        ),
        (true, Err(error)) => {
            Found::new(Verdict::ExactInSameInstance, format!("another instance: {}", error))
        }
    };
    Ok(found.with("bytes", bytes.len()))
}

/// Makes two states of the same bytes and frees both, which bytes with addresses do not survive.
fn free_twice(run: &mut Run, bytes: &[u8], like: Saved) -> Result<(), Stopped> {
    let (one, two) = (run.deserialise(bytes, like)?, run.deserialise(bytes, like)?);
    run.free(one)?;
    Ok(run.free(two)?)
}

fn elsewhere(subject: &Subject, bytes: &[u8], like: Saved) -> Result<Trajectory, Stopped> {
    let mut run = subject.begin()?;
    run.advance(1)?;
    let rows = from_bytes(&mut run, bytes, like, subject.steps())?;
    run.end()?;
    Ok(rows)
}

fn from_bytes(
    run: &mut Run,
    bytes: &[u8],
    like: Saved,
    steps: usize,
) -> Result<Trajectory, Stopped> {
    let state = run.deserialise(bytes, like)?;
    run.restore(state)?;
    let rows = run.advance(steps)?;
    run.free(state)?;
    Ok(rows)
}
