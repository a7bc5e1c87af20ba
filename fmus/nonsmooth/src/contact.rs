//! A contact between two spheres, or a sphere and a wall.

use crate::vector::Vector;

/// A contact of the present step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The normal, a unit vector from the first body to the second.
    pub n: Vector,
    /// The impulse on the second body in N s; the first body has the opposite.
    pub gamma: Vector,
    /// b along the normal: the velocity at which the distance may close, or an overlap must open.
    pub(crate) bias: f64,
    /// η of the iteration.
    pub(crate) eta: f64,
    /// The two bodies; the container is the body after the last sphere.
    pub(crate) bodies: [u32; 2],
    /// The sphere with the lower number.
    pub(crate) owner: u32,
    /// The other sphere, or the number of spheres plus that of the wall.
    pub(crate) partner: u32,
    /// Distance Φ of the surfaces at the start of the step, in m.
    pub gap: f64,
}

impl Contact {
    /// The number of the sphere, of the two the lower one, and what it touches: the number of the other
    /// sphere, or the number of spheres plus that of the wall.
    pub fn pair(&self) -> (usize, usize) {
        (self.owner as usize, self.partner as usize)
    }

    /// The part of the impulse along the normal.
    pub fn normal_impulse(&self) -> f64 {
        self.gamma.dot(self.n)
    }

    /// The length of the impulse at right angles to the normal.
    pub fn friction_impulse(&self) -> f64 {
        self.gamma.across(self.n).norm()
    }
}
