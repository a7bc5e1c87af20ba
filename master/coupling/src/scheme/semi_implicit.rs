//! The semi-implicit scheme: one Newton step on the coupling conditions per macro step.
//!
//! ```text
//! uᵖ  extrapolated to the end of the step                              predictor
//! yᵖ = step(uᵖ),  S = ∂y/∂u by perturbed steps from the same state
//! g(u) = u − law(y(u)) = 0,  G = 1 − ∂law/∂y · S                       coupling conditions
//! u  = uᵖ − G⁻¹ (uᵖ − law(yᵖ))
//! y  = step(u)  from the same state                                    corrector
//! ```
//!
//! In all runs inputs are the polynomials of degree k through their past and the value at the end.
//! Schweizer and Lu (2014), section 3; of order k + 1. A force that acts on two bodies is two
//! unknowns here, one for each: perturbing both costs no more steps, and the law keeps them equal.
//!
//! Slaves that cannot be rewound take part explicitly.

use nalgebra::DVector;

use super::convergence::{Convergence, NotConverged, Progress};
use super::inertia::Inertia;
use super::interface_jacobian::{InterfaceJacobian, Jacobian};
use super::interface_problem::{InterfaceProblem, milne};
use super::residuals::Residuals;
use super::{Scheme, Statistics};
use crate::CouplingError;
use crate::id::SlaveId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::signals::Signals;
use crate::slave::Step;

/// A Jacobian serves while the corrector leaves at most this part of the predictor's residual.
const SERVES: f64 = 0.01;
/// In an iteration it serves while each step leaves at most this part.
const CONTRACTS: f64 = 0.3;
/// What counts as no residual, relative to the inputs.
const ROUNDING: f64 = 1e-10;

/// Predictor, sensitivities, coupling conditions, corrector.
pub struct SemiImplicit {
    problem: InterfaceProblem,
    jacobian: InterfaceJacobian,
    kind: Jacobian,
    final_evaluation: bool,
    /// When Newton's method ends, if it goes on beyond its first step.
    convergence: Option<Convergence>,
    not_converged: NotConverged,
    residuals: Residuals,
    u: DVector<f64>,
    residual: DVector<f64>,
    /// What the predictor led to.
    predicted: DVector<f64>,
    /// Room for a difference of outputs.
    dy: DVector<f64>,
}

impl SemiImplicit {
    /// The scheme for `network`; slaves that are `explicit` or cannot be rewound step once.
    pub fn new(network: &Network, explicit: &[SlaveId], kind: Jacobian) -> Self {
        let problem = InterfaceProblem::new(network, explicit);
        let u = DVector::zeros(network.input_count());
        Self {
            jacobian: InterfaceJacobian::new(network, &problem),
            problem,
            kind,
            final_evaluation: false,
            convergence: None,
            not_converged: NotConverged::default(),
            residuals: Residuals::default(),
            residual: u.clone(),
            u,
            predicted: DVector::zeros(network.output_count()),
            dy: DVector::zeros(network.output_count()),
        }
    }

    /// Tells the masses that inputs accelerate, for [`Jacobian::Analytic`].
    #[must_use]
    pub fn with_inertias(mut self, inertias: Vec<Inertia>) -> Self {
        self.jacobian.know(inertias);
        self
    }

    /// Lets the laws give the inputs that later steps go on from, eq. (88), instead of the solution.
    #[must_use]
    pub fn with_final_evaluation(mut self) -> Self {
        self.final_evaluation = true;
        self
    }

    /// Goes on with Newton's method until the coupling conditions hold: an implicit scheme.
    #[must_use]
    pub fn until(mut self, convergence: Convergence) -> Self {
        self.convergence = Some(convergence);
        self
    }

    /// Newton steps beyond the first one, as far as they are asked for.
    fn converge(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let Some(convergence) = self.convergence.take() else { return Ok(()) };
        let outcome = self.iterate(&convergence, network, signals, step, y);
        self.convergence = Some(convergence);
        outcome
    }

    /// Newton steps until the iteration ends.
    fn iterate(
        &mut self,
        convergence: &Convergence,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let (mut course, mut slow) = (Progress::after(1), false);
        while let Some(far) = convergence.missed(&self.problem, &self.u, &self.residual) {
            let (place, not_converged) = ((&*network, step), &mut self.not_converged);
            if convergence.ends(&mut course, far, place, &self.residual, not_converged)? {
                break;
            }
            let before = self.problem.missed();
            // A correction follows every Jacobian: it leaves the slaves where a perturbed run ends.
            if slow {
                self.find_jacobian(network, signals, step, y, false)?;
            }
            self.correct(network, signals, step, y)?;
            slow = self.problem.missed() > CONTRACTS * before;
        }
        Ok(())
    }

    /// A Newton step from the last run, and the run with the inputs that it gives.
    fn correct(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let unknowns = self.problem.unknowns();
        let corrections = self.jacobian.solve(unknowns, &self.residual);
        let u = self.u.as_mut_slice();
        unknowns.iter().zip(corrections).for_each(|(&i, correction)| u[i] -= correction);
        self.problem.run(network, signals, step, (&self.u, y), &mut self.residual)
    }

    fn find_jacobian(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        y: &DVector<f64>,
        approximated: bool,
    ) -> Result<(), CouplingError> {
        let Self { jacobian, problem, u, residual, .. } = self;
        jacobian.find(network, signals, problem, step, (u, y, residual), approximated)
    }
}

impl Scheme for SemiImplicit {
    fn macro_step(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let y = &mut end.y;
        self.problem.begin(network, signals, step, (&mut self.u, y))?;
        self.problem.run(network, signals, step, (&self.u, y), &mut self.residual)?;
        let analytic = self.kind == Jacobian::Analytic;
        let fresh = self.kind == Jacobian::EveryStep || !self.jacobian.is_for(step, signals);
        if fresh {
            self.find_jacobian(network, signals, step, y, analytic)?;
        }
        let predicted = self.problem.missed();
        self.predicted.copy_from(y);
        self.correct(network, signals, step, y)?;
        let better = !fresh || self.jacobian.is_approximated();
        if better && self.problem.missed() > SERVES * predicted + ROUNDING {
            self.find_jacobian(network, signals, step, y, false)?;
            self.correct(network, signals, step, y)?;
        } else if self.kind == Jacobian::Broyden {
            self.predicted.sub_to(y, &mut self.dy);
            self.jacobian.update(network, step.end, (&self.dy, y))?;
        }
        self.converge(network, signals, step, y)?;
        self.residuals.note(step.end, predicted, self.problem.missed());
        if self.convergence.is_none() {
            self.residuals.hope(network, &self.problem, step.end, &self.residual)?;
        }
        network.settle(step.end, self.problem.law(), (y, &mut end.u))?;
        if !self.final_evaluation {
            let (solution, u) = (self.u.as_slice(), end.u.as_mut_slice());
            self.problem.unknowns().iter().for_each(|&i| u[i] = solution[i]);
        }
        Ok(())
    }

    fn error(&mut self, signals: &Signals, y: &DVector<f64>) -> Option<&DVector<f64>> {
        y.sub_to(&self.predicted, &mut self.dy);
        self.dy *= milne(signals);
        Some(&self.dy)
    }

    fn statistics(&self) -> Option<Statistics> {
        let (runs, jacobians) = (self.problem.runs(), self.jacobian.evaluations());
        let Self { not_converged, residuals, .. } = *self;
        Some(Statistics { runs, jacobians, not_converged, residuals })
    }
}

#[cfg(test)]
mod tests;
