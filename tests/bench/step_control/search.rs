//! The cheapest fixed step of a method that is as good as a controlled run.

use crate::reference::Reference;
use crate::run::run;
use crate::systems::System;

/// How close to the longest such step the search comes.
const CLOSE: f64 = 1.05;

/// The `fmi2DoStep` calls of the longest fixed step whose error is at most `error`, found from `guess` on.
pub fn cheapest(
    system: &System,
    reference: &Reference,
    method: &str,
    error: f64,
    guess: f64,
) -> Option<u64> {
    let attempt = |h: f64| {
        let steps = (system.stop / h).ceil();
        let run = run(system.scenario(method, system.stop / steps)).ok()?;
        (reference.worst(&run).error <= error).then_some(run.do_steps)
    };
    // Good below `good`, not at `bad`.
    let (mut good, mut bad) = (None, None);
    let mut h = guess;
    for _ in 0..30 {
        match attempt(h) {
            Some(calls) => good = Some((h, calls)),
            None => bad = Some(h),
        }
        h = match (good, bad) {
            (Some((good, _)), None) => good * 1.6,
            (None, Some(bad)) => bad / 1.6,
            (Some((good, calls)), Some(bad)) if bad / good < CLOSE => return Some(calls),
            (Some((good, _)), Some(bad)) => (good * bad).sqrt(),
            (None, None) => unreachable!("an attempt is one or the other"),
        };
        if h > system.stop {
            break;
        }
    }
    good.map(|(_, calls)| calls)
}
