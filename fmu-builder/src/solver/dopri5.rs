//! Dormand–Prince 5(4) with error control.

use super::step_size::StepSize;
use super::{Settings, Solver, SolverError, Span, System};
use crate::inputs::Inputs;

/// Seven stages; the last one is the first of the next micro step.
///
/// Source: Dormand and Prince (1980); coefficients as in Hairer, Nørsett and Wanner, Solving
/// Ordinary Differential Equations I, table II.5.2. The error is that of the embedded method.
pub(crate) struct Dopri5 {
    size: StepSize,
    u: Vec<f64>,
    z: Vec<f64>,
    z_end: Vec<f64>,
    error: Vec<f64>,
    k: [Vec<f64>; 7],
}

const C: [f64; 7] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0];
const A: [&[f64]; 7] = [
    &[],
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];
/// Solution minus embedded solution.
const E: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

impl Dopri5 {
    pub fn new(system: &dyn System, settings: Settings) -> Self {
        let zeros = || vec![0.0; system.size()];
        let advice = "choose rodas4 if the model is stiff, or a shorter step";
        Self {
            size: StepSize::new("dopri5", advice, 5.0, system, settings),
            u: vec![0.0; system.givens()],
            z: zeros(),
            z_end: zeros(),
            error: zeros(),
            k: std::array::from_fn(|_| zeros()),
        }
    }

    /// Fills k₂ to k₇ and the solution after `h`; k₁ is there already.
    fn stages(&mut self, system: &dyn System, span: Span, tau: f64, h: f64, inputs: &Inputs) {
        for stage in 1..7 {
            for i in 0..self.z.len() {
                let sum: f64 = A[stage].iter().zip(&self.k).map(|(a, k)| a * k[i]).sum();
                self.z_end[i] = self.z[i] + h * sum;
            }
            inputs.at(tau + C[stage] * h, &mut self.u);
            let t = span.t + tau + C[stage] * h;
            system.derivatives(t, &self.u, &self.z_end, &mut self.k[stage]);
        }
        for (i, error) in self.error.iter_mut().enumerate() {
            *error = h * E.iter().zip(&self.k).map(|(e, k)| e * k[i]).sum::<f64>();
        }
    }
}

impl Solver for Dopri5 {
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
        inputs.at(0.0, &mut self.u);
        system.derivatives(span.t, &self.u, &self.z, &mut self.k[0]);

        let (mut tau, mut rejected) = (0.0, false);
        let mut h = self.size.first(span.h);
        while tau < span.h {
            self.size.check(span.t + tau, h, span.h)?;
            self.stages(system, span, tau, h, inputs);
            let norm = self.size.norm(&self.error, &self.z, &self.z_end);
            let accepted = norm <= 1.0;
            if accepted {
                tau = if h >= span.h - tau { span.h } else { tau + h };
                std::mem::swap(&mut self.z, &mut self.z_end);
                self.k.swap(0, 6);
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
