//! What a run of an engine leaves: variables at sampled times, and what it cost.

use super::port::Port;

/// What a run gives.
pub struct Trace {
    /// Times in s.
    pub t: Vec<f64>,
    /// Variables at all times.
    pub columns: Vec<(Port, Vec<f64>)>,
    /// Right-hand sides so far of each slave that has states, at all times.
    pub evaluations: Vec<(&'static str, Vec<f64>)>,
    /// How long it took in s.
    pub seconds: f64,
}

impl Trace {
    /// A variable at all times.
    pub fn column(&self, port: Port) -> &[f64] {
        let found = self.columns.iter().find(|(known, _)| *known == port);
        found.map_or(&[], |(_, values)| values)
    }

    /// The number of the sample at a time.
    pub fn at(&self, t: f64) -> usize {
        let distance = |k: &usize| (self.t[*k] - t).abs();
        (0..self.t.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// Right-hand sides of all slaves in the whole run.
    pub fn work(&self) -> f64 {
        self.evaluations.iter().filter_map(|(_, all)| all.last()).sum()
    }
}
