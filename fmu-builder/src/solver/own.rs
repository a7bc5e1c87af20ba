//! The method that a model brings itself.

use super::fixed_step::FixedStepMethod;
use super::{MicroStep, SolverError, Span, System};
use crate::inputs::Inputs;

/// Micro steps of the model's own method, for formulations that are no ẋ = f(t, x, u) with steps
/// of a general solver, such as constraints kept at position level.
pub(crate) struct Own {
    u: Vec<f64>,
    u_end: Vec<f64>,
    start: Vec<f64>,
}

impl Own {
    pub fn new(system: &dyn System) -> Self {
        Self {
            u: vec![0.0; system.givens()],
            u_end: vec![0.0; system.givens()],
            start: vec![0.0; system.size()],
        }
    }
}

impl FixedStepMethod for Own {
    fn micro_step(
        &mut self,
        system: &dyn System,
        MicroStep { t, tau, h }: MicroStep,
        inputs: &Inputs,
        z: &mut [f64],
    ) -> Result<(), SolverError> {
        inputs.at(tau, &mut self.u);
        inputs.at(tau + h, &mut self.u_end);
        self.start.copy_from_slice(z);
        let step = system.own_step(Span { t, h }, [&self.u, &self.u_end], &self.start, z);
        step.map_err(|reason| SolverError::OwnStepFailed { t, h, reason })
    }
}
