//! The iterated scheme: macro steps are repeated until the inputs are what the laws ask for.
//!
//! ```text
//! u⁰ extrapolated;   yⁿ = step(uⁿ),   rⁿ = uⁿ − law(yⁿ),   uⁿ⁺¹ = uⁿ − correction(rⁿ)
//! ```
//!
//! until |r| ≤ absolute + relative · max |u| for every input that is solved for. In a Gauss–Seidel sweep
//! each slave already gets what those before it have found in the same iteration; what it converges
//! to is the same. Of order k + 1, and as stable as the implicit coupling that it solves.

use nalgebra::DVector;

use super::convergence::{Convergence, Criterion};
use super::implicit::Implicit;
use super::interface_problem::{InterfaceProblem, milne};
use super::level::Level;
use super::relaxation::{Iterate, Relaxation};
use super::residuals::Residuals;
use super::{MacroStep, Scheme, Statistics};
use crate::CouplingError;
use crate::execution::Begin;
use crate::id::SlaveId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::signals::Signals;
use crate::slave::Slot;

/// Iterations without progress after which noise is measured: those of a fixed point do not fall all the time.
const PATIENCE: usize = 12;

/// Runs over a macro step until they agree with the laws.
pub struct Iterated {
    problem: InterfaceProblem,
    relaxation: Box<dyn Relaxation>,
    criterion: Criterion,
    /// The order of a Gauss–Seidel sweep, if it is one.
    order: Option<Vec<SlaveId>>,
    /// What the first run led to.
    predicted: DVector<f64>,
    error: DVector<f64>,
    residuals: Residuals,
}

impl Iterated {
    /// The scheme for `network`; slaves that are `explicit` or cannot be rewound step once.
    pub fn new(
        network: &Network,
        explicit: &[SlaveId],
        relaxation: Box<dyn Relaxation>,
        convergence: Convergence,
    ) -> Self {
        Self::of_level(network, explicit, relaxation, convergence, None)
    }

    /// The scheme for a level of `network`, where slaves have steps of different length ([`MultiRateImplicit`]).
    ///
    /// [`MultiRateImplicit`]: super::MultiRateImplicit
    pub fn of_level(
        network: &Network,
        explicit: &[SlaveId],
        relaxation: Box<dyn Relaxation>,
        convergence: Convergence,
        level: Option<Level>,
    ) -> Self {
        let criterion = Criterion::new(convergence, PATIENCE, relaxation.advice());
        Self {
            problem: InterfaceProblem::new(network, explicit, level),
            relaxation,
            criterion,
            order: None,
            predicted: DVector::zeros(network.output_count()),
            error: DVector::zeros(network.output_count()),
            residuals: Residuals::default(),
        }
    }

    /// How many inputs are solved for.
    pub fn unknowns(network: &Network, explicit: &[SlaveId], level: Option<Level>) -> usize {
        InterfaceProblem::new(network, explicit, level).unknowns.len()
    }

    /// Lets each slave know what those before it in `order` have found.
    #[must_use]
    pub fn in_order(mut self, order: Vec<SlaveId>) -> Self {
        self.order = Some(order);
        self
    }

    /// A further run with inputs that are corrected by the residual of the last one.
    fn iterate(&mut self, over: &mut MacroStep, y: &mut DVector<f64>) -> Result<(), CouplingError> {
        let Self { problem, relaxation, criterion, .. } = self;
        let noise = criterion.noise.norm(problem);
        let InterfaceProblem { unknowns, u, residual, sizes, .. } = problem;
        let mut run = Iterate { unknowns, u, residual, kind: &sizes.kind, noise };
        match &self.order {
            None => {
                relaxation.correct(&mut run);
                problem.correct(over, y)
            }
            Some(order) => {
                let factor = relaxation.factor(&run);
                problem.sweep(over, order, factor, y)
            }
        }
    }
}

impl Implicit for Iterated {
    fn solve(
        &mut self,
        begin: Begin,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.relaxation.begin();
        self.problem.predict(begin, over, y)?;
        self.predicted.copy_from(y);
        self.criterion.begin();
        while !self.criterion.ends(&mut self.problem, over, y)? {
            self.iterate(over, y)?;
        }
        self.residuals.note_iterated(over.step.end, self.problem.missed());
        Ok(())
    }

    fn write_inputs(&self, u: &mut DVector<f64>) {
        self.problem.write_solution(u);
    }

    fn problem(&self) -> &InterfaceProblem {
        &self.problem
    }
}

impl Scheme for Iterated {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        self.solve(Begin::Saved(Slot::MacroStart), over, &mut end.y)?;
        over.network.settle(over.step.end, self.problem.law(), end)?;
        self.write_inputs(&mut end.u);
        Ok(())
    }

    fn error(&mut self, signals: &Signals, y: &DVector<f64>) -> Option<&DVector<f64>> {
        y.sub_to(&self.predicted, &mut self.error);
        self.error *= milne(signals);
        Some(&self.error)
    }

    fn statistics(&self) -> Option<Statistics> {
        let (runs, residuals) = (self.problem.runs(), self.residuals);
        let not_converged = self.criterion.not_converged;
        Some(Statistics { runs, not_converged, residuals, ..Statistics::default() })
    }
}
