//! Micro steps as long as an error estimate allows.

use super::step_size::{Control, StepSize};
use super::{MicroStep, Settings, Solver, SolverError, Span, System};
use crate::inputs::Inputs;

/// A one-step method with an embedded error estimate.
pub(super) trait EmbeddedMethod: Send {
    /// Its name in messages.
    const NAME: &'static str;
    /// What to do where it cannot keep its tolerance.
    const ADVICE: &'static str;
    /// How its step size follows from its error.
    const CONTROL: Control;

    /// Computes what all steps from `z` have in common: `tau` after the start of the span, which is its
    /// start or the end of an accepted step. `z` is left as it was.
    fn prepare(
        &mut self,
        system: &dyn System,
        span: Span,
        tau: f64,
        inputs: &Inputs,
        z: &mut [f64],
    );

    /// Computes the solution at the end of a step, and its error.
    fn stages(
        &mut self,
        system: &dyn System,
        step: MicroStep,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    );

    /// The error of the step computed last.
    fn error(&self) -> &[f64];
}

/// Takes steps of a method and repeats those whose error is too large.
pub(super) struct Adaptive<M> {
    size: StepSize,
    z: Vec<f64>,
    z_end: Vec<f64>,
    method: M,
}

impl<M: EmbeddedMethod> Adaptive<M> {
    pub fn new(method: M, system: &dyn System, settings: Settings) -> Self {
        let size = StepSize::new(M::NAME, M::ADVICE, M::CONTROL, system, settings);
        Self { size, z: vec![0.0; system.size()], z_end: vec![0.0; system.size()], method }
    }
}

impl<M: EmbeddedMethod> Solver for Adaptive<M> {
    fn step(
        &mut self,
        system: &dyn System,
        span: Span,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    ) -> Result<(), SolverError> {
        if z.is_empty() {
            return Ok(());
        }
        self.z.copy_from_slice(z);
        let (mut tau, mut rejected) = (0.0, false);
        let mut h = self.size.first(span.h);
        while tau < span.h {
            self.size.check(span.t + tau, h, span.h)?;
            if !rejected {
                self.method.prepare(system, span, tau, inputs, &mut self.z);
            }
            let step = MicroStep { t: span.t + tau, tau, h };
            self.method.stages(system, step, inputs, &self.z, &mut self.z_end);
            let norm = self.size.norm(self.method.error(), &self.z, &self.z_end);
            let accepted = norm <= 1.0;
            if accepted {
                tau = if h >= span.h - tau { span.h } else { tau + h };
                std::mem::swap(&mut self.z, &mut self.z_end);
            }
            h = self.size.after(h, norm, span.h - tau, rejected);
            rejected = !accepted;
        }
        z_end.copy_from_slice(&self.z);
        Ok(())
    }

    fn memory(&self) -> f64 {
        self.size.next
    }

    fn set_memory(&mut self, memory: f64) {
        self.size.next = memory;
    }
}
