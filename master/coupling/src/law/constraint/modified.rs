//! The modified inputs of Zhang et al. (2022), section 2.3.2: those with which the constraint holds in Baumgarte's form.
//!
//! ```text
//! α (q₂ − q₁) + β (q̇₂ − q̇₁) + γ (q̈₂ − q̈₁) = 0   at the end of the step       (21)
//!
//! u₂₁ = q₂,ₙ                                                                (25), with markers (32a)
//! u₂₂ = [α Δt (q₁,ₙ₊₁ − q₂,ₙ)/Δt + β q̇₁,ₙ₊₁ + γ/Δt (q̇₂,ₙ + Δt q̈₁,ₙ₊₁)]
//!       · Δt/(α Δt² + β Δt + γ)                                            (26), with markers (32b)
//! ```
//!
//! u₂₂ is the mean of three velocities, with the weights α Δt², β Δt and γ: the one that closes the gap, that of the
//! partner, and the one that the partner's acceleration gives. Only the ratio of the weights counts, and they have no
//! unit; a user gives them instead of α and β, which would have to follow the step.
//!
//! Along axes that are free there is no q₂ to close a gap to: there u₂₁ is q₁,ₙ and q̇₂,ₙ is q̇₁,ₙ. The second slave learns from
//! u₂₁ where marker A is, and so where the reaction acts.

use super::{Motion, Prescribed, StepStart};
use crate::law::joint::{Number, Vector};

/// The weights of position, velocity and acceleration in the constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Modified {
    /// α Δt²
    pub alpha: f64,
    /// β Δt
    pub beta: f64,
    /// γ
    pub gamma: f64,
}

impl Modified {
    /// (46a): all three levels, as in a DAE of index 1.
    pub const INDEX_1: Self = Self { alpha: 2.0, beta: 2.0, gamma: 1.0 };
    /// (46b): position and velocity, as in a DAE of index 2.
    pub const INDEX_2: Self = Self { alpha: 1.0, beta: 1.0, gamma: 0.0 };
    /// (46c): the position alone, as in a DAE of index 3.
    pub const INDEX_3: Self = Self { alpha: 1.0, beta: 0.0, gamma: 0.0 };

    /// The weighted mean of three velocities.
    fn mean<T: Number>(self, velocities: [Vector<T>; 3]) -> Vector<T> {
        let Self { alpha, beta, gamma } = self;
        let part = |weight: f64| T::from(weight / (alpha + beta + gamma));
        let [closing, equal, driven] = velocities;
        closing * part(alpha) + equal * part(beta) + driven * part(gamma)
    }

    /// The inputs for the motion `a` of the partner at the end of the step.
    pub(super) fn inputs<T: Number>(self, start: &StepStart, a: &Motion<T>) -> Prescribed<T> {
        let (b, h) = (start.closed.constant::<T>(), T::from(start.h));
        let per_h = T::from(1.0 / start.h);
        let velocity = self.mean([
            (a.position - b.position) * per_h,
            a.velocity,
            b.velocity + a.acceleration * h,
        ]);
        let angular_velocity = self.mean([
            a.turn.relative_to(b.turn) * per_h,
            a.angular_velocity,
            b.angular_velocity + a.angular_acceleration * h,
        ]);
        Prescribed { position: b.position, turn: b.turn, velocity, angular_velocity }
    }
}
