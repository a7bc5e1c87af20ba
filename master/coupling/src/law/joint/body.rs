//! A body as a joint sees it, and what the joint does to it; all in the inertial frame.

use super::{Number, Vector};

/// The orientation of a body as a quaternion (w, x, y, z), which turns the body's frame into the
/// inertial one. Its length does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation<T>(pub [T; 4]);

impl<T: Number> Orientation<T> {
    /// A vector fixed in the body, in the inertial frame: T(γ) a of Schweizer and Lu.
    pub fn rotate(self, a: [f64; 3]) -> Vector<T> {
        let Self([w, x, y, z]) = self;
        let (a, u) = (Vector::constant(a), Vector([x, y, z]));
        let half = u.cross(a);
        a + (half * w + u.cross(half)) * (T::from(2.0) / (w * w + u.dot(u)))
    }
}

/// Position, orientation and their rates.
#[derive(Clone, Copy, Debug)]
pub struct Body<T> {
    /// r: where its centre of mass is.
    pub position: Vector<T>,
    /// q
    pub orientation: Orientation<T>,
    /// v: velocity of the centre of mass.
    pub velocity: Vector<T>,
    /// ω
    pub angular_velocity: Vector<T>,
}

impl<T: Number> Body<T> {
    /// The ground: at the origin, in the axes of the inertial frame, at rest.
    pub fn ground() -> Self {
        let zero = Vector::constant([0.0; 3]);
        Self {
            position: zero,
            orientation: Orientation([1.0, 0.0, 0.0, 0.0].map(T::from)),
            velocity: zero,
            angular_velocity: zero,
        }
    }

    /// A vector fixed in the body, in the inertial frame.
    pub fn rotate(&self, a: [f64; 3]) -> Vector<T> {
        self.orientation.rotate(a)
    }

    /// The velocity of its point at `arm` from the centre of mass.
    pub fn velocity_at(&self, arm: Vector<T>) -> Vector<T> {
        self.velocity + self.angular_velocity.cross(arm)
    }
}

/// What acts on a body: a force, and a torque about its centre of mass.
#[derive(Clone, Copy, Debug)]
pub struct Wrench<T> {
    /// F
    pub force: Vector<T>,
    /// M
    pub torque: Vector<T>,
}

impl<T: Number> Wrench<T> {
    /// A force that acts at `arm` from the centre of mass.
    pub fn at(arm: Vector<T>, force: Vector<T>) -> Self {
        Self { force, torque: arm.cross(force) }
    }

    /// Nothing.
    pub fn zero() -> Self {
        Self::torque(Vector::constant([0.0; 3]))
    }

    /// A torque alone.
    pub fn torque(torque: Vector<T>) -> Self {
        Self { force: Vector::constant([0.0; 3]), torque }
    }
}

impl<T: Number> std::ops::Add for Wrench<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { force: self.force + other.force, torque: self.torque + other.torque }
    }
}
