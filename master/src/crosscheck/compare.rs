//! A signal against its reference, by two rules.
//!
//! *Band*: that of FMPy's `fmpy.util.validate_signal`. The reference is sampled at 1000 points; the
//! band reaches from the least to the greatest of 20 neighbouring samples, widened by a tenth of the
//! signal's range; a result passes if less than a tenth of its samples lie outside.
//!
//! *Strict*: max|x − ref| over the reference's range, against a limit.
//!
//! Signals of type Integer and Boolean are held from sample to sample, others are linear between them.

use crate::table::Table;

/// Samples of the band.
const SAMPLES: usize = 1000;
/// Samples before and after the present one that the band takes in (20 with itself).
const BEFORE: usize = 10;
const AFTER: usize = 9;
/// Widening of the band relative to the signal's range.
const WIDENING: f64 = 0.1;
/// Part of the samples that may lie outside.
const OUTLIERS: f64 = 0.1;
/// Distance that separates repeated times of a reference.
const APART: f64 = 1e-13;
/// Ranges below this part of the largest value are noise on a constant.
const NOISE: f64 = 1e-6;
/// Two times as near as this, relative to the reference's length, are the same.
const SAME_TIME: f64 = 1e-9;

/// A signal as times, which do not decrease, and values.
#[derive(Clone, Debug)]
pub struct Samples {
    t: Vec<f64>,
    y: Vec<f64>,
    /// Held until the next sample, not linear up to it.
    held: bool,
}

impl Samples {
    /// A column of a table, held or linear between its rows.
    pub fn of(table: &Table, name: &str, held: bool) -> Option<Self> {
        let column = table.columns().iter().position(|known| known == name)?;
        let (t, y) = table.rows(column).unzip();
        Some(Self { t, y, held })
    }

    /// Between samples linear or held, outside held.
    fn value(&self, t: f64) -> f64 {
        let after = self.t.partition_point(|time| *time <= t);
        if after == 0 || after == self.t.len() || self.held {
            return self.y[after.saturating_sub(1)];
        }
        let (t0, t1) = (self.t[after - 1], self.t[after]);
        let (a, b) = (self.y[after - 1], self.y[after]);
        a + (b - a) * ((t - t0) / (t1 - t0))
    }

    /// The values that it may have at time t: a held signal changes at any time between two samples.
    fn either(&self, t: f64) -> (f64, f64) {
        let after = self.t.partition_point(|time| *time <= t);
        if self.held && after > 0 && after < self.t.len() {
            extent(&self.y[after - 1..=after])
        } else {
            (self.value(t), self.value(t))
        }
    }

    /// From when to when it reaches.
    pub fn span(&self) -> (f64, f64) {
        (self.t[0], self.t[self.t.len() - 1])
    }

    /// The part of a reference's time over which it does not reach.
    pub fn uncovered(&self, reference: &Self) -> f64 {
        let ((start, stop), (first, last)) = (self.span(), reference.span());
        let both = (stop.min(last) - start.max(first)).max(0.0);
        if last > first {
            1.0 - both / (last - first)
        } else {
            f64::from(first < start || first > stop)
        }
    }

    /// Least and greatest value at time t: more than one where the signal jumps there.
    fn reach(&self, t: f64, near: f64) -> (f64, f64) {
        let first = self.t.partition_point(|time| *time < t - near);
        let last = self.t.partition_point(|time| *time <= t + near);
        if first < last { extent(&self.y[first..last]) } else { (self.value(t), self.value(t)) }
    }
}

fn extent(values: &[f64]) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    values.iter().fold(start, |(low, high), &y| (low.min(y), high.max(y)))
}

/// From the least to the greatest of several ranges.
fn union(ranges: &[(f64, f64)]) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    ranges.iter().fold(start, |(low, high), range| (low.min(range.0), high.max(range.1)))
}

/// The part of the samples of `result` outside the band around `reference`.
pub fn outliers(result: &Samples, reference: &Samples) -> f64 {
    let mut reference = reference.clone();
    for i in 1..reference.t.len() {
        while reference.t[i] <= reference.t[i - 1] {
            reference.t[i] += APART;
        }
    }
    let (start, stop) = reference.span();
    let at = |k: usize| start + (stop - start) * k as f64 / (SAMPLES - 1) as f64;
    let t: Vec<f64> = (0..SAMPLES).map(at).collect();
    let y: Vec<(f64, f64)> = t.iter().map(|&t| reference.either(t)).collect();
    let (low, high) = union(&y);
    let width = match (low == high, low == 0.0) {
        (true, true) => 0.5,
        (true, false) => low.abs() * WIDENING,
        _ => (high - low) * WIDENING,
    };
    let window = |k: usize| union(&y[k.saturating_sub(BEFORE)..(k + AFTER + 1).min(SAMPLES)]);
    let band: Vec<(f64, f64)> = (0..SAMPLES).map(window).collect();
    let edge = |y: Vec<f64>| Samples { t: t.clone(), y, held: false };
    let lower = edge(band.iter().map(|(low, _)| low - width).collect());
    let upper = edge(band.iter().map(|(_, high)| high + width).collect());
    let outside = |&(&t, &y): &(&f64, &f64)| {
        t > start && t < stop && !(y >= lower.value(t) && y <= upper.value(t))
    };
    let count = result.t.iter().zip(&result.y).filter(outside).count();
    count as f64 / result.t.len() as f64
}

/// Whether so many outliers are few enough; what a result lacks of the reference's time counts alike.
pub fn is_in_band(outliers: f64) -> bool {
    outliers < OUTLIERS
}

/// The largest distance between both, relative to the reference's range, at the times of the one
/// with fewer samples; at a jump any value between its ends is right.
pub fn error(result: &Samples, reference: &Samples) -> f64 {
    let (low, high) = extent(&reference.y);
    let largest = low.abs().max(high.abs());
    let range = (high - low).max(NOISE * largest);
    let range = if range > 0.0 { range } else { 1.0 };
    let (start, stop) = reference.span();
    let near = SAME_TIME * (stop - start);
    let fewer = result.t.len() < reference.t.len();
    let (coarse, fine) = if fewer { (result, reference) } else { (reference, result) };
    let inside = |t: &&f64| **t >= start - near && **t <= stop + near;
    let distance = |&t: &f64| {
        let ((a, b), (c, d)) = (coarse.reach(t, near), fine.reach(t, near));
        (a - d).max(c - b).max(0.0)
    };
    coarse.t.iter().filter(inside).map(distance).fold(0.0, f64::max) / range
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(t: impl Iterator<Item = f64>, y: impl Fn(f64) -> f64) -> Samples {
        let t: Vec<f64> = t.collect();
        Samples { y: t.iter().map(|&t| y(t)).collect(), t, held: false }
    }

    fn tenths(count: usize) -> impl Iterator<Item = f64> {
        (0..=count).map(|k| k as f64 * 0.1)
    }

    #[test]
    fn the_band_forgives_a_tenth_of_the_range_and_not_more() {
        let reference = samples(tenths(100), |t| t);
        let shifted = |by: f64| outliers(&samples(tenths(100), |t| t + by), &reference);
        // The range is 10, the band ±1 and some samples of slope.
        assert_eq!(shifted(1.0), 0.0);
        // First and last of 101 samples are not counted.
        assert_eq!(shifted(1.2), 99.0 / 101.0);
        assert!(is_in_band(0.099) && !is_in_band(0.1));
    }

    #[test]
    fn the_error_is_relative_to_the_range_and_kind_to_jumps() {
        let reference = samples(tenths(10), |t| 5.0 * t);
        let off = samples(tenths(10), |t| 5.0 * t + if t == 0.5 { 0.25 } else { 0.0 });
        assert!((error(&off, &reference) - 0.05).abs() < 1e-12);
        // A line is itself with fewer samples.
        assert!(error(&samples([0.0, 1.0].into_iter(), |t| 5.0 * t), &reference) < 1e-12);

        let jump =
            Samples { t: vec![0.0, 0.5, 0.5, 1.0], y: vec![0.0, 0.0, 1.0, 1.0], held: false };
        for value in [0.0, 0.4, 1.0] {
            let result = Samples { t: vec![0.0, 0.5, 1.0], y: vec![0.0, value, 1.0], held: false };
            assert_eq!(error(&result, &jump), 0.0, "{value}");
        }
        let result = Samples { t: vec![0.0, 0.5, 1.0], y: vec![0.0, 1.2, 1.0], held: false };
        assert!((error(&result, &jump) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn noise_on_a_constant_is_no_error() {
        let reference = samples(tenths(10), |t| 1.0 + 1e-16 * t);
        let result = samples(tenths(10), |_| 1.0 + 3e-16);
        assert!(error(&result, &reference) < 1e-9);
        assert_eq!(outliers(&result, &reference), 0.0);
    }

    #[test]
    fn a_held_signal_is_not_interpolated() {
        let reference = |held| Samples { t: vec![0.0, 1.0, 2.0], y: vec![0.0, 0.0, 1.0], held };
        let result = Samples {
            y: vec![0.0, 0.0, 0.0, 0.0, 1.0],
            held: true,
            ..samples([0.0, 0.5, 1.0, 1.5, 2.0].into_iter(), |t| t)
        };
        // Few samples decide; with the finer reference the value at 1.5 s counts.
        let fine = Samples {
            t: vec![0.0, 0.5, 1.0, 1.5, 1.9, 2.0],
            y: vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
            held: true,
        };
        assert_eq!(error(&reference(true), &fine), 0.0);
        assert_eq!(error(&result, &fine), 0.0);
        let coarse =
            Samples { t: vec![0.0, 0.7, 1.7, 2.0], y: vec![0.0, 0.0, 0.0, 1.0], held: true };
        assert_eq!(error(&coarse, &Samples { held: true, ..result.clone() }), 0.0);
        assert!(
            error(&coarse, &Samples { held: false, ..result }) > 0.3,
            "linear between 1.5 and 2 s"
        );
    }

    #[test]
    fn a_reference_at_another_time_is_not_covered() {
        let reference = samples(tenths(100), |t| t);
        let uncovered = |result: Samples| result.uncovered(&reference);
        assert_eq!(uncovered(samples(tenths(100), |t| t)), 0.0);
        assert!((uncovered(samples(tenths(75), |t| t)) - 0.25).abs() < 1e-12);
        assert_eq!(uncovered(samples(tenths(100).map(|t| t + 20.0), |t| t)), 1.0);
        assert_eq!(uncovered(samples([0.0].into_iter(), |t| t)), 1.0);
        let point = samples([5.0].into_iter(), |t| t);
        assert_eq!((reference.uncovered(&point), point.uncovered(&point)), (0.0, 0.0));
        assert_eq!(samples([6.0].into_iter(), |t| t).uncovered(&point), 1.0);
    }
}
