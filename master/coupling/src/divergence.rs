//! Divergence: a coupling that blows up because the macro step is too long for it.
//!
//! An unstable coupling multiplies its inputs from step to step, and the prediction of each step misses
//! them by about as much as they are. A system that grows by itself and is resolved by the macro step
//! grows as well, but is predicted: y' = λ y, held, is missed by λ h of its size. Both are looked at
//! where an input sets a *record*: it is twice as large as ever before on its side of zero. A record is
//!
//! ```text
//! wild    if |u − ũ| ≥ |u| / 2        twice as much in a single step, or another sign
//! poor    if |u − ũ| ≥ |u| / 10
//! ```
//!
//! The coupling diverges if the input has grown by a million in `WILD` wild records, or by a billion in
//! `POOR` poor ones on either side of zero. Records that were predicted are taken off again. The first
//! records after a jump, an impact or a start at rest may be wild, but they are few. Not counted are
//!
//! - inputs that are on no loop of slaves: nothing comes back to them;
//! - records below half of the largest input of the loop: a force that has hardly arrived at the end of a
//!   chain rises from nothing by a high power of time;
//! - records in a step that is longer than that of the record before: with steps that double, every
//!   power of time does.
//!
//! Growth by a billion on both sides of zero, or by 1e30 on one, that was predicted is no divergence, but
//! told: a slow instability of the coupling looks like one of the system itself.
//!
//! Between records a step costs two comparisons for each input.

#[cfg(test)]
mod tests;

use crate::error::{CouplingError, Growth};
use crate::id::SlaveId;
use crate::network::Network;
use crate::network::feedthrough::components;
use crate::signals::Signals;

/// Wild records that it takes, and the growth meanwhile.
const WILD: u32 = 16;
const WILD_GROWTH: f64 = 1e6;
/// Poor records that it takes on each side of zero, and the growth meanwhile.
const POOR: u32 = 10;
const POOR_GROWTH: f64 = 1e9;
/// Records on each side of zero after which growth is told, however well it was predicted: 2³⁰ is a billion.
const GROWN: u32 = 30;
/// Records on one side of zero alone after which growth is told: 2¹⁰⁰ is 1e30.
const GROWN_ALONE: u32 = 100;
/// What the prediction of a wild and of a poor record misses at least, as a part of it.
const MISSED_WILDLY: f64 = 0.5;
const MISSED_POORLY: f64 = 0.1;
/// A predicted record takes off so many of the others.
const TAKEN_OFF: u32 = 2;
/// A step is longer than another if it exceeds it by more than rounding.
const LONGER: f64 = 1.0 + 1e-6;

/// Watches the inputs of slaves that depend on each other.
#[derive(Clone, Debug)]
pub struct Divergence {
    stops: bool,
    t: f64,
    inputs: Vec<Input>,
    /// For each loop of slaves, the inputs that come from inside it.
    loops: Vec<Vec<usize>>,
    /// What was found first, where it does not stop the run.
    found: Option<Growth>,
    grown: Option<Growth>,
}

#[derive(Clone, Copy, Debug)]
struct Input {
    position: usize,
    /// Its loop.
    belongs_to: usize,
    above: Side,
    below: Side,
    wild: u32,
    /// When it began to grow, and its size then.
    from: (f64, f64),
    /// When it set its first record, and its size then.
    first: (f64, f64),
    /// The length of the step that led to its last record.
    h: f64,
}

/// The values of an input on one side of zero.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// What the next record exceeds.
    limit: f64,
    records: u32,
    poor: u32,
}

impl Divergence {
    /// Watches a network, none if nothing in it depends on itself. It `stops` a run that diverges, or takes note.
    pub fn of(network: &Network, stops: bool) -> Option<Self> {
        let sources = |slave: SlaveId| {
            let sources = network.inputs_of(slave).flat_map(|i| network.sources_of(i));
            sources.map(|source| source.0).collect::<Vec<_>>()
        };
        let behind: Vec<Vec<usize>> = network.slaves().map(sources).collect();
        let discrete = network.discrete_inputs();
        let from_inside = |slaves: Vec<usize>| {
            let inputs = slaves.iter().flat_map(|slave| network.inputs_of(SlaveId(*slave)));
            let inside = |i: &usize| {
                !discrete[*i] && network.sources_of(*i).iter().any(|s| slaves.contains(&s.0))
            };
            inputs.filter(inside).collect::<Vec<usize>>()
        };
        let loops =
            components(&behind).into_iter().map(from_inside).filter(|inputs| !inputs.is_empty());
        let loops: Vec<Vec<usize>> = loops.collect();
        let inputs = loops.iter().enumerate().flat_map(|(belongs_to, inputs)| {
            inputs.iter().map(move |&position| Input {
                position,
                belongs_to,
                above: Side::default(),
                below: Side::default(),
                wild: 0,
                from: (0.0, 0.0),
                first: (0.0, 0.0),
                h: f64::INFINITY,
            })
        });
        let inputs: Vec<Input> = inputs.collect();
        (!loops.is_empty()).then_some(Self {
            stops,
            t: 0.0,
            inputs,
            loops,
            found: None,
            grown: None,
        })
    }

    /// What diverged and did not stop the run.
    pub fn found(&self) -> Option<&Growth> {
        self.found.as_ref()
    }

    /// What has grown so much that the user should know, however well it was predicted.
    pub fn grown(&self) -> Option<&Growth> {
        self.grown.as_ref()
    }

    /// Begins with the inputs at the start.
    pub(crate) fn begin(&mut self, t: f64, u: &[f64]) {
        self.t = t;
        for input in &mut self.inputs {
            let limit = 2.0 * u[input.position].abs();
            (input.above.limit, input.below.limit) = (limit, limit);
        }
    }

    /// Looks at a point that was reached; the signals still hold what was predicted for it.
    #[inline]
    pub(crate) fn look(
        &mut self,
        t: f64,
        u: &[f64],
        signals: &Signals,
        network: &Network,
    ) -> Result<(), CouplingError> {
        if self.inputs.iter().any(|input| input.exceeds(u[input.position])) {
            self.records(t, u, signals, network)?;
        }
        self.t = t;
        Ok(())
    }

    #[cold]
    fn records(
        &mut self,
        t: f64,
        u: &[f64],
        signals: &Signals,
        network: &Network,
    ) -> Result<(), CouplingError> {
        for k in 0..self.inputs.len() {
            if self.inputs[k].exceeds(u[self.inputs[k].position]) {
                self.record(k, t, u, signals, network)?;
            }
        }
        Ok(())
    }

    /// Takes note of an input that is larger than ever before.
    fn record(
        &mut self,
        k: usize,
        t: f64,
        u: &[f64],
        signals: &Signals,
        network: &Network,
    ) -> Result<(), CouplingError> {
        let input = &mut self.inputs[k];
        let i = input.position;
        // The prediction of a slave that is in the middle of a step is one for its end.
        if signals.begins(i).is_none() {
            return Ok(());
        }
        let h = t - self.t;
        let largest = self.loops[input.belongs_to].iter().map(|&j| u[j].abs()).fold(0.0, f64::max);
        let counts = 2.0 * u[i].abs() >= largest && h <= LONGER * input.h;
        input.h = h;
        input.note(t, u[i], signals.predicted_end(i), counts);
        let growth = |from| Growth {
            input: network.input_names().swap_remove(i),
            from,
            to: (t, u[i].abs()),
            constrained: network.is_constrained(i),
        };
        if input.has_grown() && self.grown.is_none() {
            self.grown = Some(growth(input.first));
        }
        if !input.diverges(u[i].abs()) || self.found.is_some() {
            return Ok(());
        }
        let found = growth(input.from);
        if self.stops {
            return Err(CouplingError::Diverged(Box::new(found)));
        }
        self.found = Some(found);
        Ok(())
    }
}

impl Input {
    /// Whether a value is a record.
    #[inline]
    fn exceeds(&self, value: f64) -> bool {
        value > self.above.limit || -value > self.below.limit
    }

    /// Counts a record, if it does, and sets what the next one must exceed.
    fn note(&mut self, t: f64, u: f64, predicted: f64, counts: bool) {
        let missed = (u - predicted).abs() / u.abs();
        let side = if u > 0.0 { &mut self.above } else { &mut self.below };
        side.limit = 2.0 * u.abs();
        if !counts {
            return;
        }
        side.records += 1;
        if self.above.records + self.below.records == 1 {
            self.first = (t, u.abs());
        }
        if self.wild == 0 && self.above.poor + self.below.poor == 0 {
            self.from = (t, u.abs());
        }
        let side = if u > 0.0 { &mut self.above } else { &mut self.below };
        if missed >= MISSED_POORLY {
            side.poor += 1;
        } else {
            side.poor = side.poor.saturating_sub(TAKEN_OFF);
        }
        if missed >= MISSED_WILDLY {
            self.wild += 1;
        } else {
            self.wild = self.wild.saturating_sub(TAKEN_OFF);
        }
    }

    fn diverges(&self, size: f64) -> bool {
        let growth = size / self.from.1;
        let poor = self.above.poor.min(self.below.poor);
        self.wild >= WILD && growth >= WILD_GROWTH || poor >= POOR && growth >= POOR_GROWTH
    }

    fn has_grown(&self) -> bool {
        let (above, below) = (self.above.records, self.below.records);
        above.min(below) >= GROWN || above.max(below) >= GROWN_ALONE
    }
}
