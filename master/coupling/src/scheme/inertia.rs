//! What a force does to a mass over a step, without trying it.
//!
//! Where ℓ(s) is what is felt of the force's end value over the step,
//!
//! ```text
//! ∂v/∂u ≈ H/m ∫ ℓ ds,   ∂x/∂u ≈ H²/m ∫ (1 − s) ℓ ds
//! ```
//!
//! For degree 0, ℓ = 1, that is Schweizer and Lu (2014), eqs. (90) and (91); for degree 1, ℓ = s, the
//! factors are 1/2 and 1/6, for degree 2 5/12 and 1/8. Springs and dampers on the mass itself enter with
//! higher powers of H.

use crate::id::{InputId, OutputId};
use crate::polynomial::Polynomial;

/// A mass that an input accelerates, or the inertia that a torque turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia {
    /// The force or torque.
    pub input: InputId,
    /// The mass in kg, or the moment of inertia in kg·m².
    pub mass: f64,
    /// Its position or angle, if that is an output.
    pub position: Option<OutputId>,
    /// Its velocity, if that is an output.
    pub velocity: Option<OutputId>,
}

impl Inertia {
    /// How its outputs depend on the end value of the input, which is felt as `l` over a step of length
    /// `h`.
    pub(super) fn sensitivities(
        &self,
        l: &Polynomial,
        h: f64,
    ) -> impl Iterator<Item = (OutputId, f64)> {
        let powers = || l.coefficients().iter().zip(1..).map(|(c, n)| (c, f64::from(n)));
        let once: f64 = powers().map(|(c, n)| c / n).sum();
        let twice: f64 = powers().map(|(c, n)| c / (n * (n + 1.0))).sum();
        let (dv, dx) = (h / self.mass * once, h * h / self.mass * twice);
        [(self.velocity, dv), (self.position, dx)]
            .into_iter()
            .filter_map(|(output, sensitivity)| Some((output?, sensitivity)))
    }
}
