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

use super::convergence::Convergence;
use super::corrector::Corrector;
use super::implicit::Implicit;
use super::inertia::Inertia;
use super::interface_problem::{InterfaceProblem, milne};
use super::jacobian_policy::{Jacobian, Source, Verdict};
use super::level::Level;
use super::newton::Newton;
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
    corrector: Corrector,
    final_evaluation: bool,
    /// What goes on beyond the first step, if anything.
    newton: Option<Newton>,
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
        Self {
            corrector: Corrector::new(network, explicit, kind, level),
            final_evaluation: false,
            newton: None,
            residuals: Residuals::default(),
            predicted: DVector::zeros(network.output_count()),
            dy: DVector::zeros(network.output_count()),
        }
    }

    /// Tells the masses that inputs accelerate, for [`Jacobian::Analytic`].
    #[must_use]
    pub fn with_inertias(mut self, inertias: Vec<Inertia>) -> Self {
        self.corrector.jacobian.know(inertias);
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
        self.newton = Some(Newton::new(convergence, self.predicted.len()));
        self
    }

    /// One correction, and what follows from it for the Jacobian; the predictor's run has missed `predicted`.
    #[inline]
    fn correct_once(
        &mut self,
        over: &mut MacroStep,
        predicted: f64,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let Self { corrector, .. } = self;
        // Solve, rewind, correct: u = uᵖ − G⁻¹ g(uᵖ), (85); a run from the kept state with u, (86), leads to y, (87).
        corrector.correct(over, y)?;
        match corrector.policy.judge(predicted, corrector.problem.missed()) {
            Verdict::Serves => Ok(()),
            Verdict::Update => {
                self.predicted.sub_to(y, &mut self.dy);
                corrector.jacobian.update(over, &corrector.problem, &self.dy, y)
            }
            Verdict::FindAnew => {
                corrector.find_jacobian(over, y, Source::Runs)?;
                corrector.correct(over, y)
            }
        }
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
        self.corrector.problem.predict(begin, over, y)?;
        let predicted = self.corrector.problem.missed();
        // Sensitivities: S by perturbed runs, (78)–(80), and G, (84), unless the last one is kept.
        let source = self.corrector.policy.begin(over);
        if let Some(source) = source {
            self.corrector.find_jacobian(over, y, source)?;
        }
        self.predicted.copy_from(y);
        // One correction, or as many as it takes.
        match &mut self.newton {
            None => {
                self.correct_once(over, predicted, y)?;
                let left = self.corrector.problem.missed();
                self.residuals.note(over.step.end, predicted, left);
                self.residuals.hope(over, &self.corrector.problem)
            }
            Some(newton) => {
                let found = source == Some(Source::Runs);
                newton.converge(&mut self.corrector, found, over, y)?;
                let left = self.corrector.problem.missed();
                self.residuals.note_iterated(over.step.end, left);
                Ok(())
            }
        }
    }

    /// Those of (85), or what the laws make of y, (88).
    #[inline]
    fn write_inputs(&self, u: &mut DVector<f64>) {
        let Corrector { problem, .. } = &self.corrector;
        if self.final_evaluation {
            problem.write_solution_of_equations(u);
        } else {
            problem.write_solution(u);
        }
    }

    fn problem(&self) -> &InterfaceProblem {
        &self.corrector.problem
    }
}

impl Scheme for SemiImplicit {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        self.solve(Begin::Saved(Slot::MacroStart), over, &mut end.y)?;
        over.network.settle(over.step.end, self.corrector.problem.law(), end)?;
        self.write_inputs(&mut end.u);
        Ok(())
    }

    fn solves_for(&self, input: InputId) -> bool {
        self.corrector.problem.unknowns.contains(&input.0)
    }

    fn error(&mut self, signals: &Signals, y: &DVector<f64>) -> Option<&DVector<f64>> {
        y.sub_to(&self.predicted, &mut self.dy);
        self.dy *= milne(signals);
        Some(&self.dy)
    }

    fn coupling_gain(&self) -> Option<f64> {
        Some(self.corrector.jacobian.gain())
    }

    fn statistics(&self) -> Option<Statistics> {
        let Corrector { problem, jacobian, .. } = &self.corrector;
        let (runs, jacobians) = (problem.runs(), jacobian.evaluations());
        let not_converged = self.newton.as_ref().map(|newton| newton.criterion.not_converged);
        let not_converged = not_converged.unwrap_or_default();
        Some(Statistics { runs, jacobians, not_converged, residuals: self.residuals })
    }
}

#[cfg(test)]
mod tests;
