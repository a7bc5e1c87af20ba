//! The classical Runge–Kutta method with a fixed micro step.

use super::{Settings, Solver, SolverError, Span, System, micro_steps};
use crate::inputs::Inputs;

/// k₁ = f(t, z), k₂ = f(t + h/2, z + h/2 k₁), k₃ = f(t + h/2, z + h/2 k₂), k₄ = f(t + h, z + h k₃),
/// z⁺ = z + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄); order 4.
pub(crate) struct Rk4 {
    micro_step: f64,
    u: Vec<f64>,
    stage: Vec<f64>,
    k: [Vec<f64>; 4],
}

impl Rk4 {
    pub fn new(system: &dyn System, settings: Settings) -> Self {
        let zeros = || vec![0.0; system.size()];
        Self {
            micro_step: settings.micro_step,
            u: vec![0.0; system.givens()],
            stage: zeros(),
            k: [zeros(), zeros(), zeros(), zeros()],
        }
    }
}

impl Solver for Rk4 {
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
            let tau = i as f64 * h;
            self.stage.copy_from_slice(z);
            for (stage, c) in [0.0, 0.5, 0.5, 1.0].into_iter().enumerate() {
                if stage > 0 {
                    for (s, (z, k)) in self.stage.iter_mut().zip(z.iter().zip(&self.k[stage - 1])) {
                        *s = z + c * h * k;
                    }
                }
                inputs.at(tau + c * h, &mut self.u);
                let t = span.t + tau + c * h;
                system.derivatives(t, &self.u, &self.stage, &mut self.k[stage]);
            }
            let [k1, k2, k3, k4] = &self.k;
            for (j, z) in z.iter_mut().enumerate() {
                *z += h / 6.0 * (k1[j] + 2.0 * (k2[j] + k3[j]) + k4[j]);
            }
        }
        Ok(())
    }
}
