//! Durations, counted in classes: any number of them in a fixed amount of memory.

use std::time::Duration;

/// Classes in a factor of two.
const FINE: u32 = 16;
/// Classes in all: up to 2⁴⁰ ns.
const CLASSES: usize = 40 * FINE as usize;

/// How often durations of each class came; a class is 4.4 % wide.
#[derive(Clone)]
pub struct Histogram {
    classes: Vec<u64>,
    count: u64,
    total: Duration,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { classes: vec![0; CLASSES], count: 0, total: Duration::ZERO }
    }
}

impl Histogram {
    /// Counts one more.
    pub fn add(&mut self, duration: Duration) {
        let nanoseconds = duration.as_nanos().max(1) as f64;
        let class = (nanoseconds.log2() * f64::from(FINE)) as usize;
        self.classes[class.min(CLASSES - 1)] += 1;
        self.count += 1;
        self.total += duration;
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    pub fn total(&self) -> Duration {
        self.total
    }

    /// Their mean; zero if there are none.
    pub fn mean(&self) -> Duration {
        self.total.div_f64(self.count.max(1) as f64)
    }

    /// The duration that a part of them does not exceed, to the upper end of its class.
    pub fn quantile(&self, part: f64) -> Duration {
        let wanted = (part * self.count as f64).ceil() as u64;
        let mut passed = 0;
        let reached = self.classes.iter().position(|class| {
            passed += class;
            passed >= wanted
        });
        let end = (reached.unwrap_or(0) + 1) as f64 / f64::from(FINE);
        Duration::from_secs_f64(1e-9 * end.exp2())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_right_to_the_width_of_a_class() {
        let mut histogram = Histogram::default();
        (1..=1000).for_each(|k| histogram.add(Duration::from_micros(k)));
        assert_eq!(histogram.count(), 1000);
        assert_eq!(histogram.mean(), Duration::from_nanos(500_500));
        for (part, micro) in [(0.5, 500.0), (0.99, 990.0), (1.0, 1000.0)] {
            let found = 1e6 * histogram.quantile(part).as_secs_f64();
            assert!((1.0..1.045).contains(&(found / micro)), "{part}: {found}");
        }
    }
}
