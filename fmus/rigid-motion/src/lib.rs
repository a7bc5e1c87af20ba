//! The motion of a rigid body in space under a force and a torque:
//! m v̇ = force + m g, J ω̇ + ω × J ω = torque in the body's frame, q̇ = ½ ω q.
//!
//! Vectors are in the inertial frame unless said otherwise.

mod rotation;
pub mod vectors;

use fmu_builder::*;

pub use rotation::{Quaternion, Vector};
use rotation::{cross, derivative, dot, rotate, rotate_back};
use vectors::{parameters, states};

/// 1/s: how fast the length of the quaternion returns to one. Orientations do not depend on it.
const NORMALISATION: f64 = 1.0;

/// A force at the centre of mass, and a torque about it.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// In N.
    pub force: Vector,
    /// In N·m.
    pub torque: Vector,
}

impl Load {
    /// The power that it brings to a body.
    pub fn power(&self, v: Vector, omega: Vector) -> f64 {
        dot(self.force, v) + dot(self.torque, omega)
    }
}

impl std::ops::Add for Load {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let sum = |a: Vector, b: Vector| [0, 1, 2].map(|n| a[n] + b[n]);
        Self { force: sum(self.force, other.force), torque: sum(self.torque, other.torque) }
    }
}

/// The handles of a body's parameters and states.
pub struct RigidMotion {
    m: Parameter,
    inertia: [Parameter; 3],
    gravity: [Parameter; 3],
    r: [State; 3],
    q: [State; 4],
    v: [State; 3],
    omega: [State; 3],
}

impl RigidMotion {
    /// Declares the parameters and states.
    pub fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = parameters(v, "J", [0.1; 3], "kg.m2", "principal moment of inertia");
        v.at_least(m, 1e-9);
        inertia.iter().for_each(|moment| v.at_least(*moment, 1e-12));
        let gravity = parameters(v, "g", [0.0, 0.0, -9.81], "m/s2", "gravity");
        let r0 = parameters(v, "r0", [0.0; 3], "m", "initial position");
        let r = states(v, "r", r0, "m", "position of the centre of mass");
        let q = quaternion(v);
        let v0 = parameters(v, "v0", [0.0; 3], "m/s", "initial velocity");
        let velocity = states(v, "v", v0, "m/s", "velocity of the centre of mass");
        let omega0 = parameters(v, "omega0", [0.0; 3], "rad/s", "initial angular velocity");
        let omega = states(v, "omega", omega0, "rad/s", "angular velocity in the inertial frame");
        (0..3).for_each(|n| v.position(r[n], velocity[n]));
        Self { m, inertia, gravity, r, q, v: velocity, omega }
    }

    /// r
    pub fn position(&self, s: &Sample) -> Vector {
        self.r.map(|handle| s[handle])
    }

    /// q
    pub fn orientation(&self, s: &Sample) -> Quaternion {
        self.q.map(|handle| s[handle])
    }

    /// v
    pub fn velocity(&self, s: &Sample) -> Vector {
        self.v.map(|handle| s[handle])
    }

    /// ω
    pub fn angular_velocity(&self, s: &Sample) -> Vector {
        self.omega.map(|handle| s[handle])
    }

    /// v̇ under a force.
    pub fn acceleration(&self, s: &Sample, force: Vector) -> Vector {
        [0, 1, 2].map(|n| force[n] / s[self.m] + s[self.gravity[n]])
    }

    /// Says what is wrong with the initial orientation, if anything is.
    pub fn check(&self, s: &Sample) -> Result<(), String> {
        let is_zero = self.orientation(s).iter().all(|q| *q == 0.0);
        let message = "q0_w, q0_x, q0_y and q0_z are zero and say no orientation; give one of them";
        if is_zero { Err(message.into()) } else { Ok(()) }
    }

    /// Computes the derivatives of the states under a load.
    pub fn derivatives(&self, s: &Sample, load: &Load, dx: &mut Derivatives) {
        let (q, omega) = (self.orientation(s), self.angular_velocity(s));
        let (a, alpha) =
            (self.acceleration(s, load.force), self.angular_acceleration(s, load.torque));
        let dq = derivative(q, omega);
        let growth = NORMALISATION * (1.0 - q.iter().map(|q| q * q).sum::<f64>());
        for n in 0..3 {
            dx[self.r[n]] = s[self.v[n]];
            dx[self.v[n]] = a[n];
            dx[self.omega[n]] = alpha[n];
        }
        for n in 0..4 {
            dx[self.q[n]] = dq[n] + growth * q[n];
        }
    }

    /// Kinetic energy and potential energy of gravity.
    pub fn energy(&self, s: &Sample) -> f64 {
        let gravity = self.gravity.map(|handle| s[handle]);
        self.kinetic_energy(s) - s[self.m] * dot(gravity, self.position(s))
    }

    /// ω̇ under a torque, in the inertial frame, which is ω̇ of the body's frame rotated: ω × ω vanishes.
    pub fn angular_acceleration(&self, s: &Sample, torque: Vector) -> Vector {
        let q = self.orientation(s);
        let inertia = self.inertia.map(|handle| s[handle]);
        let omega = rotate_back(q, self.angular_velocity(s));
        let torque = rotate_back(q, torque);
        let gyroscopic = cross(omega, [0, 1, 2].map(|n| inertia[n] * omega[n]));
        rotate(q, [0, 1, 2].map(|n| (torque[n] - gyroscopic[n]) / inertia[n]))
    }

    fn kinetic_energy(&self, s: &Sample) -> f64 {
        let v = self.velocity(s);
        let omega = rotate_back(self.orientation(s), self.angular_velocity(s));
        let momentum = [0, 1, 2].map(|n| s[self.inertia[n]] * omega[n]);
        0.5 * (s[self.m] * dot(v, v) + dot(omega, momentum))
    }
}

/// The orientation: a quaternion that starts at its parameters.
fn quaternion(v: &mut Variables) -> [State; 4] {
    let parts = [("w", 1.0), ("x", 0.0), ("y", 0.0), ("z", 0.0)];
    let starts = parts.map(|(part, start)| {
        let what = "initial orientation, a quaternion of any length";
        (part, v.parameter(&format!("q0_{part}"), start, "", what))
    });
    let what = "orientation: quaternion from the body's frame into the inertial one";
    starts.map(|(part, start)| v.state(&format!("q_{part}"), start, "", what))
}
