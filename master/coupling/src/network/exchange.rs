//! Communication points: from the outputs of all slaves to their inputs.

use nalgebra::DVector;

use super::{Network, apply};
use crate::CouplingError;
use crate::execution::Task;
use crate::id::{InputId, OutputId, SlaveId};
use crate::point::CommunicationPoint;
use crate::polynomial::Polynomial;
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
    #[inline(always)]
    pub fn exchange(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.reach(t, y, u)?;
        if !self.fresh.is_empty() {
            let coupled = (self.members.as_mut_slice(), self.laws.as_slice());
            self.fresh.resolve(coupled, t, y.as_mut_slice(), u.as_mut_slice())?;
        }
        self.agree(t, y, u);
        Ok(())
    }

    /// At a communication point reached by all slaves: all inputs from the outputs as they were read after the
    /// step, for which the laws have given `law` already.
    pub fn settle(
        &mut self,
        t: f64,
        law: &DVector<f64>,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let CommunicationPoint { u, y, .. } = end;
        self.reach(t, y, u)?;
        // Only where laws remember or slaves jump there can it be something else now.
        if self.remembering.is_empty() && self.prescribed_slaves.is_empty() {
            u.copy_from(law);
        } else {
            self.agree(t, y, u);
        }
        Ok(())
    }

    /// The inputs that the laws give for outputs that stand, of which the laws take note.
    #[inline(always)]
    fn agree(&mut self, t: f64, y: &DVector<f64>, u: &mut DVector<f64>) {
        apply(&self.laws, y.as_slice(), u.as_mut_slice());
        self.each_memory(|memory| memory.accept(t, y.as_slice()));
    }

    /// What happens at a communication point before values are exchanged.
    #[inline(always)]
    fn reach(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.steps = self.steps.wrapping_add(1).max(1);
        if self.threads.is_some() || self.watch.is_some() {
            self.tell(t);
        }
        self.each_memory(|memory| memory.reach(t));
        if self.prescribed_slaves.is_empty() { Ok(()) } else { self.read_prescribed(t, y, u) }
    }

    /// Tells those who count and watch steps that one has ended.
    #[inline(never)]
    fn tell(&mut self, t: f64) {
        if let Some(threads) = &mut self.threads {
            threads.next();
        }
        if let Some(watch) = &mut self.watch {
            watch.point(t);
        }
    }

    /// Reads the outputs of slaves that are prescribed, as they are after a jump.
    #[inline(never)]
    fn read_prescribed(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        for &slave in &self.prescribed_slaves {
            self.members[slave.0].read(t, u.as_slice(), y.as_mut_slice())?;
        }
        Ok(())
    }

    /// Steps the slaves that are prescribed. Of `u`, the inputs that they determine get their values
    /// at the end of the step, the rest is left without meaning.
    pub fn prescribe(
        &mut self,
        step: &Step,
        inputs: &[Polynomial],
        y: &mut DVector<f64>,
        u: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        for k in 0..self.prescribed_slaves.len() {
            self.step(self.prescribed_slaves[k], Task::here(step), inputs, y)?;
        }
        apply(&self.laws, y.as_slice(), u.as_mut_slice());
        Ok(())
    }
}
