//! A direction of one body held at right angles to a direction of the other.

use super::{Body, Compliance, Number, Orientation, Vector, Wrench};

/// The perpendicular joint of Schweizer and Lu (2014), equations (62)–(65), with the sign of
/// [`Compliance`]; its gap is the cosine of the angle. As torques reach the bodies in the inertial
/// frame, this is their alternative formulation (99), in which M_cj needs the opposite sign.
#[derive(Clone, Debug)]
pub struct Perpendicular {
    /// e_i and e_j: a unit vector of each body, in its frame.
    pub directions: [[f64; 3]; 2],
    /// How it gives way.
    pub compliance: Compliance,
    /// About which axis the torque acts.
    pub torque_axis: TorqueAxis,
}

/// About which axis a perpendicular joint turns its bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TorqueAxis {
    /// e_i × e_j, whose length is the sine of the angle: (65) and (99).
    #[default]
    Product,
    /// e_i × e_j at length one, for soft joints; not defined where e_i and e_j are parallel.
    Unit,
    /// e_i × e_j with the other body's direction at the last communication point: the simplified
    /// formulation (100). The two torques then differ by O(H).
    Held,
}

impl Perpendicular {
    /// The directions, the axis that they span, the gap and its rate.
    fn gap<T: Number>(&self, [i, j]: &[Body<T>; 2]) -> ([Vector<T>; 2], Vector<T>, [T; 2]) {
        let (e_i, e_j) = (i.rotate(self.directions[0]), j.rotate(self.directions[1]));
        let axis = e_i.cross(e_j);
        let rate = axis.dot(i.angular_velocity - j.angular_velocity);
        ([e_i, e_j], axis, [e_i.dot(e_j), rate])
    }

    /// The gap and its rate.
    pub(super) fn stretch(&self, bodies: &[Body<f64>; 2]) -> [f64; 2] {
        self.gap(bodies).2
    }

    /// Torques on the bodies, given their orientations at the last communication point.
    pub(super) fn act<T: Number>(
        &self,
        bodies: &[Body<T>; 2],
        last: Option<[Orientation<f64>; 2]>,
    ) -> [Wrench<T>; 2] {
        let [direction_i, direction_j] = self.directions;
        let ([e_i, e_j], axis, [gap, rate]) = self.gap(bodies);
        let lambda = self.compliance.lambda(gap, rate);
        let [torque_i, torque_j] = match (self.torque_axis, last) {
            (TorqueAxis::Held, Some([last_i, last_j])) => {
                let [e_i_n, e_j_n] = [last_i.rotate(direction_i), last_j.rotate(direction_j)]
                    .map(|e| Vector::constant(e.0));
                [e_i.cross(e_j_n), e_j.cross(e_i_n)]
            }
            (TorqueAxis::Unit, _) => {
                let unit = axis * (T::from(1.0) / axis.dot(axis).sqrt());
                [unit, -unit]
            }
            (TorqueAxis::Product | TorqueAxis::Held, _) => [axis, -axis],
        };
        [Wrench::torque(torque_i * lambda), Wrench::torque(torque_j * lambda)]
    }
}
