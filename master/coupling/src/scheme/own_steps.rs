//! Slaves in steps of their own: where they are in them, and what is known of their outputs.
//!
//! The clock ticks with the longest time of which all steps are multiples. A slave whose step lasts p ticks begins one
//! at each tick that p divides.

use std::ops::Range;

use nalgebra::DVector;

use super::MacroStep;
use crate::CouplingError;
use crate::execution::Task;
use crate::id::SlaveId;
use crate::network::Network;
use crate::signals::{Expected, Signals, lcm};
use crate::slave::Step;

/// A step shorter than this part of a tick is none.
const ROUNDING: f64 = 1e-6;

/// How the outputs of a slave go on while it is in the middle of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// From its past, as if nobody knew where the step leads.
    Extrapolated,
    /// Through the end of the step.
    Interpolated,
}

/// Where all slaves are.
pub(super) struct OwnSteps {
    /// For each slave, the ticks in one of its steps.
    every: Vec<u64>,
    /// The ticks after which all begin a step together.
    cycle: u64,
    between: Between,
    stop: f64,
    /// When the count of ticks began, and the ticks since then.
    start: f64,
    tick: u64,
    /// The end of the last tick and its length.
    now: f64,
    h: f64,
    /// Outputs at the ends of the steps under way.
    pub(super) y: DVector<f64>,
    slopes: Vec<f64>,
}

impl OwnSteps {
    /// Slave k of the network steps once in `every[k]` ticks, and none beyond `stop`.
    pub(super) fn new(network: &Network, every: Vec<u64>, stop: f64, between: Between) -> Self {
        let y = DVector::zeros(network.output_count());
        let (nan, slopes) = (f64::NAN, vec![0.0; y.len()]);
        let cycle = every.iter().fold(1, |cycle, every| lcm(cycle, *every));
        Self { every, cycle, between, stop, start: nan, tick: 0, now: nan, h: nan, y, slopes }
    }

    /// Interpolates outputs between the points of their slaves from now on.
    pub(super) fn interpolate(&mut self) {
        self.between = Between::Interpolated;
    }

    /// Steps all slaves that begin a step now, with their inputs as predicted.
    pub(super) fn step_all(&mut self, over: &mut MacroStep) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step: tick } = over;
        let mut y = std::mem::replace(&mut self.y, DVector::zeros(0));
        let begins = network.slaves().filter(|slave| self.begins(self.every[slave.0]));
        let task = |slave: SlaveId| Task::here(self.step(tick, self.every[slave.0]));
        let done = network.step_each(begins, task, signals.inputs(), &mut y);
        self.y = y;
        done
    }

    /// The ticks in a step of a slave.
    pub(super) fn every(&self, slave: SlaveId) -> u64 {
        self.every[slave.0]
    }

    /// Begins a tick. One that does not follow the last begins another run, and steps of another length may follow
    /// where all slaves begin one.
    pub(super) fn begin(&mut self, tick: &Step) {
        if tick.t != self.now || (self.all_begin() && tick.h != self.h) {
            (self.start, self.tick) = (tick.t, 0);
        }
    }

    /// Whether all slaves begin a step at this tick.
    pub(super) fn all_begin(&self) -> bool {
        self.tick.is_multiple_of(self.cycle)
    }

    /// Whether steps of so many ticks begin at this one.
    pub(super) fn begins(&self, every: u64) -> bool {
        self.tick.is_multiple_of(every)
    }

    /// Whether steps of so many ticks end at the end of this one.
    pub(super) fn ends(&self, tick: &Step, every: u64) -> bool {
        (self.tick + 1).is_multiple_of(every) || tick.end >= self.stop
    }

    /// The step of so many ticks that begins now; times are counted from the start of the run.
    pub(super) fn step(&self, tick: &Step, every: u64) -> Step {
        if every == 1 {
            return *tick;
        }
        let end = self.start + (self.tick + every) as f64 * tick.h;
        let end = if end < self.stop - ROUNDING * tick.h { end } else { self.stop };
        Step { t: tick.t, end, h: every as f64 * tick.h }
    }

    /// Takes note of where the step leads that a slave begins now.
    pub(super) fn lead_to(&mut self, outputs: Range<usize>, y: &DVector<f64>) {
        let ends = &mut self.y.as_mut_slice()[outputs.clone()];
        ends.copy_from_slice(&y.as_slice()[outputs]);
    }

    /// Output `i` of a slave whose step is under way, so many ticks after the start of the present one.
    pub(super) fn known(&self, signals: &Signals, slave: SlaveId, i: usize, ahead: u64) -> f64 {
        let every = self.every[slave.0];
        let passed = self.tick % every + ahead;
        if passed == every {
            return self.y[i];
        }
        signals.between(i, self.y[i], passed as f64 / every as f64).value
    }

    /// Fills in the outputs of a slave after this tick: its own if its step ends, else what they are on the way.
    pub(super) fn pass_on(&mut self, slave: SlaveId, over: &mut MacroStep, y: &mut DVector<f64>) {
        let MacroStep { network, signals, step: tick } = over;
        let (every, outputs) = (self.every[slave.0], network.outputs_of(slave));
        if self.ends(tick, every) {
            network.arrive(slave);
            y.as_mut_slice()[outputs.clone()].copy_from_slice(&self.y.as_slice()[outputs]);
            return;
        }
        let s = ((self.tick + 1) % every) as f64 / every as f64;
        for i in outputs.clone() {
            let Expected { value, slope } = match self.between {
                Between::Extrapolated => signals.expected(i, s),
                Between::Interpolated => signals.between(i, self.y[i], s),
            };
            y[i] = value;
            self.slopes[i] = slope / (every as f64 * tick.h);
        }
        network.depart(slave, &self.slopes[outputs]);
    }

    /// Ends a tick.
    pub(super) fn end(&mut self, tick: &Step) {
        (self.tick, self.now, self.h) = (self.tick + 1, tick.end, tick.h);
    }
}
