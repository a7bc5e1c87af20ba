//! Time as start + count · h, never a running sum.

use crate::slave::Step;

/// A last step shorter than this part of h is joined to the one before it, as rounding.
const ROUNDING: f64 = 1e-9;

/// Communication points tₖ = t₀ + k·h up to the stop time, on which the last step ends exactly.
#[derive(Clone, Debug)]
pub struct Clock {
    start: f64,
    stop: f64,
    h: f64,
    steps: u64,
    taken: u64,
}

impl Clock {
    /// Points from `start` to `stop` every `h`; the last step is shorter where h does not fit.
    pub fn new(start: f64, stop: f64, h: f64) -> Self {
        let exact = (stop - start) / h;
        let near = exact.round();
        let fits = (exact - near).abs() <= ROUNDING * near.max(1.0);
        let steps = if fits { near } else { exact.ceil() };
        Self { start, stop, h, steps: steps as u64, taken: 0 }
    }

    /// The time of the present communication point.
    pub fn t(&self) -> f64 {
        self.point(self.taken)
    }

    /// How many steps there are in all.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many steps have been taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The next step, unless the stop time is reached.
    pub fn next(&self) -> Option<Step> {
        (self.taken < self.steps).then(|| {
            let (t, end) = (self.t(), self.point(self.taken + 1));
            let short = (end - t) < self.h * (1.0 - 1e3 * ROUNDING);
            Step { t, end, h: if short { end - t } else { self.h } }
        })
    }

    /// Moves to the end of the next step.
    pub fn advance(&mut self) {
        self.taken += 1;
    }

    fn point(&self, count: u64) -> f64 {
        if count >= self.steps { self.stop } else { self.start + count as f64 * self.h }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut clock: Clock) -> Vec<Step> {
        std::iter::from_fn(|| {
            let step = clock.next()?;
            clock.advance();
            Some(step)
        })
        .collect()
    }

    #[test]
    fn a_million_tenths_do_not_drift() {
        let steps = all(Clock::new(0.0, 100_000.0, 0.1));
        assert_eq!(steps.len(), 1_000_000);
        for (k, step) in steps.iter().enumerate() {
            assert_eq!(step.t, k as f64 * 0.1);
            assert_eq!(step.t + (step.end - step.t), step.end);
            assert_eq!(step.h, 0.1);
        }
        assert_eq!(steps.last().map(|s| s.end), Some(100_000.0));
    }

    #[test]
    fn the_last_step_ends_on_the_stop_time() {
        let steps = all(Clock::new(1.0, 2.0, 0.3));
        assert_eq!(steps.len(), 4);
        assert_eq!(steps[3].end, 2.0);
        assert!((steps[3].h - 0.1).abs() < 1e-15);
        assert_eq!(all(Clock::new(0.0, 1e-3, 1.0))[0], Step { t: 0.0, end: 1e-3, h: 1e-3 });
    }

    #[test]
    fn no_time_means_no_step() {
        assert!(all(Clock::new(1.0, 1.0, 0.1)).is_empty());
    }
}
