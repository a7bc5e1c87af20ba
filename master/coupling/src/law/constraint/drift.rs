//! How far the constraint is violated, and whether that grows.
//!
//! The largest violation is kept for steps 1, 2–3, 4–7, 8–15, …: from one such span to the next time doubles. A violation that
//! stays bounded is about as large in each, one that grows as tᵖ becomes 2ᵖ times as large.

/// The largest violation, and its growth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    steps: u64,
    spans: [f64; 48],
    /// Its largest value.
    pub largest: f64,
    /// When that was, in s.
    pub at: f64,
}

impl Default for Drift {
    fn default() -> Self {
        Self { steps: 0, spans: [0.0; 48], largest: 0.0, at: 0.0 }
    }
}

impl Drift {
    /// Takes note of the violation at a communication point.
    #[inline]
    pub(in crate::law) fn note(&mut self, t: f64, value: f64) {
        self.steps += 1;
        let span = (self.steps.ilog2() as usize).min(self.spans.len() - 1);
        let value = value.abs();
        self.spans[span] = self.spans[span].max(value);
        if value > self.largest {
            (self.largest, self.at) = (value, t);
        }
    }

    /// The exponent p of a growth with tᵖ, by the last two whole spans; none in runs of fewer than 64 steps, and where it
    /// has been zero.
    pub fn exponent(&self) -> Option<f64> {
        let whole = (self.steps + 1).ilog2() as usize;
        if whole < 6 {
            return None;
        }
        let (before, last) = (self.spans[whole - 2], self.spans[whole - 1]);
        (before > 0.0 && last > 0.0).then(|| (last / before).log2())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_power_is_found_and_what_stays_bounded_has_none() {
        let drift = |f: fn(f64) -> f64| {
            let mut drift = Drift::default();
            (1..=5000).for_each(|n| drift.note(f64::from(n), f(f64::from(n))));
            drift
        };
        assert!((drift(|t| 1e-6 * t * t).exponent().expect("long enough") - 2.0).abs() < 0.01);
        assert!(drift(|t| (0.1 * t).sin()).exponent().expect("long enough").abs() < 0.01);
        assert_eq!(drift(|t| -t).largest, 5000.0);
        assert_eq!(Drift::default().exponent(), None);
    }
}
