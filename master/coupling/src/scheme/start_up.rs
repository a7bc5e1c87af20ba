//! Start-up without loss of order: the first k steps are found as one.
//!
//! A degree-k extrapolation needs k + 1 communication points. Beginning with lower degrees costs
//! explicit schemes an order from k = 2 on: the first, held step alone has an error of H². So the
//! first k steps are repeated, each time with the inputs interpolated through the k + 1 points that
//! the last pass found: pass p is right to order p + 1, the one that stands to order k + 1.
//!
//! Needs slaves that can be rewound. It takes k (k + 1) more slave steps, once.

use nalgebra::DVector;

use super::{MacroStep, Scheme, Statistics};
use crate::CouplingError;
use crate::point::CommunicationPoint;
use crate::polynomial::Polynomial;
use crate::signals::Lagrange;
use crate::slave::{Slot, Step};

/// Takes the first k steps of a degree-k scheme, then leaves the work to it.
pub struct StartUp {
    scheme: Box<dyn Scheme>,
    degree: usize,
    taken: usize,
    /// Inputs over each of the first steps.
    plan: Vec<Vec<Polynomial>>,
}

impl StartUp {
    /// Starts `scheme`, whose polynomials have `degree`.
    pub fn new(scheme: Box<dyn Scheme>, degree: usize) -> Self {
        Self { scheme, degree, taken: 0, plan: Vec::new() }
    }

    /// Finds the inputs over the first steps, and returns to the start.
    fn prepare(
        &mut self,
        over: &mut MacroStep,
        scratch: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step: first } = over;
        let u_0 = DVector::from_fn(network.input_count(), |i, _| signals.newest(i));
        let held: Vec<_> = u_0.iter().map(|&u| Polynomial::constant(u)).collect();
        self.plan = vec![held; self.degree];
        network.save(first.t, Slot::Trial)?;
        for _pass in 0..=self.degree {
            let mut u = vec![u_0.clone()];
            for (n, inputs) in self.plan.iter().enumerate() {
                let t = first.t + n as f64 * first.h;
                let step = Step { t, end: first.t + (n + 1) as f64 * first.h, h: first.h };
                network.step_all(&step, inputs, &mut scratch.y)?;
                network.exchange(step.end, &mut scratch.y, &mut scratch.u)?;
                u.push(scratch.u.clone());
            }
            network.restore(first.t, Slot::Trial)?;
            for (n, inputs) in self.plan.iter_mut().enumerate() {
                let nodes: Vec<f64> = (0..u.len()).map(|j| j as f64 - n as f64).collect();
                let basis = Lagrange::through(&nodes);
                for (i, input) in inputs.iter_mut().enumerate() {
                    *input = if signals.is_held(i) {
                        Polynomial::constant(u[n][i])
                    } else {
                        signals.within(i, u[n][i], basis.combine(|j| u[j][i]))
                    };
                }
            }
        }
        Ok(())
    }
}

impl Scheme for StartUp {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        if self.taken >= self.degree {
            return self.scheme.macro_step(over, end);
        }
        if self.taken == 0 {
            self.prepare(over, end)?;
        }
        let MacroStep { network, signals, step } = over;
        let plan = &mut self.plan[self.taken];
        for (i, input) in plan.iter_mut().enumerate().filter(|(i, _)| network.is_prescribed(*i)) {
            *input = signals.inputs()[i];
        }
        network.step_all(step, plan, &mut end.y)?;
        self.taken += 1;
        network.exchange(step.end, &mut end.y, &mut end.u)
    }

    fn statistics(&self) -> Option<Statistics> {
        self.scheme.statistics()
    }
}
