//! The explicit scheme: every slave steps once, and what it finds at the end stands.
//!
//! ```text
//! ũ(t) from the past          (extrapolation, or interpolation where a sweep knows the end)
//! y_{N+1} = step(ũ)           every slave once, in the order of the sweep
//! u_{N+1} = law(y_{N+1})
//! ```
//!
//! Order k + 1 with polynomials of degree k; needs nothing of the slaves. Stable only while the
//! coupling is soft against H.

use super::sweep::Sweep;
use super::{MacroStep, Scheme};
use crate::CouplingError;
use crate::point::CommunicationPoint;

/// One sweep per macro step.
pub struct Explicit<S> {
    sweep: S,
}

impl<S: Sweep> Explicit<S> {
    /// The explicit scheme with the given sweep.
    pub fn new(sweep: S) -> Self {
        Self { sweep }
    }
}

impl<S: Sweep> Scheme for Explicit<S> {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        self.sweep.sweep(over, &mut end.y)?;
        over.network.exchange(over.step.end, &mut end.y, &mut end.u)
    }
}
