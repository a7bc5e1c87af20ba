//! The semi-implicit scheme: one Newton step on the coupling conditions per macro step.
//!
//! ```text
//! uᵖ  extrapolated to the end of the step                              predictor
//! yᵖ = step(uᵖ),  S = ∂y/∂u by perturbed steps from the same state
//! g(u) = r(y(u), u) = 0,  G = ∂r/∂u + ∂r/∂y · S                        coupling conditions
//! u  = uᵖ − G⁻¹ g(uᵖ)
//! y  = step(u)  from the same state                                    corrector
//! ```
//!
//! For laws in explicit form r = u − law(y), thus G = 1 − ∂law/∂y · S; other laws have
//! [equations](crate::law::Equations) of their own. In all runs inputs are the polynomials of degree k
//! through their past and the value at the end. Schweizer and Lu (2014), section 3; of order k + 1. A
//! force that acts on two bodies is two unknowns here, one for each: perturbing both costs no more
//! steps, and the law keeps them equal.
//!
//! Slaves that cannot be rewound take part explicitly.

use nalgebra::DVector;

use super::convergence::{Convergence, NotConverged, Progress};
use super::implicit::Implicit;
use super::inertia::Inertia;
use super::interface_jacobian::InterfaceJacobian;
use super::interface_problem::{InterfaceProblem, milne};
use super::jacobian_policy::{Jacobian, JacobianPolicy, Source, Verdict};
use super::level::Level;
use super::residuals::Residuals;
use super::{MacroStep, Scheme, Statistics};
use crate::CouplingError;
use crate::execution::Begin;
use crate::id::{InputId, SlaveId};
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::signals::Signals;
use crate::slave::Slot;

/// Predictor, sensitivities, coupling conditions, corrector.
pub struct SemiImplicit {
    problem: InterfaceProblem,
    jacobian: InterfaceJacobian,
    policy: JacobianPolicy,
    final_evaluation: bool,
    /// When Newton's method ends, if it goes on beyond its first step.
    convergence: Option<Convergence>,
    not_converged: NotConverged,
    residuals: Residuals,
    /// What the predictor led to.
    predicted: DVector<f64>,
    /// Room for a difference of outputs.
    dy: DVector<f64>,
}

impl SemiImplicit {
    /// The scheme for `network`; slaves that are `explicit` or cannot be rewound step once.
    pub fn new(network: &Network, explicit: &[SlaveId], kind: Jacobian) -> Self {
        Self::of_level(network, explicit, kind, None)
    }

    /// The scheme for a level of `network`, where slaves have steps of different length ([`MultiRateImplicit`]).
    ///
    /// [`MultiRateImplicit`]: super::MultiRateImplicit
    pub fn of_level(
        network: &Network,
        explicit: &[SlaveId],
        kind: Jacobian,
        level: Option<Level>,
    ) -> Self {
        let problem = InterfaceProblem::new(network, explicit, level);
        Self {
            jacobian: InterfaceJacobian::new(network, &problem),
            problem,
            policy: JacobianPolicy::new(kind),
            final_evaluation: false,
            convergence: None,
            not_converged: NotConverged::default(),
            residuals: Residuals::default(),
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

    /// A Newton step from the last run, and the run with the inputs that it gives.
    fn correct(&mut self, over: &mut MacroStep, y: &mut DVector<f64>) -> Result<(), CouplingError> {
        self.jacobian.solve(&mut self.problem);
        self.problem.correct(over, y)
    }

    /// The Jacobian about the last run, which led to `y`. A correction has to follow: the slaves are left where
    /// perturbed runs end.
    fn find_jacobian(
        &mut self,
        over: &mut MacroStep,
        y: &DVector<f64>,
        source: Source,
    ) -> Result<(), CouplingError> {
        self.policy.found(source, over);
        self.jacobian.find(over, &self.problem, y, source)
    }

    /// Draws the consequences of the first correction, the predictor's run having missed `predicted`.
    #[inline]
    fn review(
        &mut self,
        over: &mut MacroStep,
        predicted: f64,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        match self.policy.judge(predicted, self.problem.missed()) {
            Verdict::Serves => Ok(()),
            Verdict::Update => {
                self.predicted.sub_to(y, &mut self.dy);
                self.jacobian.update(over, &self.problem, &self.dy, y)
            }
            Verdict::FindAnew => {
                self.find_jacobian(over, y, Source::Runs)?;
                self.correct(over, y)
            }
        }
    }

    /// Newton steps beyond the first one, until the iteration ends.
    fn converge(
        &mut self,
        convergence: &Convergence,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let (mut progress, mut slow) = (Progress::after(1), false);
        while let Some(far) = convergence.missed(&self.problem) {
            if convergence.ends(&mut progress, far, over, &mut self.not_converged)? {
                break;
            }
            let before = self.problem.missed();
            if slow {
                self.find_jacobian(over, y, Source::Runs)?;
            }
            self.correct(over, y)?;
            slow = JacobianPolicy::is_slow(before, self.problem.missed());
        }
        Ok(())
    }

    /// Ends the corrections: an iteration goes on until it has converged, without one what is left is judged.
    #[inline]
    fn finish(
        &mut self,
        over: &mut MacroStep,
        predicted: f64,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        if let Some(convergence) = self.convergence.take() {
            let done = self.converge(&convergence, over, y);
            self.convergence = Some(convergence);
            done?;
        }
        self.residuals.note(over.step.end, predicted, self.problem.missed());
        if self.convergence.is_some() { Ok(()) } else { self.residuals.hope(over, &self.problem) }
    }
}

impl Implicit for SemiImplicit {
    /// Numbers are those of the equations in the publication.
    #[inline(always)]
    fn solve(
        &mut self,
        begin: Begin,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        // Save, predict: the state is kept, and a run with uᵖ, (76), leads to yᵖ, (77), and g(uᵖ), (81).
        self.problem.predict(begin, over, y)?;
        let predicted = self.problem.missed();
        // Sensitivities: S by perturbed runs, (78)–(80), and G, (84), unless the last one is kept.
        if let Some(source) = self.policy.begin(over) {
            self.find_jacobian(over, y, source)?;
        }
        self.predicted.copy_from(y);
        // Solve: u = uᵖ − G⁻¹ g(uᵖ), (85).
        self.jacobian.solve(&mut self.problem);
        // Rewind, correct: a run from the kept state with u, (86), leads to y, (87).
        self.problem.correct(over, y)?;
        self.review(over, predicted, y)?;
        self.finish(over, predicted, y)
    }

    fn problem(&self) -> &InterfaceProblem {
        &self.problem
    }
}

impl Scheme for SemiImplicit {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        self.solve(Begin::Saved(Slot::MacroStart), over, &mut end.y)?;
        // The inputs that later steps go on from: those of (85), or what the laws make of y, (88).
        over.network.settle(over.step.end, self.problem.law(), end)?;
        if self.final_evaluation {
            self.problem.write_solution_of_equations(&mut end.u);
        } else {
            self.problem.write_solution(&mut end.u);
        }
        Ok(())
    }

    fn solves_for(&self, input: InputId) -> bool {
        self.problem.unknowns.contains(&input.0)
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
