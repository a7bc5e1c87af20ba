//! The method that a model brings itself.

use super::{Settings, Solver, SolverError, Span, System, micro_steps};
use crate::inputs::Inputs;

/// Micro steps of the model's own method, for formulations that are no ẋ = f(t, x, u) with steps
/// of a general solver, such as constraints kept at position level.
pub(crate) struct Own {
    micro_step: f64,
    u: Vec<f64>,
    u_end: Vec<f64>,
    start: Vec<f64>,
}

impl Own {
    pub fn new(system: &dyn System, settings: Settings) -> Self {
        Self {
            micro_step: settings.micro_step,
            u: vec![0.0; system.givens()],
            u_end: vec![0.0; system.givens()],
            start: vec![0.0; system.size()],
        }
    }
}

impl Solver for Own {
    fn step(
        &mut self,
        system: &dyn System,
        span: Span,
        inputs: &Inputs,
        start: &[f64],
        z: &mut [f64],
    ) -> Result<(), SolverError> {
        z.copy_from_slice(start);
        let n = micro_steps(span.h, self.micro_step);
        let h = span.h / n as f64;
        for i in 0..n {
            let (tau, t) = (i as f64 * h, span.t + i as f64 * h);
            inputs.at(tau, &mut self.u);
            inputs.at(tau + h, &mut self.u_end);
            self.start.copy_from_slice(z);
            let step = system.own_step(Span { t, h }, [&self.u, &self.u_end], &self.start, z);
            step.map_err(|reason| SolverError::OwnStepFailed { t, h, reason })?;
        }
        Ok(())
    }
}
