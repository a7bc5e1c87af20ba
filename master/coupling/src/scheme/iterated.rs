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

use super::convergence::{Convergence, NotConverged, Progress};
use super::interface_problem::{InterfaceProblem, milne};
use super::relaxation::Relaxation;
use super::residuals::Residuals;
use super::{Scheme, Statistics};
use crate::CouplingError;
use crate::id::SlaveId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::signals::Signals;
use crate::slave::Step;

/// Runs over a macro step until they agree with the laws.
pub struct Iterated {
    problem: InterfaceProblem,
    relaxation: Box<dyn Relaxation>,
    convergence: Convergence,
    /// The order of a Gauss–Seidel sweep, if it is one.
    order: Option<Vec<SlaveId>>,
    u: DVector<f64>,
    residual: DVector<f64>,
    /// What the first run led to.
    predicted: DVector<f64>,
    error: DVector<f64>,
    not_converged: NotConverged,
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
        let u = DVector::zeros(network.input_count());
        Self {
            problem: InterfaceProblem::new(network, explicit),
            relaxation,
            convergence,
            order: None,
            residual: u.clone(),
            u,
            predicted: DVector::zeros(network.output_count()),
            error: DVector::zeros(network.output_count()),
            not_converged: NotConverged::default(),
            residuals: Residuals::default(),
        }
    }

    /// Lets each slave know what those before it in `order` have found.
    #[must_use]
    pub fn in_order(mut self, order: Vec<SlaveId>) -> Self {
        self.order = Some(order);
        self
    }

    fn iterate(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let Self { problem, relaxation, u, residual, .. } = self;
        match &self.order {
            None => {
                relaxation.correct(problem.unknowns(), u, residual);
                problem.run(network, signals, step, (u, y), residual)
            }
            Some(order) => {
                let factor = relaxation.factor(problem.unknowns(), u, residual);
                problem.sweep(network, signals, step, (order, factor), (u, y), residual)
            }
        }
    }
}

impl Scheme for Iterated {
    fn macro_step(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let y = &mut end.y;
        self.problem.begin(network, signals, step, (&mut self.u, y))?;
        self.relaxation.begin();
        self.problem.run(network, signals, step, (&self.u, y), &mut self.residual)?;
        self.predicted.copy_from(y);
        let predicted = self.problem.missed();
        let mut course = Progress::after(1);
        while let Some(far) = self.convergence.missed(&self.problem, &self.u, &self.residual) {
            let (place, not_converged) = ((&*network, step), &mut self.not_converged);
            if self.convergence.ends(&mut course, far, place, &self.residual, not_converged)? {
                break;
            }
            self.iterate(network, signals, step, y)?;
        }
        self.residuals.note(step.end, predicted, self.problem.missed());
        network.settle(step.end, self.problem.law(), (y, &mut end.u))?;
        self.problem.unknowns().iter().for_each(|&i| end.u[i] = self.u[i]);
        Ok(())
    }

    fn error(&mut self, signals: &Signals, y: &DVector<f64>) -> Option<&DVector<f64>> {
        y.sub_to(&self.predicted, &mut self.error);
        self.error *= milne(signals);
        Some(&self.error)
    }

    fn statistics(&self) -> Option<Statistics> {
        let Self { not_converged, residuals, .. } = *self;
        let runs = self.problem.runs();
        Some(Statistics { runs, not_converged, residuals, ..Statistics::default() })
    }
}
