//! Schemes that solve for inputs at the end of a step.

use nalgebra::DVector;

use super::interface_problem::InterfaceProblem;
use super::{MacroStep, Scheme};
use crate::CouplingError;
use crate::execution::Begin;

/// A scheme that repeats a step until its inputs are what the laws ask for.
pub trait Implicit: Scheme {
    /// Carries the slaves over the step and finds their outputs at its end; what the laws make of these is left to
    /// whoever asks. Slaves keep their states at the start now, or have kept them before.
    fn solve(
        &mut self,
        begin: Begin,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError>;

    /// Makes what it has found the inputs from which later steps go on; `u` has what the laws give.
    fn write_inputs(&self, u: &mut DVector<f64>);

    /// The inputs that it solves for, and what it has found.
    fn problem(&self) -> &InterfaceProblem;
}
