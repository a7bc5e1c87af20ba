//! Communication points: from the outputs of all slaves to their inputs.

use nalgebra::DVector;

use super::{InputId, Network, OutputId, SlaveId, apply};
use crate::CouplingError;
use crate::execution::Task;
use crate::signals::Polynomial;
use crate::slave::Step;

impl Network {
    /// The inputs of one slave from the outputs; the rest of `u` is left without meaning.
    pub fn inputs_from(&self, slave: SlaveId, y: &DVector<f64>, u: &mut DVector<f64>) {
        let u = u.as_mut_slice();
        u[self.members[slave.0].inputs.clone()].fill(0.0);
        for &law in &self.laws_on[slave.0] {
            self.laws[law].add(y.as_slice(), u);
        }
    }

    /// All inputs from the outputs.
    pub fn inputs(&self, y: &DVector<f64>, u: &mut DVector<f64>) {
        apply(&self.laws, y.as_slice(), u.as_mut_slice());
    }

    /// The partial derivatives of the laws: ∂u/∂y for each pair that can be other than zero.
    pub fn partials(&self, y: &DVector<f64>, each: &mut dyn FnMut(InputId, OutputId, f64)) {
        self.laws.iter().for_each(|law| law.partials(y.as_slice(), each));
    }

    /// At a communication point reached by all slaves: all inputs from the outputs. Outputs with
    /// direct feedthrough are first read again for the new inputs, if the network reads them fresh.
    pub fn exchange(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.reach(t, y, u)?;
        let coupled = (self.members.as_mut_slice(), self.laws.as_slice());
        self.fresh.resolve(coupled, t, y.as_mut_slice(), u.as_mut_slice())?;
        self.agree(t, y, u);
        Ok(())
    }

    /// As [`exchange`](Self::exchange), with the outputs as they were read after the step.
    pub fn settle(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.reach(t, y, u)?;
        self.agree(t, y, u);
        Ok(())
    }

    /// The inputs that the laws give for outputs that stand, of which the laws take note.
    fn agree(&mut self, t: f64, y: &DVector<f64>, u: &mut DVector<f64>) {
        apply(&self.laws, y.as_slice(), u.as_mut_slice());
        self.laws.iter_mut().for_each(|law| law.accept(t, y.as_slice()));
    }

    /// What happens at a communication point before values are exchanged.
    fn reach(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.steps = self.steps.wrapping_add(1).max(1);
        if let Some(threads) = &mut self.threads {
            threads.next();
        }
        if let Some(watch) = &mut self.watch {
            watch.point(t);
        }
        self.laws.iter_mut().for_each(|law| law.reach(t));
        for &slave in &self.known {
            self.members[slave.0].read(t, u.as_slice(), y.as_mut_slice())?;
        }
        Ok(())
    }

    /// Steps the slaves that are known ahead. Of `u`, the inputs that they determine get their values
    /// at the end of the step, the rest is left without meaning.
    pub fn foresee(
        &mut self,
        step: Step,
        inputs: &[Polynomial],
        y: &mut DVector<f64>,
        u: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        for k in 0..self.known.len() {
            self.step(self.known[k], Task::here(step), inputs, y)?;
        }
        apply(&self.laws, y.as_slice(), u.as_mut_slice());
        Ok(())
    }
}
