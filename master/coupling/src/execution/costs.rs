//! What steps of slaves cost, from those that were timed.

use std::time::Duration;

/// The part of a new measurement in the cost that is kept.
const NEW: f64 = 0.125;

/// A measurement counts as so many times the cost at most, and of the first few only the least counts: a step during
/// which the system did something else must not count for many others.
const MOST: f64 = 3.0;
const FIRST: u32 = 4;

/// The costs of all slaves and clones.
pub(crate) struct Costs {
    /// What a step of each costs in ns, and how often that was measured.
    costs: Vec<f64>,
    measured: Vec<u32>,
}

impl Costs {
    /// For so many, which cost the same as long as nothing was measured.
    pub(super) fn new(slaves: usize) -> Self {
        Self { costs: vec![1.0; slaves], measured: vec![0; slaves] }
    }

    /// Takes note of what a step of slave `k` cost.
    pub(crate) fn measure(&mut self, k: usize, time: Duration) {
        let (cost, measured) = (&mut self.costs[k], &mut self.measured[k]);
        let time = (time.as_nanos() as f64).max(1.0);
        *cost = match *measured {
            0 => time,
            1..FIRST => cost.min(time),
            _ => *cost + NEW * (time.min(MOST * *cost) - *cost),
        };
        *measured = measured.saturating_add(1);
    }

    /// What a step of each slave costs in ns.
    pub(super) fn all(&self) -> &[f64] {
        &self.costs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_the_least_of_the_first_measurements_then_follows_slowly() {
        let mut costs = Costs::new(2);
        let measured = |costs: &mut Costs, micro: u64| {
            costs.measure(1, Duration::from_micros(micro));
            costs.all()[1]
        };
        assert_eq!(costs.all(), [1.0, 1.0]);
        let first = [16, 5000, 12, 16].map(|micro| measured(&mut costs, micro));
        assert_eq!(first, [16e3, 16e3, 12e3, 12e3]);
        assert_eq!(measured(&mut costs, 20), 13e3);
        // A step that was interrupted counts as three times 13 µs.
        assert_eq!(measured(&mut costs, 5000), 13e3 + 0.125 * 26e3);
    }
}
