//! Feed-through for control: connections that are read at their own rate and held in between.
//!
//! ```text
//! u(t) = gain · y(t_j) + offset,   t_j = t₀ + j T the last sampling instant
//! ```
//!
//! Friedrich (2011), section 4.4, couples a controller so. Sampling instants are communication
//! points; at one of them the value passes through.

use super::{CouplingLaw, Memory, Signal};
use crate::id::{InputId, OutputId};
use crate::slave::Slot;

/// A communication point within this part of the period from a sampling instant is one.
const ROUNDING: f64 = 1e-6;

/// Plain connections that are sampled.
#[derive(Clone, Debug)]
pub struct Sampled {
    signal: Signal,
    start: f64,
    period: f64,
    /// At a sampling instant, until it is over.
    open: bool,
    held: Vec<(InputId, f64)>,
    kept: [Vec<(InputId, f64)>; Slot::COUNT],
}

impl Sampled {
    /// The connections of `signal`, sampled every `period` from `start` on.
    pub fn new(signal: Signal, start: f64, period: f64) -> Self {
        let held: Vec<_> = signal.dependencies().iter().map(|(input, _)| (*input, 0.0)).collect();
        let kept = std::array::from_fn(|_| held.clone());
        Self { signal, start, period, open: true, held, kept }
    }
}

impl CouplingLaw for Sampled {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        self.signal.dependencies()
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        if self.open {
            return self.signal.add(y, u);
        }
        for (input, value) in &self.held {
            u[input.0] += value;
        }
    }

    /// None: between sampling instants its share is constant.
    fn partials(&self, _y: &[f64], _each: &mut dyn FnMut(InputId, OutputId, f64)) {}

    fn memory(&mut self) -> Option<&mut dyn Memory> {
        Some(self)
    }
}

impl Memory for Sampled {
    fn reach(&mut self, t: f64) {
        let periods = (t - self.start) / self.period;
        self.open = (periods - periods.round()).abs() <= ROUNDING;
    }

    fn accept(&mut self, _t: f64, y: &[f64]) {
        if self.open {
            self.signal.values(y, &mut self.held);
            self.open = false;
        }
    }

    fn save(&mut self, slot: Slot) {
        self.kept[slot as usize].copy_from_slice(&self.held);
    }

    fn restore(&mut self, slot: Slot) {
        self.held.copy_from_slice(&self.kept[slot as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::{Convert, Link};

    #[test]
    fn values_pass_at_sampling_instants_and_are_held_in_between() {
        let (from, to) = (OutputId(0), InputId(0));
        let link = Link { from, to, gain: 2.0, offset: 1.0, convert: Convert::Lossless };
        let mut law = Sampled::new(Signal::new(vec![link]), 0.5, 0.3);
        let mut seen = Vec::new();
        for n in 0..=6 {
            let (t, y) = (0.5 + f64::from(n) * 0.1, [f64::from(n)]);
            law.reach(t);
            let mut u = [0.0];
            law.add(&y, &mut u);
            law.accept(t, &y);
            seen.push(u[0]);
        }
        assert_eq!(seen, [1.0, 1.0, 1.0, 7.0, 7.0, 7.0, 13.0]);
        law.save(Slot::Trial);
        law.reach(1.4);
        law.accept(1.4, &[100.0]);
        law.restore(Slot::Trial);
        let mut u = [0.0];
        law.add(&[50.0], &mut u);
        assert_eq!(u[0], 13.0);
    }
}
