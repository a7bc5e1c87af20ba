//! What a model is: its variables, its derivatives, its outputs.
//!
//! A model is written once. The C functions of an FMU, its `modelDescription.xml` and the slave
//! that runs without an FMU all come from this trait.

use std::ops::{Index, IndexMut};

use crate::variables::{Choice, Input, Integral, Output, Parameter, State, Variables};

/// A dynamic system ẋ = f(t, x, u, p), q̇ = g(t, x, u, p), y = k(t, x, q, u, p).
///
/// x are the states, q the integrals (sums over time that act back on nothing), u the inputs,
/// p the parameters and y the outputs. The functions must not keep anything between calls.
pub trait Model: Sized + Send + 'static {
    /// The name of the FMU, in words joined by hyphens.
    const NAME: &'static str;
    /// One sentence for the user who looks at the FMU.
    const DESCRIPTION: &'static str;
    /// Whether ẋ is affine in x and u with constant coefficients, so that the solver `exact` works.
    ///
    /// Integrals and outputs may be nonlinear all the same.
    const LINEAR: bool;

    /// Declares the variables and keeps their handles.
    fn declare(v: &mut Variables) -> Self;

    /// Says what is wrong with parameters that do not fit together and what to do. It is asked before
    /// anything is computed and when the initialisation ends.
    fn check(&self, _s: &Sample) -> Result<(), String> {
        Ok(())
    }

    /// Computes ẋ and q̇.
    fn derivatives(&self, _s: &Sample, _dx: &mut Derivatives) {}

    /// Computes the outputs.
    fn outputs(&self, _s: &Sample, _y: &mut Outputs) {}
}

/// The values of everything known at one instant, indexed by handles.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Time in s.
    pub t: f64,
    pub(crate) p: &'a [f64],
    pub(crate) u: &'a [f64],
    pub(crate) x: &'a [f64],
    pub(crate) q: &'a [f64],
}

/// The time derivatives of states and integrals, to be filled by the model.
#[derive(Debug)]
pub struct Derivatives<'a> {
    pub(crate) dx: &'a mut [f64],
    pub(crate) dq: &'a mut [f64],
}

/// The outputs, to be filled by the model.
#[derive(Debug)]
pub struct Outputs<'a> {
    pub(crate) y: &'a mut [f64],
}

impl Sample<'_> {
    /// The position of the chosen item among the items, from 0.
    #[inline]
    pub fn chosen(&self, handle: Choice) -> usize {
        self.p[handle.0] as usize - 1
    }
}

impl Index<Parameter> for Sample<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: Parameter) -> &f64 {
        &self.p[handle.0]
    }
}

impl Index<Input> for Sample<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: Input) -> &f64 {
        &self.u[handle.0]
    }
}

impl Index<State> for Sample<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: State) -> &f64 {
        &self.x[handle.0]
    }
}

impl Index<Integral> for Sample<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: Integral) -> &f64 {
        &self.q[handle.0]
    }
}

impl Index<State> for Derivatives<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: State) -> &f64 {
        &self.dx[handle.0]
    }
}

impl IndexMut<State> for Derivatives<'_> {
    #[inline]
    fn index_mut(&mut self, handle: State) -> &mut f64 {
        &mut self.dx[handle.0]
    }
}

impl Index<Integral> for Derivatives<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: Integral) -> &f64 {
        &self.dq[handle.0]
    }
}

impl IndexMut<Integral> for Derivatives<'_> {
    #[inline]
    fn index_mut(&mut self, handle: Integral) -> &mut f64 {
        &mut self.dq[handle.0]
    }
}

impl Index<Output> for Outputs<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: Output) -> &f64 {
        &self.y[handle.0]
    }
}

impl IndexMut<Output> for Outputs<'_> {
    #[inline]
    fn index_mut(&mut self, handle: Output) -> &mut f64 {
        &mut self.y[handle.0]
    }
}
