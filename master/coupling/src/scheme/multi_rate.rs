//! The explicit scheme for slaves that have steps of their own.
//!
//! The clock ticks with the longest time of which all steps are multiples. A slave whose step lasts p ticks moves when
//! it begins:
//!
//! ```text
//! tick n, p divides n:    the slave steps from tₙ to tₙ₊ₚ with its inputs extrapolated over it
//! tick n + 1 … n + p − 1: the others see its outputs continued by a polynomial
//! tick n + p:             its outputs arrive
//! ```
//!
//! All at once (Jacobi), no slave knows what another finds in the same step: fast ones see what slow ones do by
//! extrapolation from their past, slow ones the fast ones' latest values.
//!
//! One after the other (Gauss–Seidel), the slowest of those that begin a step go first, and those that are
//! equally slow in the order of the sweep. The polynomial then goes through the end of the slow step, which is known,
//! and a slave that comes later interpolates the inputs that earlier ones determine. Slowest first is the order in
//! which most is known: a step that has been taken covers all the shorter ones that follow.

use nalgebra::DVector;

use super::own_steps::{Between, OwnSteps};
use super::{MacroStep, Scheme};
use crate::CouplingError;
use crate::execution::Task;
use crate::id::SlaveId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::polynomial::Polynomial;

/// Every slave at its own rate.
pub struct MultiRate {
    own: OwnSteps,
    sweep: Option<SlowestFirst>,
}

/// A Gauss–Seidel sweep through the slaves that begin a step.
struct SlowestFirst {
    /// The slaves, slowest first.
    order: Vec<SlaveId>,
    /// For each slave, those that determine its inputs.
    sources: Vec<Vec<SlaveId>>,
    /// Which have stepped at this tick.
    stepped: Vec<bool>,
    inputs: Vec<Polynomial>,
    u_end: DVector<f64>,
}

impl MultiRate {
    /// Slave k of the network steps once in `every[k]` ticks, and none beyond `stop`; all at once.
    pub fn new(network: &Network, every: Vec<u64>, stop: f64) -> Self {
        Self { own: OwnSteps::new(network, every, stop, Between::Extrapolated), sweep: None }
    }

    /// One slave after the other: the slowest first, equally slow ones in the given order, which names every slave.
    #[must_use]
    pub fn in_order(mut self, network: &Network, mut order: Vec<SlaveId>) -> Self {
        order.sort_by_key(|slave| std::cmp::Reverse(self.own.every(*slave)));
        let sources = |slave: SlaveId| {
            let all = network.inputs_of(slave).flat_map(|i| network.sources_of(i).iter().copied());
            let mut sources: Vec<SlaveId> = all.collect();
            sources.sort_unstable();
            sources.dedup();
            sources
        };
        self.own.interpolate();
        self.sweep = Some(SlowestFirst {
            stepped: vec![false; order.len()],
            order,
            sources: network.slaves().map(sources).collect(),
            inputs: vec![Polynomial::constant(0.0); network.input_count()],
            u_end: DVector::zeros(network.input_count()),
        });
        self
    }
}

impl SlowestFirst {
    /// Steps the slaves that begin now; `y` is room for outputs.
    fn sweep(
        &mut self,
        own: &mut OwnSteps,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.stepped.fill(false);
        for k in 0..self.order.len() {
            let slave = self.order[k];
            let every = own.every(slave);
            if !own.begins(every) {
                continue;
            }
            self.prepare(slave, own, over, y);
            let step = own.step(over.step, every);
            over.network.step(slave, Task::here(&step), &self.inputs, &mut own.y)?;
            self.stepped[slave.0] = true;
        }
        Ok(())
    }

    /// Whether the outputs of a slave are known up to the end of a step of so many ticks that begins now.
    fn knows(&self, own: &OwnSteps, source: SlaveId, every: u64) -> bool {
        own.every(source) > every || (own.every(source) == every && self.stepped[source.0])
    }

    /// The inputs of a slave over its step: interpolated where slaves whose end is known have a say, else as predicted.
    fn prepare(&mut self, slave: SlaveId, own: &OwnSteps, over: &MacroStep, y: &mut DVector<f64>) {
        let MacroStep { network, signals, .. } = over;
        let every = own.every(slave);
        for &source in &self.sources[slave.0] {
            let known = self.knows(own, source, every);
            let s = every as f64 / own.every(source) as f64;
            for i in network.outputs_of(source) {
                y[i] = if known {
                    own.known(signals, source, i, every)
                } else {
                    signals.expected(i, s).value
                };
            }
        }
        network.inputs_from(slave, y, &mut self.u_end);
        for i in network.inputs_of(slave) {
            let mut known = network.sources_of(i).iter().map(|s| self.knows(own, *s, every));
            let (all, any) = (known.clone().all(|known| known), known.any(|known| known));
            self.inputs[i] = if any && !network.is_prescribed(i) {
                signals.interpolate_within(i, self.u_end[i], all)
            } else {
                signals.inputs()[i]
            };
        }
    }
}

impl Scheme for MultiRate {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let Self { own, sweep } = self;
        own.begin(over.step);
        match sweep {
            None => own.step_all(over)?,
            Some(sweep) => sweep.sweep(own, over, &mut end.y)?,
        }
        for slave in over.network.slaves() {
            own.pass_on(slave, over, &mut end.y);
        }
        own.end(over.step);
        over.network.exchange(over.step.end, &mut end.y, &mut end.u)
    }
}

#[cfg(test)]
mod tests;
