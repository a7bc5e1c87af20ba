//! Equal micro steps, none longer than the setting `micro_step`.

use super::{MicroStep, Settings, Solver, SolverError, Span, System, micro_steps};
use crate::inputs::Inputs;

/// A method that can take one micro step.
pub(super) trait FixedStepMethod: Send {
    /// Moves `z` over the micro step.
    fn micro_step(
        &mut self,
        system: &dyn System,
        step: MicroStep,
        inputs: &Inputs,
        z: &mut [f64],
    ) -> Result<(), SolverError>;

    /// What it remembers from step to step.
    fn memory(&self) -> f64 {
        0.0
    }

    /// Takes back what [`memory`](Self::memory) gave.
    fn set_memory(&mut self, _memory: f64) {}
}

/// Takes the micro steps of a method, one after the other.
pub(super) struct FixedStep<M> {
    micro_step: f64,
    method: M,
}

impl<M> FixedStep<M> {
    pub fn new(method: M, settings: Settings) -> Self {
        Self { micro_step: settings.micro_step, method }
    }
}

impl<M: FixedStepMethod> Solver for FixedStep<M> {
    fn step(
        &mut self,
        system: &dyn System,
        span: Span,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    ) -> Result<(), SolverError> {
        z_end.copy_from_slice(z);
        let n = micro_steps(span.h, self.micro_step);
        let h = span.h / n as f64;
        for i in 0..n {
            let tau = i as f64 * h;
            let step = MicroStep { t: span.t + tau, tau, h };
            self.method.micro_step(system, step, inputs, z_end)?;
        }
        Ok(())
    }

    fn memory(&self) -> f64 {
        self.method.memory()
    }

    fn set_memory(&mut self, memory: f64) {
        self.method.set_memory(memory);
    }
}
