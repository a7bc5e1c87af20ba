//! Does the leak per cycle grow?
//!
//! A cycle is the time from one point where power begins to flow into the driven slave to the next. Cycles are put
//! together in stretches of 1, 2, 4, 8, …; the mean leak per cycle of the newest stretch that is at least half
//! complete has to be larger than that of the one before, and that again. An energy that grows by the same amount in every cycle is a leak; one
//! that grows by more and more ends a run.

/// A later stretch must leak so many times as much as the one before.
const MORE: f64 = 1.1;
/// A leak below this part of what goes to and fro is no matter.
const SMALL: f64 = 0.01;
/// Fewer cycles say nothing.
const FEWEST: u64 = 8;

/// Watches the leak of a bond from cycle to cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Growth {
    flowing: bool,
    cycles: u64,
    /// Where the present stretch began: cycles and accumulated leak.
    began: (u64, f64),
    /// Mean leak per cycle of the stretches before, newest first.
    before: [Option<f64>; 3],
    now: f64,
    /// The least and the most energy that had passed.
    range: (f64, f64),
}

impl Growth {
    /// Takes note of the energy `passed` in a step, of its sum and of the accumulated leak.
    pub(super) fn note(&mut self, passed: f64, sum: f64, leak: f64) {
        self.range = (self.range.0.min(sum), self.range.1.max(sum));
        self.now = leak;
        let flows = passed > 0.0;
        if flows && !self.flowing {
            self.cycles += 1;
            if self.cycles >= 2 * self.began.0 {
                self.before = [self.mean(), self.before[0], self.before[1]];
                self.began = (self.cycles, leak);
            }
        }
        self.flowing = flows;
    }

    /// The mean leak per cycle of the present stretch.
    fn mean(&self) -> Option<f64> {
        let cycles = self.cycles - self.began.0;
        (cycles > 0).then(|| (self.now - self.began.1) / cycles as f64)
    }

    /// The leak per cycle in J, earlier and now, if it grows.
    pub fn grown(&self) -> Option<(f64, f64)> {
        let half_complete = 2 * (self.cycles - self.began.0) >= self.began.0;
        let (oldest, before, now) = if half_complete {
            (self.before[1]?, self.before[0]?, self.mean()?)
        } else {
            (self.before[2]?, self.before[1]?, self.before[0]?)
        };
        let matters = self.now > SMALL * (self.range.1 - self.range.0);
        let grows = self.cycles >= FEWEST && oldest > 0.0 && before > oldest && now > MORE * before;
        (grows && matters).then_some((before, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A power that swings with the given leak after so many cycles of 20 steps.
    fn watched(leak: impl Fn(f64) -> f64) -> Option<(f64, f64)> {
        let mut growth = Growth::default();
        for k in 0..800 {
            let cycle = f64::from(k) / 20.0;
            let angle = 2.0 * std::f64::consts::PI * cycle;
            growth.note(angle.sin(), 3.0 * (1.0 - angle.cos()), leak(cycle));
        }
        growth.grown()
    }

    #[test]
    fn an_exponential_leak_grows_and_a_steady_or_bounded_one_does_not() {
        let (before, now) = watched(|cycle| (0.05 * cycle).exp()).unwrap();
        assert!(now > 1.5 * before && before > 0.0);
        assert_eq!(watched(|cycle| 0.1 * cycle), None);
        assert_eq!(watched(|cycle| (0.7 * cycle).sin()), None);
        assert_eq!(watched(|cycle| -(0.05 * cycle).exp()), None);
        assert_eq!(watched(|cycle| 1e-6 * (0.05 * cycle).exp()), None);
    }
}
