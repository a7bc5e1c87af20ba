//! Whether communication points are close enough to follow a motion.

/// How many turns are looked at.
const REVERSALS: usize = 4;
/// A motion that turns more often than once in so many steps is not followed.
const STEPS: u64 = 3;

/// Counts the steps between the points where a motion turns.
///
/// A correction acts along the velocity that was; in a motion that turns in every second step it would
/// push as often as it brakes. Four turns within twelve steps are too many.
#[derive(Clone, Debug)]
pub(super) struct Reversals {
    v: Vec<f64>,
    /// Steps between the last turns, newest first.
    between: [u64; REVERSALS],
    since: u64,
}

impl Reversals {
    pub(super) fn new(directions: usize) -> Self {
        Self { v: vec![0.0; directions], between: [u64::MAX / 8; REVERSALS], since: 0 }
    }

    pub(super) fn forget(&mut self) {
        *self = Self { v: std::mem::take(&mut self.v), ..Self::new(0) };
        self.v.fill(0.0);
    }

    /// Takes note of the velocity at a communication point, and says whether the motion is followed.
    pub(super) fn note(&mut self, v: &[f64]) -> bool {
        self.since += 1;
        if super::dot(v, &self.v) < 0.0 {
            self.between.rotate_right(1);
            self.between[0] = std::mem::take(&mut self.since);
        }
        self.v.copy_from_slice(v);
        let oldest = self.between[REVERSALS - 1];
        let steps: u64 = self.between.iter().sum::<u64>() - oldest + oldest.max(self.since);
        steps >= STEPS * REVERSALS as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a motion of the given angle per step is followed, in 100 steps after the first 20.
    fn followed(angle: f64) -> usize {
        let mut turns = Reversals::new(1);
        let mut note = |k: i32| turns.note(&[(angle * f64::from(k) + 0.1).cos()]);
        (0..20).for_each(|k| _ = note(k));
        (20..120).filter(|k| note(*k)).count()
    }

    #[test]
    fn a_motion_is_followed_up_to_a_third_of_a_half_turn_per_step() {
        assert_eq!(followed(0.3), 100);
        assert_eq!(followed(1.0), 100);
        assert_eq!(followed(1.6), 0);
        assert_eq!(followed(3.0), 0);
    }
}
