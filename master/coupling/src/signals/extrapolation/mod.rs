//! Rules that continue the past of the inputs over the coming step, one file each.

mod polynomial;

pub use polynomial::PolynomialRule;

use super::{History, Polynomial};

/// A rule that continues signals beyond the last communication point.
pub trait Extrapolation: Send {
    /// How many past points it looks at.
    fn points(&self) -> usize;

    /// Continues every signal of `past` over a step of length `h`.
    ///
    /// With fewer points known than [`points`](Extrapolation::points), it uses what there is.
    fn extrapolate(&mut self, past: &History, h: f64, u: &mut [Polynomial]);
}
