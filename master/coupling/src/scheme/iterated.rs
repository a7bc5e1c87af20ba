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

use super::convergence::{Convergence, Course, NotConverged};
use super::relaxation::Relaxation;
use super::residuals::Residuals;
use super::trial::{Trial, milne};
use super::{Effort, Outcome, Scheme};
use crate::CouplingError;
use crate::network::{Network, SlaveId};
use crate::signals::Signals;
use crate::slave::Step;

/// Runs over a macro step until they agree with the laws.
pub struct Iterated {
    trial: Trial,
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
            trial: Trial::new(network, explicit),
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
        let Self { trial, relaxation, u, residual, .. } = self;
        match &self.order {
            None => {
                relaxation.correct(trial.unknowns(), u, residual);
                trial.run(network, signals, step, (u, y), residual)
            }
            Some(order) => {
                let factor = relaxation.factor(trial.unknowns(), u, residual);
                trial.sweep(network, signals, step, (order, factor), (u, y), residual)
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
        end: &mut Outcome,
    ) -> Result<(), CouplingError> {
        let y = &mut end.y;
        self.trial.begin(network, signals, step, (&mut self.u, y))?;
        self.relaxation.begin();
        self.trial.run(network, signals, step, (&self.u, y), &mut self.residual)?;
        self.predicted.copy_from(y);
        let predicted = self.trial.missed();
        let mut course = Course::after(1);
        while let Some(far) = self.convergence.missed(&self.trial, &self.u, &self.residual) {
            let (place, not_converged) = ((&*network, step), &mut self.not_converged);
            if self.convergence.ends(&mut course, far, place, &self.residual, not_converged)? {
                break;
            }
            self.iterate(network, signals, step, y)?;
        }
        self.residuals.note(step.end, predicted, self.trial.missed());
        network.settle(step.end, self.trial.law(), (y, &mut end.u))?;
        self.trial.unknowns().iter().for_each(|&i| end.u[i] = self.u[i]);
        Ok(())
    }

    fn error(&mut self, signals: &Signals, y: &DVector<f64>) -> Option<&DVector<f64>> {
        y.sub_to(&self.predicted, &mut self.error);
        self.error *= milne(signals);
        Some(&self.error)
    }

    fn effort(&self) -> Option<Effort> {
        let Self { not_converged, residuals, .. } = *self;
        let runs = self.trial.runs();
        Some(Effort { runs, not_converged, residuals, ..Effort::default() })
    }
}
