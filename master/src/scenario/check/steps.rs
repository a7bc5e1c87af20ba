//! The macro steps of slaves that have their own: whole multiples of one tick.

use super::Time;
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::ScenarioFile;

/// How far a ratio of steps may be from a whole number, relatively.
const WHOLE: f64 = 1e-9;

/// The most ticks in a step.
const MOST: u64 = 1_000_000;

/// Divides time into ticks so that every slave's step is a whole number of them, which is returned
/// for each slave; `time.ticks` of them make `simulation.step`. An implicit scheme needs steps that fit into each
/// other.
pub(super) fn divide(
    source: &Source,
    file: &ScenarioFile,
    implicit: bool,
    time: &mut Time,
) -> Result<Vec<u64>, ScenarioError> {
    let mut steps = Vec::new();
    for (name, section) in &file.slaves {
        let Some(step) = &section.step else {
            steps.push((1, 1));
            continue;
        };
        let fail = |message: String| {
            let message = format!("slave \"{}\": {message}", name.get_ref());
            source.error_at(step.span(), message)
        };
        let ratio = ratio(*step.get_ref(), time.step).ok_or_else(|| {
            fail(format!(
                "step is {} s; it must be a whole multiple or a whole fraction of simulation.step, \
                 {} s",
                step.get_ref(),
                time.step
            ))
        })?;
        steps.push(ratio);
    }
    time.ticks = steps.iter().fold(1, |ticks, (_, parts)| lcm(ticks, *parts));
    let every: Vec<u64> = steps.iter().map(|(times, parts)| times * (time.ticks / parts)).collect();
    if implicit {
        fit_into_each_other(source, file, &every, time)?;
    }
    Ok(every)
}

/// For implicit schemes, which solve slow slaves together with faster ones over the longest step.
fn fit_into_each_other(
    source: &Source,
    file: &ScenarioFile,
    every: &[u64],
    time: &Time,
) -> Result<(), ScenarioError> {
    let own = file.slaves.iter().zip(every);
    let odd = own.clone().find_map(|((name, section), a)| {
        let fits = |b: &u64| a.max(b).is_multiple_of(*a.min(b));
        let ((other, its), _) = own.clone().find(|(_, b)| !fits(b))?;
        let step = section.step.as_ref()?;
        Some((name, step, other, its.step.as_ref().map_or(time.step, |step| *step.get_ref())))
    });
    if let Some((name, step, other, its)) = odd {
        let message = format!(
            "slave \"{}\": step is {} s, and that of slave \"{}\" {its} s; with an implicit scheme the longer one of two \
             steps must be a whole multiple of the shorter one",
            name.get_ref(),
            step.get_ref(),
            other.get_ref()
        );
        return Err(source.error_at(step.span(), message));
    }
    let longest = every.iter().copied().max().unwrap_or(1);
    let (several, span) = (every.iter().any(|every| *every < longest), time.stop - time.start);
    let longest = longest as f64 * time.step / time.ticks as f64;
    if several && file.step_control.is_none() && whole(span / longest).is_none() {
        let message = format!(
            "simulation.stop: the run lasts {span} s, no whole multiple of the longest step of a slave, {longest} s, as an \
             implicit scheme with several steps needs; stop at {} s",
            time.start + (span / longest).ceil() * longest
        );
        return Err(source.error_at(file.simulation.stop.span(), message));
    }
    Ok(())
}

/// `step / base` as times or parts, one of which is 1.
fn ratio(step: f64, base: f64) -> Option<(u64, u64)> {
    let times = whole(step / base).map(|times| (times, 1));
    times.or_else(|| whole(base / step).map(|parts| (1, parts)))
}

/// A number that is whole but for rounding, and at least 1.
pub(super) fn whole(x: f64) -> Option<u64> {
    let near = x.round();
    let fits = (x - near).abs() <= WHOLE * near && (1.0..=MOST as f64).contains(&near);
    fits.then_some(near as u64)
}

/// The least number that both divide.
pub(super) fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_whole_one_way_or_the_other() {
        assert_eq!(ratio(0.03, 0.01), Some((3, 1)));
        assert_eq!(ratio(1e-4, 3e-4), Some((1, 3)));
        assert_eq!(ratio(0.1, 0.1), Some((1, 1)));
        for wrong in [0.025, 0.0, -0.01, f64::NAN, f64::INFINITY, 1e-12] {
            assert_eq!(ratio(wrong, 0.01), None, "{wrong}");
        }
    }
}
