//! A sphere: what it is and how it moves.

use std::f64::consts::PI;

use crate::vector::Vector;

/// A rigid sphere. Its orientation acts on nothing and is not kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Radius in m.
    pub radius: f64,
    /// Mass in kg.
    pub mass: f64,
    /// Moment of inertia about its centre in kg m²; infinite for a body that cannot turn.
    pub inertia: f64,
    /// Position of the centre in m.
    pub r: Vector,
    /// Velocity of the centre in m/s.
    pub v: Vector,
    /// Angular velocity in rad/s.
    pub omega: Vector,
}

impl Sphere {
    /// A solid sphere at rest.
    pub fn solid(radius: f64, density: f64, r: Vector) -> Self {
        let mass = 4.0 / 3.0 * PI * radius.powi(3) * density;
        let inertia = 0.4 * mass * radius * radius;
        Self { radius, mass, inertia, r, v: Vector::ZERO, omega: Vector::ZERO }
    }

    /// A body at rest that touches like a sphere but cannot turn, such as a block that slides.
    pub fn block(radius: f64, mass: f64, r: Vector) -> Self {
        let (v, omega) = (Vector::ZERO, Vector::ZERO);
        Self { radius, mass, inertia: f64::INFINITY, r, v, omega }
    }

    /// Its kinetic energy in J.
    pub fn kinetic_energy(&self) -> f64 {
        let turning = if self.inertia.is_finite() { self.inertia } else { 0.0 };
        0.5 * (self.mass * self.v.dot(self.v) + turning * self.omega.dot(self.omega))
    }
}
