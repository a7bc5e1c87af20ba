//! Steps that become so short that the run comes to no end.
//!
//! A start from rest or an impact may take tens of thousands of tiny steps, after which they grow again. A run
//! stalls if after [`TAKEN`] steps more than [`ENDLESS`] of their mean length would have to follow.

use super::History;
use crate::CouplingError;

/// More steps than a run can take.
const ENDLESS: f64 = 1e9;
/// Steps after which their mean length is looked at.
const TAKEN: u64 = 100_000;

/// Looks at the length of steps that stand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stall {
    taken: u64,
    /// Where the last of many steps ended.
    begin: Option<f64>,
}

impl Stall {
    /// Looks at a step of length `h` that ended at `t`.
    pub(crate) fn look(
        &mut self,
        (t, h): (f64, f64),
        stop: f64,
        history: &History,
    ) -> Result<(), CouplingError> {
        let begin = *self.begin.get_or_insert(t - h);
        self.taken += 1;
        if self.taken < TAKEN {
            return Ok(());
        }
        let mean = (t - begin) / TAKEN as f64;
        let steps = (stop - t) / mean;
        if steps > ENDLESS {
            return Err(CouplingError::Stalled { t, h: mean, steps, ratio: history.worst.0 });
        }
        *self = Self::default();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many steps of these lengths on the way to 1 s a stall is found.
    fn found(h: impl Fn(u64) -> f64) -> Option<u64> {
        let (mut stall, mut t) = (Stall::default(), 0.0);
        let look = |k: &u64| {
            t += h(*k);
            stall.look((t, h(*k)), 1.0, &History::default()).is_err()
        };
        (1..=250_000).find(look)
    }

    #[test]
    fn steps_that_come_to_no_end_are_found() {
        assert_eq!(found(|_| 1e-12), Some(TAKEN));
        assert_eq!(found(|_| 1e-8), None);
        assert_eq!(found(|k| if k <= TAKEN { 1e-7 } else { 1e-12 }), Some(2 * TAKEN));
    }

    #[test]
    fn tiny_steps_that_grow_again_go_on() {
        assert_eq!(found(|k| if k < 90_000 { 1e-12 } else { 1e-7 }), None);
    }
}
