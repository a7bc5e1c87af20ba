//! Semi-implicit (symplectic) Euler with a fixed micro step.

use super::fixed_step::FixedStepMethod;
use super::{MicroStep, SolverError, System};
use crate::inputs::Inputs;

/// v⁺ = v + h a(t, x, v, u(t)), then x⁺ = x + h v⁺; order 1.
///
/// x are the states that the model names as positions, v their velocities. All other states take the
/// explicit Euler step. Inputs are those at the start of a micro step.
///
/// Integrals are energies as a rule: what a damper d takes away is its force d v times the way h v⁺.
/// For a power P(v) that is a quadratic form, that product is 2 P((v + v⁺)/2) − ½ (P(v) + P(v⁺)).
pub(crate) struct SemiImplicitEuler {
    positions: Vec<(usize, usize)>,
    u: Vec<f64>,
    dz: Vec<f64>,
    /// Positions at the start of a micro step with velocities of one's choice, and what comes of them.
    trial: Vec<f64>,
    rates: Vec<f64>,
}

impl SemiImplicitEuler {
    pub fn new(system: &dyn System) -> Self {
        Self {
            positions: system.positions(),
            u: vec![0.0; system.givens()],
            dz: vec![0.0; system.size()],
            trial: vec![0.0; system.size()],
            rates: vec![0.0; system.size()],
        }
    }

    /// Replaces the rates of the integrals at the start of a micro step by their means over it.
    fn weigh_integrals(&mut self, system: &dyn System, t: f64, z: &[f64], h: f64) {
        let integrals = system.states()..system.size();
        self.dz[integrals.clone()].iter_mut().for_each(|rate| *rate *= -0.5);
        for (part, weight) in [(0.5, 2.0), (1.0, -0.5)] {
            self.trial.copy_from_slice(z);
            for (_, v) in &self.positions {
                self.trial[*v] += part * h * self.dz[*v];
            }
            system.derivatives(t, &self.u, &self.trial, &mut self.rates);
            for i in integrals.clone() {
                self.dz[i] += weight * self.rates[i];
            }
        }
    }
}

impl FixedStepMethod for SemiImplicitEuler {
    fn micro_step(
        &mut self,
        system: &dyn System,
        MicroStep { t, tau, h }: MicroStep,
        inputs: &Inputs,
        z: &mut [f64],
    ) -> Result<(), SolverError> {
        inputs.at(tau, &mut self.u);
        system.derivatives(t, &self.u, z, &mut self.dz);
        // Positions wait for the new velocities.
        for (x, _) in &self.positions {
            self.dz[*x] = 0.0;
        }
        self.weigh_integrals(system, t, z, h);
        for (z, dz) in z.iter_mut().zip(&self.dz) {
            *z += h * dz;
        }
        for (x, v) in &self.positions {
            z[*x] += h * z[*v];
        }
        Ok(())
    }
}
