//! A spring and damper between two bodies, translational or rotational.
//!
//! ```text
//! λ = f_c(x_b − x_a − l₀) + f_d(v_b − v_a),   force on a: +λ,   force on b: −λ
//! ```
//!
//! with f_c(x) = c x and f_d(v) = d v, or by tables. The linear one is the force/force coupling of
//! Schweizer and Lu (2014), section 2; with angles, angular velocities and torques it is the
//! rotational one. The sign restores: a stretched spring pulls both together.

use super::{Characteristic, CouplingLaw};
use crate::id::{InputId, OutputId};

/// One end of the spring: what the body there offers and takes.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// Its position or angle.
    pub position: OutputId,
    /// Its velocity or angular velocity.
    pub velocity: OutputId,
    /// The force or torque on it.
    pub force: InputId,
}

/// The law of a spring and damper between the bodies `a` and `b`.
#[derive(Clone, Debug)]
pub struct SpringDamper {
    /// One end.
    pub a: Side,
    /// The other.
    pub b: Side,
    /// Force over stretch, c in N/m or N·m/rad.
    pub stiffness: Characteristic,
    /// Force over stretch rate, d in N·s/m or N·m·s/rad.
    pub damping: Characteristic,
    /// l₀ in m or rad: the distance x_b − x_a at which the spring is relaxed.
    pub rest_length: f64,
}

impl SpringDamper {
    /// How far and how fast it is stretched.
    #[inline]
    fn stretch(&self, y: &[f64]) -> (f64, f64) {
        let Self { a, b, .. } = self;
        let stretch = y[b.position.0] - y[a.position.0] - self.rest_length;
        (stretch, y[b.velocity.0] - y[a.velocity.0])
    }
}

impl CouplingLaw for SpringDamper {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        let Self { a, b, .. } = self;
        let reads = vec![a.position, a.velocity, b.position, b.velocity];
        vec![(a.force, reads.clone()), (b.force, reads)]
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        let (stretch, rate) = self.stretch(y);
        let lambda = self.stiffness.value(stretch) + self.damping.value(rate);
        u[self.a.force.0] += lambda;
        u[self.b.force.0] -= lambda;
    }

    fn partials(&self, y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        let Self { a, b, .. } = self;
        let (stretch, rate) = self.stretch(y);
        let ((_, stiffness), (_, damping)) = (self.stiffness.at(stretch), self.damping.at(rate));
        for (force, sign) in [(a.force, 1.0), (b.force, -1.0)] {
            each(force, a.position, -sign * stiffness);
            each(force, b.position, sign * stiffness);
            each(force, a.velocity, -sign * damping);
            each(force, b.velocity, sign * damping);
        }
    }

    fn derivatives(&self) -> Vec<(OutputId, OutputId)> {
        [self.a, self.b].map(|side| (side.position, side.velocity)).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretched_spring_pulls_its_ends_together() {
        let side = |k| Side {
            position: OutputId(2 * k),
            velocity: OutputId(2 * k + 1),
            force: InputId(k),
        };
        let law = SpringDamper {
            a: side(0),
            b: side(1),
            stiffness: 100.0.into(),
            damping: 3.0.into(),
            rest_length: 0.5,
        };
        let mut u = [0.0, 0.0];
        law.add(&[0.0, 1.0, 2.0, -1.0], &mut u);
        assert_eq!(u, [100.0 * 1.5 - 3.0 * 2.0, -144.0]);
    }
}
