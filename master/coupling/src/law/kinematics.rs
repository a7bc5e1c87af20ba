//! Laws that pass motion one way and a force the other: who gives motion, who takes it.
//!
//! The velocities of the body that gives motion and those of the marker at its arm r are joined by
//!
//! ```text
//! (v_A, ω_A) = J (v, ω) = (v + ω × r, ω),      (force, torque) on the body = Jᵀ λ
//! ```
//!
//! With the mass matrices that both slaves show at the marker, this decides whether an explicit coupling is zero-stable
//! ([`mass_ratio`](crate::mass_ratio)).

use nalgebra::{Matrix6, Vector3};

use crate::id::{InputId, OutputId};

/// One port for each of three translations and three rotations, where there is one.
pub type SixPorts<P> = [Option<P>; 6];

/// What passes between the two slaves.
#[derive(Clone, Copy, Debug)]
pub struct KinematicPorts {
    /// Velocities of the body that gives motion.
    pub velocity: SixPorts<OutputId>,
    /// Forces and torques on it.
    pub force: SixPorts<InputId>,
    /// Velocities that are prescribed to the slave that takes motion.
    pub prescribed: SixPorts<InputId>,
    /// Forces and torques that it gives back.
    pub reaction: SixPorts<OutputId>,
}

/// A law that passes motion one way and a force the other.
pub trait Kinematics {
    /// What passes between the two slaves.
    fn ports(&self) -> KinematicPorts;

    /// The marker whose motion is passed on, from the origin of its body, in the inertial frame, in m.
    fn arm(&self, y: &[f64]) -> [f64; 3];
}

/// J for an arm.
pub(crate) fn jacobian(arm: [f64; 3]) -> Matrix6<f64> {
    let mut j = Matrix6::identity();
    // ω × r = −r × ω
    let turned = -Vector3::from(arm).cross_matrix();
    j.fixed_view_mut::<3, 3>(0, 3).copy_from(&turned);
    j
}

#[cfg(test)]
mod tests {
    use nalgebra::vector;

    use super::*;

    #[test]
    fn a_marker_moves_by_the_rotation_of_its_body() {
        let j = jacobian([0.5, 0.0, 0.0]);
        assert_eq!(
            j * vector![1.0, 0.0, 0.0, 0.0, 0.0, 2.0],
            vector![1.0, 1.0, 0.0, 0.0, 0.0, 2.0]
        );
        // A force along y at this arm is a torque about z.
        let force = j.transpose() * vector![0.0, 3.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(force, vector![0.0, 3.0, 0.0, 0.0, 0.0, 1.5]);
    }
}
