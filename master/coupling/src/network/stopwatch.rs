//! How long a slave is busy, from a sample of its steps.

use std::time::Duration;

/// Samples that are kept; later ones take the places of the earliest.
const KEPT: usize = 255;
/// A sample counts as so many times the median at most: a step during which the system did something
/// else must not stand for a hundred others.
const MOST: u32 = 10;

/// Times of one slave's steps.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    exact: Duration,
    samples: Vec<Duration>,
    taken: usize,
    /// How many steps the samples stand for.
    stand_for: u64,
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self { exact: Duration::ZERO, samples: Vec::with_capacity(KEPT), taken: 0, stand_for: 0 }
    }
}

impl Stopwatch {
    /// Takes note of a step that stands for so many, itself included.
    pub fn add(&mut self, time: Duration, stands_for: u32) {
        if stands_for == 1 {
            self.exact += time;
            return;
        }
        if self.samples.len() < KEPT {
            self.samples.push(time)
        } else {
            self.samples[self.taken % KEPT] = time
        }
        self.taken += 1;
        self.stand_for += u64::from(stands_for);
    }

    /// The time of all steps: of those that were timed, and about that of those that were not.
    pub fn total(&self) -> Duration {
        let mut sorted = self.samples.clone();
        sorted.sort_unstable();
        let Some(median) = sorted.get(sorted.len() / 2) else { return self.exact };
        let counted: Duration = sorted.iter().map(|time| *time.min(&(*median * MOST))).sum();
        self.exact + counted.div_f64(sorted.len() as f64).mul_f64(self.stand_for as f64)
    }

    /// Whether steps were left out that the total includes.
    pub fn is_estimate(&self) -> bool {
        self.taken > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MICRO: Duration = Duration::from_micros(1);

    #[test]
    fn a_step_that_was_interrupted_does_not_stand_for_others() {
        let mut watch = Stopwatch::default();
        (0..100).for_each(|k| watch.add(if k == 50 { 10_000 * MICRO } else { MICRO }, 128));
        // 99 samples of 1 µs and one that counts as 10 µs, each for 128 steps.
        let wanted = 128.0 * (99.0 + 10.0) * 1e-6;
        assert!((watch.total().as_secs_f64() - wanted).abs() < 1e-7, "{:?}", watch.total());
        assert!(watch.is_estimate());
    }

    #[test]
    fn steps_of_two_lengths_count_with_their_mean() {
        let mut watch = Stopwatch::default();
        (0..200).for_each(|k| watch.add(if k % 2 == 0 { MICRO } else { 5 * MICRO }, 128));
        assert!((watch.total().as_secs_f64() - 200.0 * 128.0 * 3e-6).abs() < 1e-7);
    }

    #[test]
    fn what_is_timed_is_exact() {
        let mut watch = Stopwatch::default();
        (1..=10).for_each(|k| watch.add(k * MICRO, 1));
        assert_eq!(watch.total(), 55 * MICRO);
        assert!(!watch.is_estimate());
    }

    #[test]
    fn samples_are_replaced_without_end() {
        let mut watch = Stopwatch::default();
        (0..1000).for_each(|_| watch.add(2 * MICRO, 128));
        assert_eq!(watch.samples.len(), KEPT);
        assert!((watch.total().as_secs_f64() - 1000.0 * 128.0 * 2e-6).abs() < 1e-6);
    }
}
