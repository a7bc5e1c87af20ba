//! Gauss–Seidel: one slave after the other, each with what those before it have found.
//!
//! An input determined by a slave that has stepped already is interpolated through its end value
//! (Busch 2016, eq. (13)); the others are extrapolated. A law that reads both sides takes the
//! expected outputs of the slave that has not stepped yet.

use nalgebra::DVector;

use super::Sweep;
use crate::CouplingError;
use crate::execution::Task;
use crate::id::SlaveId;
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::scheme::macro_step::MacroStep;

/// The slaves one after the other.
pub struct GaussSeidel {
    order: Vec<SlaveId>,
    stepped: Vec<bool>,
    inputs: Vec<Polynomial>,
    u_end: DVector<f64>,
}

impl GaussSeidel {
    /// Sweeps through `network` in the given order, which names every slave once.
    pub fn new(network: &Network, order: Vec<SlaveId>) -> Self {
        Self {
            stepped: vec![false; order.len()],
            order,
            inputs: vec![Polynomial::constant(0.0); network.input_count()],
            u_end: DVector::zeros(network.input_count()),
        }
    }

    /// The inputs of a slave: interpolated where a stepped slave has a say, else as predicted.
    fn prepare(&mut self, slave: SlaveId, over: &MacroStep, y: &DVector<f64>) {
        let MacroStep { network, signals, .. } = over;
        network.inputs_from(slave, y, &mut self.u_end);
        for i in network.inputs_of(slave) {
            let mut sources = network.sources_of(i).iter().map(|source| self.stepped[source.0]);
            let (found, known) = (sources.clone().all(|stepped| stepped), sources.any(|s| s));
            self.inputs[i] = if known && !network.is_prescribed(i) {
                signals.interpolate_within(i, self.u_end[i], found)
            } else {
                signals.inputs()[i]
            };
        }
    }
}

impl Sweep for GaussSeidel {
    fn sweep(&mut self, over: &mut MacroStep, y: &mut DVector<f64>) -> Result<(), CouplingError> {
        over.signals.expect_outputs(y);
        self.stepped.fill(false);
        for k in 0..self.order.len() {
            let slave = self.order[k];
            self.prepare(slave, over, y);
            over.network.step(slave, Task::here(over.step), &self.inputs, y)?;
            self.stepped[slave.0] = true;
        }
        Ok(())
    }
}
