//! The pin of one body in a straight slot of another, in the plane.
//!
//! ```text
//! e = (−sin φ, cos φ),   s = (p − q) · e,   λ = −(c s + d ṡ)
//! force on the body with the pin: +λ e, on the one with the slot: −λ e, both at the pin
//! ```
//!
//! with the pin p, a point q of the slot and the slot's angle φ. This is the flexible inplane joint of
//! Schweizer and Lu (2014), eqs. (58)–(61), in the plane; the sign restores, unlike that printed in
//! (58). As in their force/force coupling (67) the bodies take λ itself and turn it into a force and a
//! torque by where they are; what they need of each other for that, they exchange by connections.

use super::CouplingLaw;
use crate::id::{InputId, OutputId};

/// A point that a body offers, and where the body takes λ.
#[derive(Clone, Copy, Debug)]
pub struct PointSide {
    /// The pin p, or a point q of the slot: x and y.
    pub position: [OutputId; 2],
    /// Its velocity.
    pub velocity: [OutputId; 2],
    /// λ.
    pub lambda: InputId,
}

/// The law between a pin and a slot.
#[derive(Clone, Debug)]
pub struct PinInSlot {
    /// The body with the pin.
    pub pin: PointSide,
    /// The body with the slot.
    pub slot: PointSide,
    /// φ of the slot in rad, counterclockwise from the x axis.
    pub angle: OutputId,
    /// Its rate in rad/s.
    pub angular_velocity: OutputId,
    /// c in N/m.
    pub stiffness: f64,
    /// d in N·s/m.
    pub damping: f64,
}

/// Relative motion seen from the slot: along it, and across it.
struct Relative {
    n: [f64; 2],
    e: [f64; 2],
    /// p − q along and across.
    r: [f64; 2],
    /// The difference of their velocities along and across.
    v: [f64; 2],
    omega: f64,
}

impl PinInSlot {
    fn relative(&self, y: &[f64]) -> Relative {
        let (sin, cos) = y[self.angle.0].sin_cos();
        let (n, e) = ([cos, sin], [-sin, cos]);
        let split = |of: fn(&PointSide) -> [OutputId; 2]| {
            let [x, z] = [0, 1].map(|k| y[of(&self.pin)[k].0] - y[of(&self.slot)[k].0]);
            [n[0] * x + n[1] * z, e[0] * x + e[1] * z]
        };
        let (r, v) = (split(|side| side.position), split(|side| side.velocity));
        Relative { n, e, r, v, omega: y[self.angular_velocity.0] }
    }

    fn reads(&self) -> Vec<OutputId> {
        let Self { pin, slot, angle, angular_velocity, .. } = self;
        let points = [pin.position, pin.velocity, slot.position, slot.velocity].concat();
        points.into_iter().chain([*angle, *angular_velocity]).collect()
    }
}

impl CouplingLaw for PinInSlot {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        vec![(self.pin.lambda, self.reads()), (self.slot.lambda, self.reads())]
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        let Relative { r: [along, across], v, omega, .. } = self.relative(y);
        // e turns: ṡ = ṙ · e + r · ė with ė = −ω n.
        let rate = v[1] - omega * along;
        let lambda = -(self.stiffness * across + self.damping * rate);
        u[self.pin.lambda.0] += lambda;
        u[self.slot.lambda.0] += lambda;
    }

    fn partials(&self, y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        let Self { pin, slot, stiffness: c, damping: d, .. } = self;
        let Relative { n, e, r: [along, across], v, omega } = self.relative(y);
        for lambda in [pin.lambda, slot.lambda] {
            for k in 0..2 {
                let (position, velocity) = (d * omega * n[k] - c * e[k], -d * e[k]);
                each(lambda, pin.position[k], position);
                each(lambda, slot.position[k], -position);
                each(lambda, pin.velocity[k], velocity);
                each(lambda, slot.velocity[k], -velocity);
            }
            each(lambda, self.angle, c * along + d * (v[0] + omega * across));
            each(lambda, self.angular_velocity, d * along);
        }
    }

    fn derivatives(&self) -> Vec<(OutputId, OutputId)> {
        let pairs = |side: &PointSide| [0, 1].map(|k| (side.position[k], side.velocity[k]));
        let points = [pairs(&self.pin), pairs(&self.slot)].concat();
        points.into_iter().chain([(self.angle, self.angular_velocity)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pin has outputs 0 to 3, the slot 4 to 7 and 8, 9.
    fn law() -> PinInSlot {
        let side = |from: usize, lambda| PointSide {
            position: [OutputId(from), OutputId(from + 1)],
            velocity: [OutputId(from + 2), OutputId(from + 3)],
            lambda: InputId(lambda),
        };
        let (angle, angular_velocity) = (OutputId(8), OutputId(9));
        let (pin, slot) = (side(0, 0), side(4, 1));
        PinInSlot { pin, slot, angle, angular_velocity, stiffness: 200.0, damping: 7.0 }
    }

    fn lambda(y: &[f64]) -> f64 {
        let mut u = [0.0; 2];
        law().add(y, &mut u);
        assert_eq!(u[0], u[1]);
        u[0]
    }

    const Y: [f64; 10] = [0.3, 0.9, -1.2, 0.4, 0.1, 0.2, 0.5, -0.8, 1.1, 2.3];

    #[test]
    fn a_pin_that_left_the_slot_is_pushed_back_into_it() {
        // The slot lies along the x axis, the pin 0.01 above it, moving away.
        let y = [0.7, 0.01, 3.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert!((lambda(&y) + 2.0 + 0.7).abs() < 1e-15, "{}", lambda(&y));
        // It slides freely along the slot, and a slot that turns leaves it behind.
        let y = [0.7, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0];
        assert!((lambda(&y) - 7.0 * 2.0 * 0.7).abs() < 1e-14, "{}", lambda(&y));
    }

    #[test]
    fn the_rate_of_the_gap_is_its_time_derivative() {
        // λ without damper, along the motion that the velocities in Y say.
        let gap = |h: f64| {
            let mut y = Y;
            for (position, velocity) in law().derivatives() {
                y[position.0] += h * Y[velocity.0];
            }
            let (sin, cos) = y[8].sin_cos();
            cos * (y[1] - y[5]) - sin * (y[0] - y[4])
        };
        let h = 1e-5;
        let rate = (gap(h) - gap(-h)) / (2.0 * h);
        let expected = -(200.0 * gap(0.0) + 7.0 * rate);
        assert!((lambda(&Y) - expected).abs() < 1e-7, "{} for {expected}", lambda(&Y));
    }

    #[test]
    fn partial_derivatives_agree_with_central_differences() {
        let mut partials = [[0.0; 10]; 2];
        law().partials(&Y, &mut |input, output, partial| partials[input.0][output.0] += partial);
        for output in 0..Y.len() {
            let moved = |by: f64| {
                let mut y = Y;
                y[output] += by;
                lambda(&y)
            };
            let numeric = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            for row in partials {
                // Truncation of h² and rounding of 1e-14/h, both near 1e-9 of these forces.
                assert!(
                    (row[output] - numeric).abs() < 1e-6,
                    "{output}: {} {numeric}",
                    row[output]
                );
            }
        }
    }
}
