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

use super::interface_jacobian::{InterfaceJacobian, Jacobian};
use super::trial::Trial;
use super::{Effort, Outcome, Scheme};
use crate::CouplingError;
use crate::network::{Network, SlaveId};
use crate::signals::Signals;
use crate::slave::Step;

/// A Jacobian serves while the corrector leaves at most this part of the predictor's residual.
const SERVES: f64 = 0.01;
/// What counts as no residual, relative to the inputs.
const ROUNDING: f64 = 1e-10;

/// Predictor, sensitivities, coupling conditions, corrector.
pub struct SemiImplicit {
    trial: Trial,
    jacobian: InterfaceJacobian,
    kind: Jacobian,
    final_evaluation: bool,
    u: DVector<f64>,
    residual: DVector<f64>,
    du: DVector<f64>,
    dy: DVector<f64>,
}

impl SemiImplicit {
    /// The scheme for `network`; slaves that are `explicit` or cannot be rewound step once.
    pub fn new(network: &Network, explicit: &[SlaveId], kind: Jacobian) -> Self {
        let trial = Trial::new(network, explicit);
        let u = DVector::zeros(network.input_count());
        Self {
            jacobian: InterfaceJacobian::new(network, &trial),
            trial,
            kind,
            final_evaluation: false,
            residual: u.clone(),
            du: u.clone(),
            u,
            dy: DVector::zeros(network.output_count()),
        }
    }

    /// Lets the laws give the inputs that later steps go on from, eq. (88), instead of the solution.
    #[must_use]
    pub fn with_final_evaluation(mut self) -> Self {
        self.final_evaluation = true;
        self
    }

    /// A Newton step from the last run, and the run with the inputs that it gives.
    fn correct(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: Step,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.du.copy_from(&self.residual);
        self.jacobian.solve(&mut self.du);
        for &i in self.trial.unknowns() {
            self.u[i] -= self.du[i];
        }
        self.trial.run(network, signals, step, (&self.u, y), &mut self.residual)
    }

    fn find_jacobian(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: Step,
        y: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        let Self { jacobian, trial, u, residual, .. } = self;
        jacobian.find(network, signals, trial, step, (u, y, residual))
    }

    /// The largest residual relative to what its input counts as.
    fn size(&self) -> f64 {
        let parts = self.trial.unknowns().iter();
        parts.map(|&i| self.residual[i].abs() / (1.0 + self.u[i].abs())).fold(0.0, f64::max)
    }
}

impl Scheme for SemiImplicit {
    fn macro_step(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: Step,
        end: &mut Outcome,
    ) -> Result<(), CouplingError> {
        let y = &mut end.y;
        self.trial.begin(network, signals, step, (&mut self.u, y))?;
        self.trial.run(network, signals, step, (&self.u, y), &mut self.residual)?;
        let fresh = self.kind == Jacobian::EveryStep || !self.jacobian.is_for(step, signals);
        if fresh {
            self.find_jacobian(network, signals, step, y)?;
        }
        let predicted = self.size();
        self.dy.copy_from(y);
        self.correct(network, signals, step, y)?;
        if !fresh && self.size() > SERVES * predicted + ROUNDING {
            self.find_jacobian(network, signals, step, y)?;
            self.correct(network, signals, step, y)?;
        } else if self.kind == Jacobian::Broyden {
            // du was subtracted: what was added to the inputs is −du, and to the outputs −dy.
            self.dy -= &*y;
            self.jacobian.update(network, step.end, (&self.du, &self.dy, y))?;
        }
        network.settle(step.end, y, &mut end.u)?;
        if !self.final_evaluation {
            self.trial.unknowns().iter().for_each(|&i| end.u[i] = self.u[i]);
        }
        Ok(())
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort { runs: self.trial.runs(), jacobians: self.jacobian.evaluations() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::signals::extrapolation::PolynomialRule;
    use crate::simulation::Simulation;
    use crate::test_models::TwoMass;

    fn simulation(model: &TwoMass, kind: Jacobian, degree: usize, clock: Clock) -> Simulation {
        let network = model.network();
        let rule = Box::new(PolynomialRule::new(degree));
        let signals = Signals::new(rule, degree, vec![false; 2], 4);
        let scheme = Box::new(SemiImplicit::new(&network, &[], kind));
        Simulation::new(network, signals, scheme, clock)
    }

    /// Largest error of both positions at the communication points up to t = 1.
    fn error(kind: Jacobian, degree: usize, h: f64) -> f64 {
        let model = TwoMass::schweizer_lu();
        let mut simulation = simulation(&model, kind, degree, Clock::new(0.0, 1.0, h));
        simulation.initialize().unwrap();
        let mut worst: f64 = 0.0;
        while simulation.advance().unwrap() {
            let (exact, y) = (model.exact(simulation.t()), &simulation.point().y);
            worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
        }
        worst
    }

    /// Section 4.1, force/force, recomputed independently.
    #[test]
    fn the_two_mass_oscillator_has_the_errors_of_the_publication() {
        for (degree, errors) in [
            (0, [2.4178e-1, 1.2948e-1, 2.7536e-2]),
            (1, [2.9989e-2, 7.4860e-3, 3.0043e-4]),
            (2, [8.9583e-3, 1.1588e-3, 9.3876e-6]),
        ] {
            for (h, expected) in [1e-2, 5e-3, 1e-3].into_iter().zip(errors) {
                for kind in [Jacobian::EveryStep, Jacobian::Reused, Jacobian::Broyden] {
                    let found = error(kind, degree, h);
                    let off = (found / expected - 1.0).abs();
                    assert!(off < 1e-4, "{kind:?} {degree} {h}: {found:e} for {expected:e}");
                }
            }
        }
    }

    #[test]
    fn a_reused_jacobian_is_found_once_in_a_linear_system() {
        let model = TwoMass::schweizer_lu();
        let mut network = model.network();
        let rule = Box::new(PolynomialRule::new(1));
        let mut signals = Signals::new(rule, 1, vec![false; 2], 4);
        let mut scheme = SemiImplicit::new(&network, &[], Jacobian::Reused);
        let mut end = Outcome::of(&network);
        network.initialize(0.0, &mut end.y, &mut end.u).unwrap();
        signals.commit(0.0, &end);
        let mut clock = Clock::new(0.0, 0.5, 1e-3);
        while let Some(step) = clock.next() {
            signals.predict(step);
            scheme.macro_step(&mut network, &signals, step, &mut end).unwrap();
            signals.commit(step.h, &end);
            clock.advance();
        }
        assert_eq!(scheme.effort(), Some(Effort { runs: 1000, jacobians: 1 }));
    }

    #[test]
    fn a_coupling_that_blows_up_explicitly_stays_stable() {
        let mut model = TwoMass::schweizer_lu();
        (model.cc, model.dc) = (1e8, 1e3);
        let mut run = simulation(&model, Jacobian::Reused, 0, Clock::new(0.0, 1.0, 1e-3));
        run.initialize().unwrap();
        while run.advance().unwrap() {}
        let (exact, y) = (model.exact(1.0), &run.point().y);
        assert!((y[0] - exact[0]).abs() < 0.02, "{} for {}", y[0], exact[0]);
    }
}
