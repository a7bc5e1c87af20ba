//! What is known of a coupled variable while it moves: how large it is, and how fast.
//!
//! ```text
//! range = largest − smallest value so far
//! size  = max(range · 4^(m − 1), nominal, 10⁻³ |value|, 10⁻⁴ terms),    range ~ tᵐ,  m from 1 to 4
//! τ     = range · t / path                                   from one extreme to the other
//! ```
//!
//! t is the time during which it has moved, and path the sum of its changes. The first values of a variable that
//! begins as tᵐ say little of its size: in four times the time it is 4ᵐ times as large. An input whose terms cancel, such
//! as the force between bodies that move alike, is noise; the terms say how much that is.

use std::f64::consts::PI;

/// The least size of a variable, as a part of its magnitude: below, its range would be lost in its rounding.
const LEAST: f64 = 1e-3;
/// The least size of an input, as a part of the terms that its law adds up.
const CANCELLED: f64 = 1e-4;
/// A nominal value tells the range of variables that start below this part of it; that of others includes an offset.
const FROM_ZERO: f64 = 0.1;
/// How many times as long as it has moved a variable is expected to go on growing.
const AHEAD: f64 = 4.0;
/// The largest power of time as which it is expected to grow.
const MOST: f64 = 4.0;

/// What remains of the sums of errors from one step to the next.
const FADES: f64 = 0.95;

/// Where the value of a coupled variable is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupled {
    /// An output, by its position in y.
    Output(usize),
    /// An input, by its position in u.
    Input(usize),
}

/// A variable whose error counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variable {
    /// What it is.
    pub place: Coupled,
    /// Its usual magnitude, if somebody says.
    pub nominal: Option<f64>,
}

impl Variable {
    /// An output of which nothing is known beforehand.
    pub fn output(position: usize) -> Self {
        Self { place: Coupled::Output(position), nominal: None }
    }

    /// An input of which nothing is known beforehand.
    pub fn input(position: usize) -> Self {
        Self { place: Coupled::Input(position), nominal: None }
    }
}

/// The motion of a variable up to a communication point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Motion {
    value: f64,
    low: f64,
    high: f64,
    /// Sum of its changes.
    path: f64,
    /// How long it has moved, in s.
    moved: f64,
    /// The power of time as which its range grows.
    growth: f64,
    /// The least size.
    floor: f64,
    /// Sums of the errors of its rate and of those of its integral over a step from which they come.
    rates: f64,
    impulses: f64,
}

impl Motion {
    /// A variable at the start.
    pub(super) fn begin(value: f64, nominal: Option<f64>) -> Self {
        let nominal = nominal.map(f64::abs).filter(|nominal| value.abs() <= FROM_ZERO * nominal);
        let floor = nominal.unwrap_or(0.0);
        let (path, moved, growth, rates, impulses) = (0.0, 0.0, 1.0, 0.0, 0.0);
        Self { value, low: value, high: value, path, moved, growth, floor, rates, impulses }
    }

    /// The motion with one more step of length `h`.
    pub(super) fn and(&self, h: f64, value: f64) -> Self {
        let change = (value - self.value).abs();
        let mut next = Self { value, path: self.path + change, ..*self };
        if change > 0.0 {
            next.moved += h;
        }
        next.low = self.low.min(value);
        next.high = self.high.max(value);
        if self.range() > 0.0 && next.moved > self.moved {
            next.growth = (next.range() / self.range()).ln() / (next.moved / self.moved).ln();
        }
        next
    }

    /// With the error of its rate in the last step, and that of its integral.
    pub(super) fn answering(self, rate: f64, impulse: f64) -> Self {
        let rates = FADES * self.rates + rate.abs();
        Self { rates, impulses: FADES * self.impulses + impulse.abs(), ..self }
    }

    /// An input that a law makes of terms of this size.
    pub(super) fn made_of(self, terms: f64) -> Self {
        Self { floor: self.floor.max(CANCELLED * terms), ..self }
    }

    fn range(&self) -> f64 {
        self.high - self.low
    }

    /// What its errors count in relation to.
    pub(super) fn size(&self) -> f64 {
        let ahead = AHEAD.powf(self.growth.clamp(1.0, MOST) - 1.0);
        let magnitude = self.high.abs().max(self.low.abs());
        (self.range() * ahead).max(self.floor).max(LEAST * magnitude)
    }

    /// The time that it takes from one extreme to the other, if it has moved.
    pub(super) fn time_scale(&self) -> Option<f64> {
        let found = self.range() * self.moved / self.path;
        found.is_finite().then_some(found)
    }

    /// How long the error of its rate goes on to move it, if it takes `tau` from one extreme to the other.
    pub(super) fn lasting(&self, tau: f64) -> f64 {
        let answer = (self.impulses / self.rates).sqrt();
        if answer > 0.0 { answer.min(tau / PI) } else { tau / PI }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A variable of this course after `steps` steps of 0.01 s.
    fn after(steps: u32, course: impl Fn(f64) -> f64) -> Motion {
        let point = |motion: Motion, k: u32| motion.and(0.01, course(0.01 * f64::from(k)));
        (1..=steps).fold(Motion::begin(course(0.0), None), point)
    }

    #[test]
    fn a_variable_that_swings_has_its_range_as_size_and_half_its_period_as_time_scale() {
        let motion = after(1000, |t| 5.0 + 2.0 * (PI * t).sin());
        assert!((motion.size() - 4.0).abs() < 1e-3, "{}", motion.size());
        assert!((motion.time_scale().unwrap() - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_variable_that_begins_as_a_power_of_time_will_be_larger() {
        let size = |m: i32| after(100, |t| t.powi(m)).size();
        for (m, expected) in [(1, 1.0), (2, 4.0), (3, 16.0), (4, 64.0), (7, 64.0)] {
            assert!((size(m) / expected - 1.0).abs() < 1e-6, "{m}: {}", size(m));
        }
    }

    #[test]
    fn nominal_values_count_where_a_variable_starts_from_zero() {
        let size = |value: f64, nominal: f64| Motion::begin(value, Some(nominal)).size();
        assert_eq!(size(0.0, 1e-4), 1e-4);
        assert_eq!(size(250.0, 300.0), 0.25);
    }

    #[test]
    fn errors_of_rates_last_as_long_as_the_coupling_takes_to_answer() {
        let motion = Motion::begin(0.0, None);
        assert_eq!(motion.lasting(PI), 1.0);
        assert_eq!(motion.answering(400.0, 1.0).lasting(PI), 0.05);
        assert_eq!(motion.answering(1e-3, 1.0).lasting(PI), 1.0);
        assert_eq!(motion.answering(1.0, 0.0).lasting(PI), 1.0);
    }
}
