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
    /// Whether the model brings an integrator of its own, the solver `own`, which is then the default.
    const OWN_STEP: bool = false;

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

    /// Computes the start values of the states declared by [`Variables::computed_state`], from the
    /// parameters alone.
    fn start(&self, _s: &Sample, _x: &mut States) {}

    /// One step of length `h` of the model's own integrator: fills in states and integrals at its
    /// end, or says why it cannot.
    ///
    /// `s_end` has the time and the inputs of the end, but the states of the start, as `s` does.
    fn own_step(
        &self,
        _s: &Sample,
        _s_end: &Sample,
        _h: f64,
        _z: &mut States,
    ) -> Result<(), &'static str> {
        Err("the model is declared to have a step of its own, but has none")
    }
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

/// A number for every state and integral, to be filled by the model.
#[derive(Debug)]
pub struct States<'a> {
    pub(crate) x: &'a mut [f64],
    pub(crate) q: &'a mut [f64],
}

/// The time derivatives of states and integrals.
pub type Derivatives<'a> = States<'a>;

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

impl Index<State> for States<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: State) -> &f64 {
        &self.x[handle.0]
    }
}

impl IndexMut<State> for States<'_> {
    #[inline]
    fn index_mut(&mut self, handle: State) -> &mut f64 {
        &mut self.x[handle.0]
    }
}

impl Index<Integral> for States<'_> {
    type Output = f64;
    #[inline]
    fn index(&self, handle: Integral) -> &f64 {
        &self.q[handle.0]
    }
}

impl IndexMut<Integral> for States<'_> {
    #[inline]
    fn index_mut(&mut self, handle: Integral) -> &mut f64 {
        &mut self.q[handle.0]
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
