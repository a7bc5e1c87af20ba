//! Whether a restored state leads to the same future.
//!
//! After the save, run A goes on. Runs B and C begin from the restored state, with the same inputs.
//! A = B = C: exact. B = C, but A differs: something that is not part of the state, such as the
//! memory of the FMU's solver, begins anew; a master that restores right after saving never sees
//! it. B ≠ C: the state is not what is restored. Then the same is tried in every step of the default
//! experiment ([`walk`]).

mod walk;

pub use self::walk::OUTPUTS_RETURN;
use self::walk::Walk;

use super::WARM_UP;
use crate::probe::stopped::Stopped;
use crate::probe::subject::{Run, Saved, Subject};
use crate::probe::trajectory::{Trajectory, constant, difference, identical, percent};
use crate::probe::verdict::{Found, Verdict};

/// A restored run that is this much (of the range) off did not begin from the saved state.
///
/// The memory of a solver accounts for some percent in FMUs that are otherwise right.
const ANOTHER_STATE: f64 = 0.2;

/// Outputs that are this much (of the range) off right after restoring are those of another state.
const ANOTHER_VALUE: f64 = 0.01;

/// Saves once, restores twice, then saves over the same memory and restores again.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let claims = subject.declares().can_get_and_set_fmu_state;
    match (claims, subject.fmu().can_rewind()) {
        (false, _) => return Ok(Found::new(Verdict::NotOffered, "")),
        (true, false) => return Ok(Found::new(Verdict::Fails, "the functions are missing")),
        (true, true) => {}
    }
    let mut run = subject.begin()?;
    let start = run.save(None)?;
    let mut before = run.advance(WARM_UP)?;
    let saved = run.save(None)?;
    before.push(run.read()?);
    let steps = subject.steps();
    let a = run.advance(steps)?;
    run.restore(saved)?;
    run.set_again()?;
    let restored = run.read()?;
    let b = run.advance(steps)?;
    let c = again(&mut run, saved, steps)?;
    let saved = run.save(Some(saved))?;
    run.advance(WARM_UP)?;
    let d = again(&mut run, saved, WARM_UP)?;
    let e = again(&mut run, saved, WARM_UP)?;
    run.free(saved)?;
    let names = &subject.watched.names;
    let found = Runs { before, restored: vec![restored], a, b, c, d, e }.judge(names);
    if found.verdict == Verdict::Wrong {
        run.end()?;
        return Ok(found);
    }
    run.restore(start)?;
    let walk = Walk::take(subject, &mut run, start)?;
    run.end()?;
    Ok(walk.judge(found, names))
}

fn again(run: &mut Run, saved: Saved, steps: usize) -> Result<Trajectory, Stopped> {
    run.restore(saved)?;
    run.advance(steps)
}

struct Runs {
    /// Up to the save; the last row is read right after it.
    before: Trajectory,
    /// One row, right after restoring.
    restored: Trajectory,
    a: Trajectory,
    b: Trajectory,
    c: Trajectory,
    /// Restored from a state that was saved over the first one.
    d: Trajectory,
    /// Restored from that state once more.
    e: Trajectory,
}

impl Runs {
    fn judge(&self, names: &[String]) -> Found {
        // With what was before, so that a difference is a part of the whole range.
        let apart = |one: &Trajectory, other: &Trajectory| {
            let whole = |rows: &Trajectory| [self.before.clone(), rows.clone()].concat();
            let (part, column) = difference(&whole(one), &whole(other));
            (part, format!("{} by {} of its range", names[column], percent(part)))
        };
        if !identical(&self.b, &self.c) {
            let (_, apart) = apart(&self.b, &self.c);
            return Found::new(Verdict::Wrong, format!("two restored runs differ, {apart}"));
        }
        if !identical(&self.d, &self.e) {
            let (_, apart) = apart(&self.d, &self.e);
            let detail = format!("after saving over a state restored runs differ, {apart}");
            return Found::new(Verdict::Wrong, detail);
        }
        let (part, words) = apart(&self.a, &self.b);
        let detail = format!("the run that went on differs, {words}");
        if identical(&self.a, &self.b) {
            return Found::new(Verdict::Exact, self.remark());
        }
        let wrong = part > ANOTHER_STATE || self.jumps();
        let verdict = if wrong { Verdict::Wrong } else { Verdict::ExactWhenRestored };
        Found::new(verdict, detail).with("difference", part)
    }

    /// Whether outputs right after restoring are those of another state.
    fn jumps(&self) -> bool {
        let (saved, last) = (&self.before[WARM_UP..], &self.a[self.a.len() - 1..]);
        // Outputs may stay what they were until the next step, which is another matter.
        let known = identical(saved, &self.restored) || identical(last, &self.restored);
        let whole = |rows: &[Vec<f64>]| [&self.before, &self.a, rows].concat();
        !known && difference(&whole(saved), &whole(&self.restored)).0 > ANOTHER_VALUE
    }

    /// What to say of restored runs that are exact.
    fn remark(&self) -> &'static str {
        if constant(&[self.before.clone(), self.a.clone()].concat()) {
            "though no output ever changed"
        } else if !identical(&self.before[WARM_UP..], &self.restored) {
            "but outputs right after restoring are stale until the next step"
        } else {
            ""
        }
    }
}
