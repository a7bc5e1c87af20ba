//! What becomes of a number if a run begins a little differently.

use serde::{Deserialize, Serialize};

use crate::json_number;

/// The range of a number over runs whose starts are perturbed.
///
/// When an unstable run fails, and what a chaotic one shows, depends on the last digits of its start. Such a number
/// is met if it lies in the range that small perturbations give.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The smallest.
    #[serde(with = "json_number")]
    pub lowest: f64,
    /// The largest.
    #[serde(with = "json_number")]
    pub highest: f64,
    /// How many runs there were.
    pub runs: usize,
}

/// Runs with perturbed starts.
pub const RUNS: usize = 20;

/// Relative perturbations of a start, one per run; the first is none.
pub fn perturbations(runs: usize) -> Vec<f64> {
    (0..=runs).map(|k| 1e-10 * k as f64 / runs.max(1) as f64).collect()
}

impl Spread {
    /// The range of the numbers that perturbed runs give.
    pub fn of(found: &[f64]) -> Self {
        let lowest = found.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = found.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self { lowest, highest, runs: found.len() }
    }

    /// The distance of a number from the middle as a share of half the range, both ends moved out by `allowed`: at most 1 if it
    /// lies in it.
    pub fn miss(&self, value: f64, allowed: f64) -> f64 {
        let (lowest, highest) = (self.lowest - allowed, self.highest + allowed);
        let (middle, half) = (0.5 * (lowest + highest), 0.5 * (highest - lowest));
        let off = (value - middle).abs();
        if (lowest..=highest).contains(&value) {
            if half > 0.0 { (off / half).min(1.0) } else { 0.0 }
        } else if half > 0.0 && off.is_finite() {
            (off / half).max(1.0 + f64::EPSILON)
        } else {
            f64::INFINITY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_the_range_is_met() {
        let spread = Spread::of(&[3.0, 1.0, 2.0]);
        assert_eq!(spread, Spread { lowest: 1.0, highest: 3.0, runs: 3 });
        assert!(spread.miss(1.0, 0.0) <= 1.0 && spread.miss(2.5, 0.0) < 1.0);
        assert!(spread.miss(3.001, 0.0) > 1.0 && spread.miss(f64::NAN, 0.0) > 1.0);
        assert!(spread.miss(3.001, 0.01) <= 1.0);
        assert!(Spread::of(&[2.0, 2.0]).miss(2.1, 0.0) > 1.0);
    }
}
