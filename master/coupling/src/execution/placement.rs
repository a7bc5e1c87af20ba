//! Which thread has which slaves, by what their steps cost.
//!
//! The costliest slave goes first to the thread that has least to do, then the next one (longest processing time first;
//! Graham (1969): at most 4/3 of the best). Equal slaves go by their numbers, equal threads likewise. Slaves of an
//! exclusive group stay together; those that must be on one thread are placed before all others.

use std::cmp::Reverse;

use super::Workers;

/// A new placement must shorten the longest load to this part of it: moving a slave costs cache misses.
const GAIN: f64 = 0.97;

/// The threads of slaves.
pub(super) struct Placement {
    /// For each slave, the first of those that must be on the same thread, and that thread, if it is given.
    leaders: Vec<usize>,
    given: Vec<Option<usize>>,
    /// The thread of each slave.
    thread_of: Vec<usize>,
    /// For a trial: the sum of the costs behind each leader, the leaders by that, the loads of the threads, the thread of
    /// each slave.
    together: Vec<f64>,
    by_cost: Vec<usize>,
    loads: Vec<f64>,
    trial: Vec<usize>,
}

impl Placement {
    /// Places so many slaves as if all cost the same.
    pub(super) fn new(workers: &Workers, slaves: usize) -> Self {
        let group = |k: usize| workers.exclusive[k];
        let leader = |k: usize| {
            let first = (0..k).find(|first| group(*first).is_some() && group(*first) == group(k));
            first.unwrap_or(k)
        };
        let leaders: Vec<usize> = (0..slaves).map(leader).collect();
        let given = |leader: usize| {
            (0..slaves).filter(|k| leaders[*k] == leader).find_map(|k| workers.fixed[k])
        };
        let mut placement = Self {
            given: (0..slaves).map(given).collect(),
            thread_of: vec![0; slaves],
            together: vec![0.0; slaves],
            by_cost: (0..slaves).filter(|k| leaders[*k] == *k).collect(),
            loads: vec![0.0; workers.threads],
            trial: vec![0; slaves],
            leaders,
        };
        placement.try_longest_first(&vec![1.0; slaves]);
        placement.thread_of.copy_from_slice(&placement.trial);
        placement
    }

    /// The thread of each slave.
    pub(super) fn thread_of(&self) -> &[usize] {
        &self.thread_of
    }

    /// Places slaves anew for these costs if that is worth it; whether it was.
    pub(super) fn revise(&mut self, costs: &[f64]) -> bool {
        let present = longest(&mut self.loads, costs, &self.thread_of);
        self.try_longest_first(costs);
        let better = longest(&mut self.loads, costs, &self.trial) < GAIN * present;
        if better {
            self.thread_of.copy_from_slice(&self.trial);
        }
        better
    }

    /// Longest processing time first.
    fn try_longest_first(&mut self, costs: &[f64]) {
        self.together.fill(0.0);
        for (k, leader) in self.leaders.iter().enumerate() {
            self.together[*leader] += costs[k];
        }
        let Self { together, given, by_cost, .. } = self;
        by_cost.sort_unstable_by(|a, b| {
            let first = |k: usize| Reverse(given[k].is_some());
            let costs = together[*b].total_cmp(&together[*a]);
            first(*a).cmp(&first(*b)).then(costs).then(a.cmp(b))
        });
        self.loads.fill(0.0);
        for leader in &self.by_cost {
            let least = || {
                let loads = self.loads.iter().enumerate();
                loads.min_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(thread, _)| thread)
            };
            let thread = self.given[*leader].unwrap_or_else(least);
            self.loads[thread] += self.together[*leader];
            self.trial[*leader] = thread;
        }
        for (k, leader) in self.leaders.iter().enumerate() {
            self.trial[k] = self.trial[*leader];
        }
    }
}

/// The longest load of a thread.
fn longest(loads: &mut [f64], costs: &[f64], thread_of: &[usize]) -> f64 {
    loads.fill(0.0);
    costs.iter().zip(thread_of).for_each(|(cost, thread)| loads[*thread] += cost);
    loads.iter().copied().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(workers: &Workers, costs: &[f64]) -> Vec<usize> {
        let mut placement = Placement::new(workers, costs.len());
        placement.revise(costs);
        placement.thread_of().to_vec()
    }

    #[test]
    fn the_longest_goes_first_to_the_thread_with_the_least_to_do() {
        assert_eq!(placed(&Workers::new(2, 3), &[6.0, 6.0, 12.0]), [1, 1, 0]);
        assert_eq!(
            placed(&Workers::new(2, 6), &[40.0, 26.0, 26.0, 1.0, 1.0, 17.0]),
            [0, 1, 1, 1, 1, 0]
        );
        assert_eq!(placed(&Workers::new(3, 4), &[6.0, 7.0, 5.0, 12.0]), [2, 1, 2, 0]);
    }

    #[test]
    fn equal_slaves_go_by_their_numbers() {
        assert_eq!(placed(&Workers::new(2, 5), &[3.0; 5]), [0, 1, 0, 1, 0]);
        assert_eq!(Placement::new(&Workers::new(2, 3), 3).thread_of(), [0, 1, 0]);
    }

    #[test]
    fn groups_stay_together_and_given_threads_are_kept() {
        let (mut workers, costs) = (Workers::new(2, 5), [10.0, 12.0, 10.0, 5.0, 2.0]);
        workers.exclusive = vec![Some(0), None, Some(0), None, None];
        assert_eq!(placed(&workers, &costs), [0, 1, 0, 1, 1]);
        workers.fixed[2] = Some(1);
        assert_eq!(placed(&workers, &costs), [1, 0, 1, 0, 0]);
    }

    #[test]
    fn a_gain_of_two_per_cent_moves_nobody_and_one_of_ten_does() {
        let mut placement = Placement::new(&Workers::new(2, 4), 4);
        assert_eq!(placement.thread_of(), [0, 1, 0, 1]);
        // 102 and 98 where they are; 100 and 100 by moving.
        assert!(!placement.revise(&[52.0, 50.0, 50.0, 48.0]));
        assert_eq!(placement.thread_of(), [0, 1, 0, 1]);
        // 122 and 98 where they are; 110 and 110 by moving.
        assert!(placement.revise(&[62.0, 50.0, 60.0, 48.0]));
        assert_eq!(placement.thread_of(), [0, 1, 1, 0]);
    }
}
