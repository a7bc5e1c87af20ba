//! The original inputs of Zhang et al. (2022), section 2.3.1: what the constraint at velocity level asks for.
//!
//! ```text
//! u₂₁ = q₁,ₙ           position at the start of the step
//! u₂₂ = q̇₁,ₙ₊₁         velocity at its end                      (20), with markers (31)
//! ```
//!
//! The position counts a step late, which spoils stability for all but light bodies.

use super::{Motion, Prescribed, StepStart};
use crate::law::joint::Number;

/// The inputs for the motion `a` of the partner at the end of the step.
pub(super) fn inputs<T: Number>(start: &StepStart, a: &Motion<T>) -> Prescribed<T> {
    let a_start = start.a.constant::<T>();
    Prescribed {
        position: a_start.position,
        turn: a_start.turn,
        velocity: a.velocity,
        angular_velocity: a.angular_velocity,
    }
}
