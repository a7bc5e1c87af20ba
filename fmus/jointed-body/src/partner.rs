//! The partner at the other end of the joint: its motion comes in, what the joint does to it goes out.

use coupling::law::joint::{Body, Orientation, Vector};
use fmu_builder::*;
use rigid_motion::Load;
use rigid_motion::vectors::{inputs, outputs};

/// The handles of what is exchanged with the partner.
pub(crate) struct Partner {
    r: [Input; 3],
    q: [Input; 4],
    v: [Input; 3],
    omega: [Input; 3],
    force: [Output; 3],
    torque: [Output; 3],
}

impl Partner {
    /// Until its inputs are set the partner is the ground: it rests in the origin.
    pub fn declare(v: &mut Variables) -> Self {
        let parts = [("w", 1.0), ("x", 0.0), ("y", 0.0), ("z", 0.0)];
        let q = "orientation of the partner: quaternion from its frame into the inertial one";
        Self {
            r: inputs(v, "partner_r", "m", "position of the partner's centre of mass"),
            q: parts.map(|(part, start)| v.input(&format!("partner_q_{part}"), start, "", q)),
            v: inputs(v, "partner_v", "m/s", "velocity of the partner's centre of mass"),
            omega: inputs(v, "partner_omega", "rad/s", "angular velocity of the partner"),
            force: outputs(v, "partner_force", "N", "force of the joint on the partner"),
            torque: outputs(
                v,
                "partner_torque",
                "N.m",
                "torque of the joint on the partner about its centre of mass",
            ),
        }
    }

    pub fn body(&self, s: &Sample) -> Body<f64> {
        Body {
            position: Vector(self.r.map(|u| s[u])),
            orientation: Orientation(self.q.map(|u| s[u])),
            velocity: Vector(self.v.map(|u| s[u])),
            angular_velocity: Vector(self.omega.map(|u| s[u])),
        }
    }

    pub fn show(&self, load: &Load, y: &mut Outputs) {
        for n in 0..3 {
            y[self.force[n]] = load.force[n];
            y[self.torque[n]] = load.torque[n];
        }
    }
}
