//! Who gives motion and who takes it.

use super::ports::Axes;
use super::{Constraint, Vector};
use crate::id::OutputId;
use crate::law::kinematics::{KinematicPorts, Kinematics, SixPorts};

impl Kinematics for Constraint {
    fn ports(&self) -> KinematicPorts {
        KinematicPorts {
            velocity: six(self.a.motion.velocity, self.a.motion.angular_velocity),
            force: six(self.a.force, self.a.torque),
            prescribed: six(self.b.velocity, self.b.angular_velocity),
            reaction: six(self.b.reaction, self.b.reaction_torque),
        }
    }

    fn arm(&self, y: &[f64]) -> [f64; 3] {
        let body = self.a.motion.read(&|output: OutputId| y[output.0], None);
        let Vector(arm) = body.turn.rotate(self.a.offset);
        arm
    }
}

fn six<P: Copy>(translations: Axes<P>, rotations: Axes<P>) -> SixPorts<P> {
    std::array::from_fn(|k| if k < 3 { translations[k] } else { rotations[k - 3] })
}
