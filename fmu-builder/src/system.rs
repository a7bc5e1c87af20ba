//! A model with fixed parameters, as the solvers see it.

use std::cell::{Cell, RefCell};

use crate::model::Model;
use crate::motion::EquationsOfMotion;
use crate::own_method::OwnMethod;
use crate::sample::{Sample, States};
use crate::solver::{Span, System};
use crate::variables::Variables;

/// The model together with the values of its parameters.
pub(crate) struct ModelSystem<'a, M> {
    pub model: &'a M,
    pub variables: &'a Variables,
    pub p: &'a [f64],
    /// The own method, which changes with each of its steps.
    own: RefCell<Option<&'a mut dyn OwnMethod>>,
    /// How often the derivatives were evaluated.
    pub evaluations: Cell<u64>,
}

impl<'a, M: Model> ModelSystem<'a, M> {
    pub fn new(model: &'a M, variables: &'a Variables, p: &'a [f64]) -> Self {
        Self { model, variables, p, own: RefCell::new(None), evaluations: Cell::new(0) }
    }

    /// The same with an own method, if there is one.
    pub fn with_own(self, own: Option<&'a mut (dyn OwnMethod + 'static)>) -> Self {
        Self { own: RefCell::new(own.map(|own| own as &mut dyn OwnMethod)), ..self }
    }
}

impl<M: Model> System for ModelSystem<'_, M> {
    fn states(&self) -> usize {
        self.variables.states.len()
    }

    fn integrals(&self) -> usize {
        self.variables.integrals.len()
    }

    fn givens(&self) -> usize {
        self.variables.inputs.len() + self.variables.discretes.len()
    }

    fn linear(&self) -> Option<bool> {
        M::LINEAR
    }

    fn positions(&self) -> Vec<(usize, usize)> {
        self.variables.positions.iter().map(|(x, v)| (x.0, v.0)).collect()
    }

    fn nominals(&self) -> Vec<f64> {
        let states = self.variables.states.iter().chain(&self.variables.integrals);
        states.map(|state| state.nominal.unwrap_or(1.0)).collect()
    }

    fn error_scales(&self) -> Vec<Option<f64>> {
        let states = self.variables.states.iter().chain(&self.variables.integrals);
        states.map(|state| state.error_scale).collect()
    }

    #[inline]
    fn derivatives(&self, t: f64, u: &[f64], z: &[f64], dz: &mut [f64]) {
        self.evaluations.set(self.evaluations.get() + 1);
        let n = self.variables.states.len();
        let (dx, dq) = dz.split_at_mut(n);
        self.model.derivatives(&self.sample(t, u, z), &mut States { x: dx, q: dq });
    }

    fn equations_of_motion(&self) -> Option<&dyn EquationsOfMotion> {
        self.model.equations_of_motion()
    }

    #[inline]
    fn sample<'a>(&'a self, t: f64, u: &'a [f64], z: &'a [f64]) -> Sample<'a> {
        let (x, q) = z.split_at(self.variables.states.len());
        let (u, d) = u.split_at(self.variables.inputs.len());
        Sample { t, p: self.p, u, d, x, q }
    }

    fn own_step(
        &self,
        span: Span,
        [u, u_end]: [&[f64]; 2],
        z: &[f64],
        z_end: &mut [f64],
    ) -> Result<(), &'static str> {
        let n = self.variables.states.len();
        let ((x, q), (x_end, q_end)) = (z.split_at(n), z_end.split_at_mut(n));
        let m = self.variables.inputs.len();
        let ((u, d), u_end) = (u.split_at(m), &u_end[..m]);
        let s = Sample { t: span.t, p: self.p, u, d, x, q };
        let s_end = Sample { t: span.t + span.h, u: u_end, ..s };
        let mut z_end = States { x: x_end, q: q_end };
        match &mut *self.own.borrow_mut() {
            Some(own) => own.step(&s, &s_end, span.h, &mut z_end),
            None => self.model.own_step(&s, &s_end, span.h, &mut z_end),
        }
    }
}
