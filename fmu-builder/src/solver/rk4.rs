//! The classical Runge–Kutta method with a fixed micro step.

use super::fixed_step::FixedStepMethod;
use super::{MicroStep, SolverError, System};
use crate::inputs::Inputs;

/// k₁ = f(t, z), k₂ = f(t + h/2, z + h/2 k₁), k₃ = f(t + h/2, z + h/2 k₂), k₄ = f(t + h, z + h k₃),
/// z⁺ = z + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄); order 4.
pub(crate) struct Rk4 {
    u: Vec<f64>,
    stage: Vec<f64>,
    k: [Vec<f64>; 4],
}

impl Rk4 {
    pub fn new(system: &dyn System) -> Self {
        let zeros = || vec![0.0; system.size()];
        Self { u: vec![0.0; system.givens()], stage: zeros(), k: std::array::from_fn(|_| zeros()) }
    }
}

impl FixedStepMethod for Rk4 {
    fn micro_step(
        &mut self,
        system: &dyn System,
        MicroStep { t, tau, h }: MicroStep,
        inputs: &Inputs,
        z: &mut [f64],
    ) -> Result<(), SolverError> {
        self.stage.copy_from_slice(z);
        for (stage, c) in [0.0, 0.5, 0.5, 1.0].into_iter().enumerate() {
            if stage > 0 {
                for (s, (z, k)) in self.stage.iter_mut().zip(z.iter().zip(&self.k[stage - 1])) {
                    *s = z + c * h * k;
                }
            }
            inputs.at(tau + c * h, &mut self.u);
            system.derivatives(t + c * h, &self.u, &self.stage, &mut self.k[stage]);
        }
        let [k1, k2, k3, k4] = &self.k;
        for (j, z) in z.iter_mut().enumerate() {
            *z += h / 6.0 * (k1[j] + 2.0 * (k2[j] + k3[j]) + k4[j]);
        }
        Ok(())
    }
}
