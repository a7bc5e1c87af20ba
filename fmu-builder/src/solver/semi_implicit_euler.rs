//! Semi-implicit (symplectic) Euler with a fixed micro step.

use super::{Settings, Solver, SolverError, Span, System, micro_steps};
use crate::inputs::Inputs;

/// v⁺ = v + h a(t, x, v, u(t)), then x⁺ = x + h v⁺; order 1.
///
/// x are the states that the model names as positions, v their velocities. All other states and
/// the integrals take the explicit Euler step. Inputs are those at the start of a micro step.
pub(crate) struct SemiImplicitEuler {
    micro_step: f64,
    positions: Vec<(usize, usize)>,
    u: Vec<f64>,
    dz: Vec<f64>,
}

impl SemiImplicitEuler {
    pub fn new(system: &dyn System, settings: Settings) -> Self {
        Self {
            micro_step: settings.micro_step,
            positions: system.positions(),
            u: vec![0.0; system.inputs()],
            dz: vec![0.0; system.size()],
        }
    }
}

impl Solver for SemiImplicitEuler {
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
            inputs.at(tau, &mut self.u);
            system.derivatives(span.t + tau, &self.u, z, &mut self.dz);
            // Positions wait for the new velocities.
            for (x, _) in &self.positions {
                self.dz[*x] = 0.0;
            }
            for (z, dz) in z.iter_mut().zip(&self.dz) {
                *z += h * dz;
            }
            for (x, v) in &self.positions {
                z[*x] += h * z[*v];
            }
        }
        Ok(())
    }
}
