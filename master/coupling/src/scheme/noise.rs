//! How exactly residuals are known: rounding in the laws, and the errors of the slaves' own solvers.
//!
//! A law that takes the difference of large numbers rounds, and slaves that integrate with a tolerance answer small
//! changes of their inputs by changes of another step size. Below that the residual does not fall, however long one
//! iterates. Rounding is known beforehand, the rest is measured by runs with inputs u, u + δ, u + 2δ and u again:
//!
//! ```text
//! rounding_i = 4 ε Σ_j |∂law_i/∂y_j · y_j|
//! noise_i    = max(|r_i(u) − 2 r_i(u + δ) + r_i(u + 2δ)| / √6,  |r_i(u) − r_i(u again)| / √2)
//! ```
//!
//! A smooth residual is linear over a short δ and adds nothing to the second difference. Its factor is that of Moré and
//! Wild (2011), SIAM J. Sci. Comput. 33:1292–1314, eq. (3.3); δ is the last correction, as far as it is small.

use nalgebra::DVector;

use super::interface_problem::InterfaceProblem;
use super::macro_step::MacroStep;
use crate::CouplingError;
use crate::network::Network;

/// A residual up to so many times the measured noise is noise.
pub(super) const WITHIN: f64 = 4.0;
/// How far inputs are moved at most and at least, as a part of the largest of their kind.
const MOVED: f64 = 1e-8;
const LEAST: f64 = 1e-12;

/// What is known of the noise in residuals.
pub(super) struct Noise {
    /// For each input.
    rounding: DVector<f64>,
    measured: DVector<f64>,
    /// The inputs of the run before, and of the present one.
    pub(super) before: DVector<f64>,
    u: DVector<f64>,
    /// What was left at u and at u + δ.
    residuals: [DVector<f64>; 2],
}

impl Noise {
    pub(super) fn new(inputs: usize) -> Self {
        let zero = DVector::zeros(inputs);
        Self {
            rounding: zero.clone(),
            measured: zero.clone(),
            before: zero.clone(),
            u: zero.clone(),
            residuals: [zero.clone(), zero],
        }
    }

    /// What rounding may leave of a residual.
    pub(super) fn rounding(&self, i: usize) -> f64 {
        self.rounding[i]
    }

    /// What was measured of its noise so far.
    pub(super) fn measured(&self, i: usize) -> f64 {
        self.measured[i]
    }

    /// The size of a change of residuals that is noise: the norm over all, each divided by the largest input of its kind.
    pub(super) fn norm(&self, problem: &InterfaceProblem) -> f64 {
        let noise = |i: usize| {
            let kind = problem.sizes.kind[i];
            (self.rounding[i] + self.measured[i]) / if kind > 0.0 { kind } else { 1.0 }
        };
        problem.unknowns.iter().map(|&i| noise(i).powi(2)).sum::<f64>().sqrt()
    }

    /// Finds the rounding of the laws at `y`.
    pub(super) fn round(&mut self, network: &Network, y: &DVector<f64>) {
        self.rounding.fill(0.0);
        let Self { rounding, .. } = self;
        network.partials(y, &mut |input, output, partial| {
            rounding[input.0] += 4.0 * f64::EPSILON * (partial * y[output.0]).abs();
        });
    }

    /// Measures the noise about the last run; the slaves end where they were, after one more run of the same inputs.
    pub(super) fn measure(
        &mut self,
        problem: &mut InterfaceProblem,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.u.copy_from(&problem.u);
        self.residuals[0].copy_from(&problem.residual);
        let moved = problem.unknowns.iter().map(|&i| {
            let kind = problem.sizes.kind[i];
            if kind > 0.0 { (self.u[i] - self.before[i]).abs() / kind } else { 0.0 }
        });
        let moved = moved.fold(0.0, f64::max);
        // Inputs that did not move are moved by the least part.
        let factor = if moved > 0.0 { (MOVED / moved).min(1.0) } else { 0.0 };
        for step in [1.0, 2.0] {
            for &i in &problem.unknowns {
                let along = factor * (self.u[i] - self.before[i]);
                let least = if along < 0.0 { -LEAST } else { LEAST } * problem.sizes.kind[i];
                problem.u[i] = self.u[i] + step * (along + least);
            }
            problem.correct(over, y)?;
            if step == 1.0 {
                self.residuals[1].copy_from(&problem.residual);
            } else {
                self.take_in(problem, |[r_0, r_1], r_2| (r_0 - 2.0 * r_1 + r_2) / 6_f64.sqrt());
            }
        }
        problem.u.copy_from(&self.u);
        problem.correct(over, y)?;
        self.take_in(problem, |[r_0, _], again| (r_0 - again) / 2_f64.sqrt());
        Ok(())
    }

    /// Raises the noise to what the residuals of runs say.
    fn take_in(&mut self, problem: &InterfaceProblem, estimate: impl Fn([f64; 2], f64) -> f64) {
        for &i in &problem.unknowns {
            let known = [self.residuals[0][i], self.residuals[1][i]];
            let noise = estimate(known, problem.residual[i]).abs();
            self.measured[i] = self.measured[i].max(noise);
        }
    }
}
