//! A rigid body in space, moved by a force and a torque:
//! m v̇ = force + m g, J ω̇ + ω × J ω = torque in the body's frame, q̇ = ½ ω q.

mod rotation;

use fmu_builder::*;
use rotation::{Quaternion, Vector, cross, dot, rate, turn, turn_back};

/// 1/s: how fast the length of the quaternion returns to one. Orientations do not depend on it.
const NORMALISATION: f64 = 1.0;

/// The handles of its variables.
pub struct RigidBody {
    m: Parameter,
    inertia: [Parameter; 3],
    gravity: [Parameter; 3],
    force: [Input; 3],
    torque: [Input; 3],
    r: [State; 3],
    q: [State; 4],
    v: [State; 3],
    omega: [State; 3],
    work: Integral,
    a: [Output; 3],
    energy: Output,
}

impl RigidBody {
    fn orientation(&self, s: &Sample) -> Quaternion {
        self.q.map(|handle| s[handle])
    }

    fn vector(s: &Sample, states: [State; 3]) -> Vector {
        states.map(|handle| s[handle])
    }

    fn acceleration(&self, s: &Sample) -> Vector {
        [0, 1, 2].map(|n| s[self.force[n]] / s[self.m] + s[self.gravity[n]])
    }

    /// ω̇ in the inertial frame, which is ω̇ of the body's frame turned: ω × ω vanishes.
    fn angular_acceleration(&self, s: &Sample) -> Vector {
        let q = self.orientation(s);
        let inertia = self.inertia.map(|handle| s[handle]);
        let omega = turn_back(q, Self::vector(s, self.omega));
        let torque = turn_back(q, self.torque.map(|handle| s[handle]));
        let gyroscopic = cross(omega, [0, 1, 2].map(|n| inertia[n] * omega[n]));
        turn(q, [0, 1, 2].map(|n| (torque[n] - gyroscopic[n]) / inertia[n]))
    }

    fn kinetic_energy(&self, s: &Sample) -> f64 {
        let v = Self::vector(s, self.v);
        let omega = turn_back(self.orientation(s), Self::vector(s, self.omega));
        let momentum = [0, 1, 2].map(|n| s[self.inertia[n]] * omega[n]);
        0.5 * (s[self.m] * dot(v, v) + dot(omega, momentum))
    }
}

/// Three parameters with their defaults.
fn parameters(v: &mut Variables, stem: &str, start: f64, unit: &str, what: &str) -> [Parameter; 3] {
    ["x", "y", "z"].map(|axis| v.parameter(&format!("{stem}_{axis}"), start, unit, what))
}

/// Three states that start at given parameters.
fn states(
    v: &mut Variables,
    stem: &str,
    start: [Parameter; 3],
    unit: &str,
    what: &str,
) -> [State; 3] {
    let axes = [("x", start[0]), ("y", start[1]), ("z", start[2])];
    axes.map(|(axis, start)| v.state(&format!("{stem}_{axis}"), start, unit, what))
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

impl Model for RigidBody {
    const NAME: &'static str = "rigid-body";
    const DESCRIPTION: &'static str = "A rigid body in space, moved by a force and a torque.";
    const LINEAR: bool = false;

    fn declare(v: &mut Variables) -> Self {
        let axes = ["x", "y", "z"];
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = parameters(v, "J", 0.1, "kg.m2", "principal moment of inertia");
        v.at_least(m, 1e-9);
        inertia.iter().for_each(|moment| v.at_least(*moment, 1e-12));
        let gravity = [("g_x", 0.0), ("g_y", 0.0), ("g_z", -9.81)]
            .map(|(name, start)| v.parameter(name, start, "m/s2", "gravity"));
        let r0 = parameters(v, "r0", 0.0, "m", "initial position");
        let r = states(v, "r", r0, "m", "position of the centre of mass");
        let q = quaternion(v);
        let v0 = parameters(v, "v0", 0.0, "m/s", "initial velocity");
        let velocity = states(v, "v", v0, "m/s", "velocity of the centre of mass");
        let omega0 = parameters(v, "omega0", 0.0, "rad/s", "initial angular velocity");
        let omega = states(v, "omega", omega0, "rad/s", "angular velocity in the inertial frame");
        (0..3).for_each(|n| v.position(r[n], velocity[n]));
        Self {
            m,
            inertia,
            gravity,
            force: axes.map(|n| v.input(&format!("force_{n}"), 0.0, "N", "force on the body")),
            torque: axes.map(|n| {
                v.input(&format!("torque_{n}"), 0.0, "N.m", "torque about the centre of mass")
            }),
            r,
            q,
            v: velocity,
            omega,
            work: v.integral("work", "J", "work of the force and the torque"),
            a: axes.map(|n| v.output(&format!("a_{n}"), "m/s2", "acceleration")),
            energy: v.output("energy", "J", "kinetic energy and potential energy of gravity"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let (q, omega) = (self.orientation(s), Self::vector(s, self.omega));
        let (a, alpha, dq) = (self.acceleration(s), self.angular_acceleration(s), rate(q, omega));
        let growth = NORMALISATION * (1.0 - q.iter().map(|q| q * q).sum::<f64>());
        for n in 0..3 {
            dx[self.r[n]] = s[self.v[n]];
            dx[self.v[n]] = a[n];
            dx[self.omega[n]] = alpha[n];
        }
        for n in 0..4 {
            dx[self.q[n]] = dq[n] + growth * q[n];
        }
        let force = self.force.map(|handle| s[handle]);
        let torque = self.torque.map(|handle| s[handle]);
        dx[self.work] = dot(force, Self::vector(s, self.v)) + dot(torque, omega);
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let a = self.acceleration(s);
        (0..3).for_each(|n| y[self.a[n]] = a[n]);
        let gravity = self.gravity.map(|handle| s[handle]);
        y[self.energy] = self.kinetic_energy(s) - s[self.m] * dot(gravity, Self::vector(s, self.r));
    }
}

#[cfg(feature = "fmu")]
export_fmu!(RigidBody);
