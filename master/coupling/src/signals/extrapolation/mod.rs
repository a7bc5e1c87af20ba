//! Rules that continue the past of the inputs over the coming step, one file each.

mod extripol;
mod hermite;
mod mean_value;
mod polynomial;
mod two_step_hermite;

pub use extripol::{Continuity, Extripol};
pub use hermite::Hermite;
pub use mean_value::{MeanValue, MeanValueError, Shape};
pub use polynomial::PolynomialRule;
pub use two_step_hermite::{TwoStep, TwoStepHermite};

use super::History;
use crate::polynomial::Polynomial;

/// What a rule knows of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    /// Their values at the last communication points.
    pub u: &'a History,
    /// Their time derivatives there, if any rule asks for them.
    pub du: &'a History,
}

/// What a rule is good for, for those who choose one. Tests measure the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleFacts {
    /// The degree of the inputs over a step.
    pub degree: usize,
    /// The order of the explicit scheme with it.
    pub order: usize,
    /// The degree of interpolations where the end of the step is known, as far as a slave can follow it.
    pub interpolation: usize,
    /// The degree with which others continue the outputs of a slower slave between its points.
    pub continuation: usize,
    /// The degree with which the first steps must be found so that the run keeps its order.
    pub start: usize,
}

impl RuleFacts {
    /// Of the polynomial of a degree.
    pub const fn of_degree(k: usize) -> Self {
        Self { degree: k, order: k + 1, interpolation: k, continuation: k, start: k }
    }
}

/// A rule that continues inputs beyond the last communication point.
pub trait Extrapolation: Send {
    /// What it is good for.
    fn facts(&self) -> RuleFacts;

    /// How many past points it looks at.
    fn points(&self) -> usize;

    /// Whether it looks at time derivatives too.
    fn needs_derivatives(&self) -> bool {
        false
    }

    /// Whether the slope of what it gives, at the end of the step, is the derivative that it expects there.
    fn continues_derivatives(&self) -> bool {
        false
    }

    /// Continues the inputs `of` over a step of length `h`.
    ///
    /// With fewer points known than [`points`](Extrapolation::points), it uses what there is.
    fn extrapolate(&mut self, past: Past, h: f64, of: &[usize], u: &mut [Polynomial]);

    /// Has no higher degree from now on, if it has one that can be chosen.
    fn lower(&mut self, _degree: usize) {}

    /// The step predicted last has been taken.
    fn accept(&mut self) {}

    /// The step accepted last is taken back after all.
    fn take_back(&mut self) {}

    /// What was taken before counts no more.
    fn forget(&mut self) {}
}
