//! The gap of a constraint at position and velocity level, along the axes that it holds in the frame of marker B.

use super::motion::Motion;
use crate::law::joint::Vector;

/// Which axes of marker B are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Along x, y and z.
    pub translations: [bool; 3],
    /// About x, y and z.
    pub rotations: [bool; 3],
}

impl Held {
    /// What a vector in the inertial frame has along axes that are held (or free), in the frame of `b`.
    pub(super) fn along(axes: [bool; 3], b: &Motion<f64>, v: Vector<f64>) -> Vector<f64> {
        let Vector(local) = b.turn.to_local(v);
        Vector(std::array::from_fn(|n| if axes[n] { local[n] } else { 0.0 }))
    }
}

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
        let along = |v: Vector<f64>| size(Held::along(held.translations, b, v));
        let about = |v: Vector<f64>| size(Held::along(held.rotations, b, v));
        let apart = b.position - a.position;
        Self {
            distance: along(apart),
            // The frame of B turns.
            speed: along(b.velocity - a.velocity - b.angular_velocity.cross(apart)),
            angle: about(b.turn.relative_to(a.turn)),
            angular_speed: about(b.angular_velocity - a.angular_velocity),
        }
    }
}
