//! A model with fixed parameters, as the solvers see it.

use crate::model::{Derivatives, Model, Sample};
use crate::solver::System;
use crate::variables::Variables;

/// The model together with the values of its parameters.
pub(super) struct Bound<'a, M> {
    pub model: &'a M,
    pub variables: &'a Variables,
    pub p: &'a [f64],
}

impl<M: Model> System for Bound<'_, M> {
    fn states(&self) -> usize {
        self.variables.states.len()
    }

    fn integrals(&self) -> usize {
        self.variables.integrals.len()
    }

    fn inputs(&self) -> usize {
        self.variables.inputs.len()
    }

    fn linear(&self) -> bool {
        M::LINEAR
    }

    fn positions(&self) -> Vec<(usize, usize)> {
        self.variables.positions.iter().map(|(x, v)| (x.0, v.0)).collect()
    }

    fn nominals(&self) -> Vec<f64> {
        let states = self.variables.states.iter().chain(&self.variables.integrals);
        states.map(|state| state.nominal.unwrap_or(1.0)).collect()
    }

    #[inline]
    fn derivatives(&self, t: f64, u: &[f64], z: &[f64], dz: &mut [f64]) {
        let n = self.variables.states.len();
        let ((x, q), (dx, dq)) = (z.split_at(n), dz.split_at_mut(n));
        self.model.derivatives(&Sample { t, p: self.p, u, x, q }, &mut Derivatives { dx, dq });
    }
}
