//! Rodas 4(3): a stiffly accurate Rosenbrock method with error control.

use super::adaptive::EmbeddedMethod;
use super::lu::Lu;
use super::step_size::{Control, Norm};
use super::{MicroStep, Span, System};
use crate::inputs::Inputs;

/// Six stages with one matrix: (I/(hγ) − J) Uᵢ = f(t + cᵢh, z + Σ aᵢⱼ Uⱼ) + Σ cᵢⱼ Uⱼ/h + h dᵢ ∂f/∂t,
/// z⁺ = z + Σ a₆ⱼ Uⱼ + U₆ with the error U₆; L-stable.
///
/// Source: Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.7, and the
/// coefficients of their code RODAS. J and ∂f/∂t (which includes that of the inputs) are one-sided
/// difference quotients.
pub(crate) struct Rodas4 {
    /// Magnitudes of the states, which scale the difference quotients near zero.
    nominals: Vec<f64>,
    lu: Lu,
    jacobian: Vec<f64>,
    u: Vec<f64>,
    f: Vec<f64>,
    f_t: Vec<f64>,
    stages: [Vec<f64>; 6],
}

const GAMMA: f64 = 0.25;
/// Times of the stages; the last two are at the end.
const ALPHA: [f64; 6] = [0.0, 0.386, 0.21, 0.63, 1.0, 1.0];
/// Weights of ∂f/∂t.
const D: [f64; 6] = [0.25, -0.1043, 0.1035, -0.03620000000000023, 0.0, 0.0];
/// Weights of earlier stages in the argument of f; the last row is the fifth plus U₅.
const A: [&[f64]; 6] = [
    &[],
    &[1.544],
    &[0.9466785280815826, 0.2557011698983284],
    &[3.314825187068521, 2.896124015972201, 0.9986419139977817],
    &[1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895],
    &[1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1.0],
];
/// Weights of earlier stages on the right-hand side, to be divided by h.
const C: [&[f64]; 6] = [
    &[],
    &[-5.6688],
    &[-2.430093356833875, -0.2063599157091915],
    &[-0.1073529058151375, -9.594562251023355, -20.47028614809616],
    &[7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616],
    &[
        8.083246795921522,
        -7.981132988064893,
        -31.52159432874371,
        16.31930543123136,
        -6.058818238834054,
    ],
];

impl Rodas4 {
    pub fn new(system: &dyn System) -> Self {
        let n = system.size();
        let zeros = || vec![0.0; n];
        Self {
            nominals: system.nominals(),
            lu: Lu::new(n),
            jacobian: vec![0.0; n * n],
            u: vec![0.0; system.givens()],
            f: zeros(),
            f_t: zeros(),
            stages: std::array::from_fn(|_| zeros()),
        }
    }
}

impl EmbeddedMethod for Rodas4 {
    const NAME: &'static str = "rodas4";
    const ADVICE: &'static str = "take a shorter step";
    const CONTROL: Control = Control { order: 4.0, least: 0.2, most: 5.0, norm: Norm::MeanSquare };

    /// f, J and ∂f/∂t.
    fn prepare(
        &mut self,
        system: &dyn System,
        span: Span,
        tau: f64,
        inputs: &Inputs,
        z: &mut [f64],
    ) {
        let n = z.len();
        inputs.at(tau, &mut self.u);
        system.derivatives(span.t + tau, &self.u, z, &mut self.f);
        for j in 0..n {
            let z_j = z[j];
            let delta = f64::EPSILON.sqrt() * z_j.abs().max(1e-3 * self.nominals[j].abs());
            z[j] = z_j + delta;
            system.derivatives(span.t + tau, &self.u, z, &mut self.f_t);
            let delta = z[j] - z_j;
            for i in 0..n {
                self.jacobian[i * n + j] = (self.f_t[i] - self.f[i]) / delta;
            }
            z[j] = z_j;
        }
        // Long enough not to drown in the rounding of t.
        let delta = 1e-5 * span.h;
        inputs.at(tau + delta, &mut self.u);
        system.derivatives(span.t + tau + delta, &self.u, z, &mut self.f_t);
        for (f_t, f) in self.f_t.iter_mut().zip(&self.f) {
            *f_t = (*f_t - f) / delta;
        }
    }

    /// Solves the stages; the last one is the error.
    fn stages(
        &mut self,
        system: &dyn System,
        MicroStep { t, tau, h }: MicroStep,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    ) {
        let (n, jacobian) = (z.len(), &self.jacobian);
        let diagonal = 1.0 / (h * GAMMA);
        self.lu.fill(|i, j| if i == j { diagonal } else { 0.0 } - jacobian[i * n + j]);
        self.lu.factor();
        for stage in 0..6 {
            let (done, rest) = self.stages.split_at_mut(stage);
            let weighted = |w: &[f64], i: usize| -> f64 {
                w.iter().zip(done.iter()).map(|(w, u)| w * u[i]).sum()
            };
            if stage > 0 {
                for (i, (z_end, z)) in z_end.iter_mut().zip(z).enumerate() {
                    *z_end = z + weighted(A[stage], i);
                }
                inputs.at(tau + ALPHA[stage] * h, &mut self.u);
                system.derivatives(t + ALPHA[stage] * h, &self.u, z_end, &mut rest[0]);
            } else {
                rest[0].copy_from_slice(&self.f);
            }
            for (i, right) in rest[0].iter_mut().enumerate() {
                *right += weighted(C[stage], i) / h + h * D[stage] * self.f_t[i];
            }
            self.lu.solve(&mut rest[0]);
        }
        for (z, u) in z_end.iter_mut().zip(&self.stages[5]) {
            *z += u;
        }
    }

    fn error(&self) -> &[f64] {
        &self.stages[5]
    }
}
