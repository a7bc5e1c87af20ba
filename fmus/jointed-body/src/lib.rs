//! A rigid body in space on a flexible joint to a partner whose motion is given; it answers with the
//! force and torque of the joint on the partner. The displacement side of a force/displacement or a
//! displacement/displacement coupling, Schweizer and Lu (2014), section 3.3.
//!
//! The body's equations are those of [`RigidMotion`], the joint's those of [`coupling::law::joint`].

mod joint;
mod partner;

use coupling::law::joint::{Body, Orientation, Vector};
use fmu_builder::*;
use joint::{Action, Joint};
use partner::Partner;
use rigid_motion::vectors::inputs;
use rigid_motion::{Load, RigidMotion};

/// The handles of its variables.
pub struct JointedBody {
    motion: RigidMotion,
    joint: Joint,
    force: [Input; 3],
    torque: [Input; 3],
    partner: Partner,
    dissipated: Integral,
    work: Integral,
    energy: Output,
}

impl JointedBody {
    /// The body as the joint sees it.
    fn body(&self, s: &Sample) -> Body<f64> {
        Body {
            position: Vector(self.motion.position(s)),
            orientation: Orientation(self.motion.orientation(s)),
            velocity: Vector(self.motion.velocity(s)),
            angular_velocity: Vector(self.motion.angular_velocity(s)),
        }
    }

    fn action(&self, s: &Sample) -> Action {
        self.joint.act(s, self.body(s), self.partner.body(s))
    }

    /// The force and torque from outside.
    fn load(&self, s: &Sample) -> Load {
        Load { force: self.force.map(|u| s[u]), torque: self.torque.map(|u| s[u]) }
    }
}

impl Model for JointedBody {
    const NAME: &'static str = "jointed-body";
    const DESCRIPTION: &'static str =
        "A rigid body in space on a flexible joint to a partner whose motion is given.";

    fn declare(v: &mut Variables) -> Self {
        Self {
            motion: RigidMotion::declare(v),
            joint: Joint::declare(v),
            force: inputs(v, "force", "N", "further force on the body"),
            torque: inputs(v, "torque", "N.m", "further torque about the centre of mass"),
            partner: Partner::declare(v),
            dissipated: v.integral("dissipated", "J", "energy dissipated by the joint"),
            work: v.integral("work", "J", "work of force, torque and partner"),
            energy: v.output("energy", "J", "energy of the body, of gravity and of the joint"),
        }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        self.motion.check(s)?;
        self.joint.check(s)
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let (load, action, partner) = (self.load(s), self.action(s), self.partner.body(s));
        self.motion.derivatives(s, &(load + action.on_body), dx);
        let given = load.power(self.motion.velocity(s), self.motion.angular_velocity(s));
        let taken = action.on_partner.power(partner.velocity.0, partner.angular_velocity.0);
        dx[self.work] = given - taken;
        dx[self.dissipated] = action.heat;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let action = self.action(s);
        self.partner.show(&action.on_partner, y);
        y[self.energy] = self.motion.energy(s) + action.energy;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(JointedBody);
