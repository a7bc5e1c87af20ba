//! How long a step takes.

use crate::probe::stopped::Stopped;
use crate::probe::subject::Subject;
use crate::probe::verdict::{Found, Verdict};
use std::time::Instant;

/// More steps than elsewhere: they are few and short.
const ROUNDS: usize = 3;

/// Times fmi2DoStep alone, with moving inputs, after a step that is not counted.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let mut run = subject.begin()?;
    run.advance(1)?;
    let mut times = Vec::new();
    for step in 1..subject.at_most(ROUNDS * subject.steps()) {
        run.set(|input| input.sine(0.1 * step as f64))?;
        let (t, h) = (run.t, subject.h);
        let begin = Instant::now();
        match run.step_to(t + h) {
            Ok(()) => times.push(begin.elapsed().as_secs_f64()),
            Err(error) if times.is_empty() => return Err(error),
            // Some models end by themselves; the steps up to there count.
            Err(_) => break,
        }
    }
    drop(run);
    times.sort_by(f64::total_cmp);
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    let detail = format!(
        "{} (median of {}; longest {}) for {} s",
        duration(median),
        times.len(),
        duration(longest),
        subject.h
    );
    Ok(Found::new(Verdict::Measured, detail)
        .with("median", median)
        .with("longest", longest)
        .with("step", subject.h))
}

/// A time with three digits and a unit.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", 1e3 * s),
        s => format!("{:.2} µs", 1e6 * s),
    }
}
