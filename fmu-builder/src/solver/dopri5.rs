//! Dormand–Prince 5(4) with error control.

use super::adaptive::EmbeddedMethod;
use super::step_size::{Control, Norm};
use super::{MicroStep, Span, System};
use crate::inputs::Inputs;

/// Seven stages; the last one is the first of the next micro step.
///
/// Source: Dormand and Prince (1980); coefficients as in Hairer, Nørsett and Wanner, Solving
/// Ordinary Differential Equations I, table II.5.2. The error is that of the embedded method.
pub(crate) struct Dopri5 {
    u: Vec<f64>,
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
    pub fn new(system: &dyn System) -> Self {
        let zeros = || vec![0.0; system.size()];
        Self { u: vec![0.0; system.givens()], error: zeros(), k: std::array::from_fn(|_| zeros()) }
    }
}

impl EmbeddedMethod for Dopri5 {
    const NAME: &'static str = "dopri5";
    const ADVICE: &'static str = "choose rodas4 if the model is stiff, or a shorter step";
    const CONTROL: Control = Control { order: 5.0, least: 0.2, most: 5.0, norm: Norm::MeanSquare };

    /// k₁, which after an accepted step is its k₇.
    fn prepare(
        &mut self,
        system: &dyn System,
        span: Span,
        tau: f64,
        inputs: &Inputs,
        z: &mut [f64],
    ) {
        if tau > 0.0 {
            self.k.swap(0, 6);
        } else {
            inputs.at(tau, &mut self.u);
            system.derivatives(span.t, &self.u, z, &mut self.k[0]);
        }
    }

    fn stages(
        &mut self,
        system: &dyn System,
        MicroStep { t, tau, h }: MicroStep,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    ) {
        for stage in 1..7 {
            for (i, (z_end, z)) in z_end.iter_mut().zip(z).enumerate() {
                let sum: f64 = A[stage].iter().zip(&self.k).map(|(a, k)| a * k[i]).sum();
                *z_end = z + h * sum;
            }
            inputs.at(tau + C[stage] * h, &mut self.u);
            system.derivatives(t + C[stage] * h, &self.u, z_end, &mut self.k[stage]);
        }
        for (i, error) in self.error.iter_mut().enumerate() {
            *error = h * E.iter().zip(&self.k).map(|(e, k)| e * k[i]).sum::<f64>();
        }
    }

    fn error(&self) -> &[f64] {
        &self.error
    }
}
