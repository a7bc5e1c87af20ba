//! The gap of a constraint at position and velocity level, along the axes that it holds in the frame of marker B.

use super::held::Held;
use super::motion::Motion;
use crate::law::joint::Vector;

/// How far B is from A: as a distance and an angle, and how fast these would change.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gap {
    /// In m; on a line with its sign, x_B − x_A.
    pub distance: f64,
    /// In m/s; on a line with its sign.
    pub speed: f64,
    /// In rad.
    pub angle: f64,
    /// In rad/s.
    pub angular_speed: f64,
}

impl Gap {
    pub(super) fn between(a: &Motion<f64>, b: &Motion<f64>, held: &Held, on_a_line: bool) -> Self {
        let size = |v: Vector<f64>| if on_a_line { v.0[0] } else { v.dot(v).sqrt() };
        let along = |v: Vector<f64>| size(held.along(b.turn, v));
        let apart = b.position - a.position;
        let turning = held.about(a.turn, b.turn, b.angular_velocity - a.angular_velocity);
        Self {
            distance: along(apart),
            // The frame of B turns.
            speed: along(b.velocity - a.velocity - b.angular_velocity.cross(apart)),
            angle: size(held.closed_turn(a.turn, b.turn).relative_to(a.turn)),
            angular_speed: size(turning),
        }
    }
}
