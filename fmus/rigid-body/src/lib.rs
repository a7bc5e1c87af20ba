//! A rigid body in space, moved by a force and a torque; its equations are those of
//! [`RigidMotion`].

use fmu_builder::*;
use rigid_motion::vectors::{inputs, outputs};
use rigid_motion::{Load, RigidMotion};

/// The handles of its variables.
pub struct RigidBody {
    motion: RigidMotion,
    force: [Input; 3],
    torque: [Input; 3],
    work: Integral,
    a: [Output; 3],
    alpha: [Output; 3],
    energy: Output,
}

impl RigidBody {
    fn load(&self, s: &Sample) -> Load {
        Load { force: self.force.map(|u| s[u]), torque: self.torque.map(|u| s[u]) }
    }
}

impl Model for RigidBody {
    const NAME: &'static str = "rigid-body";
    const DESCRIPTION: &'static str = "A rigid body in space, moved by a force and a torque.";

    fn declare(v: &mut Variables) -> Self {
        Self {
            motion: RigidMotion::declare(v),
            force: inputs(v, "force", "N", "force on the body"),
            torque: inputs(v, "torque", "N.m", "torque about the centre of mass"),
            work: v.integral("work", "J", "work of the force and the torque"),
            a: outputs(v, "a", "m/s2", "acceleration"),
            alpha: outputs(v, "alpha", "rad/s2", "angular acceleration"),
            energy: v.output("energy", "J", "kinetic energy and potential energy of gravity"),
        }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        self.motion.check(s)
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let load = self.load(s);
        self.motion.derivatives(s, &load, dx);
        dx[self.work] = load.power(self.motion.velocity(s), self.motion.angular_velocity(s));
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let Load { force, torque } = self.load(s);
        let a = self.motion.acceleration(s, force);
        let alpha = self.motion.angular_acceleration(s, torque);
        for n in 0..3 {
            y[self.a[n]] = a[n];
            y[self.alpha[n]] = alpha[n];
        }
        y[self.energy] = self.motion.energy(s);
    }
}

#[cfg(feature = "fmu")]
export_fmu!(RigidBody);
