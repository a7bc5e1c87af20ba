//! A point of one body held in a plane that is fixed in the other.

use super::{Body, Compliance, Number, Vector, Wrench};

/// The inplane joint of Schweizer and Lu (2014), equations (58)–(61), with the sign of
/// [`Compliance`]. The reaction acts on body j in the same line, at the point of body i.
#[derive(Clone, Debug)]
pub struct Inplane {
    /// The point of body i, and a point of the plane in body j, each in its body's frame.
    pub points: [[f64; 3]; 2],
    /// e_j: the normal of the plane, a unit vector in the frame of body j.
    pub normal: [f64; 3],
    /// How it gives way.
    pub compliance: Compliance,
}

impl Inplane {
    /// Where the point of body i is from each centre of mass, e_j, the gap and its rate.
    fn gap<T: Number>(&self, [i, j]: &[Body<T>; 2]) -> ([Vector<T>; 2], Vector<T>, [T; 2]) {
        let (c_i, c_j) = (i.rotate(self.points[0]), j.rotate(self.points[1]));
        let e_j = j.rotate(self.normal);
        let between = (i.position + c_i) - (j.position + c_j);
        let gap = between.dot(e_j);
        // The plane moves with body j: (d · e_j)˙ is the velocity of the point of body i against the
        // place of body j where it is.
        let arm_j = i.position + c_i - j.position;
        let rate = (i.velocity_at(c_i) - j.velocity_at(arm_j)).dot(e_j);
        ([c_i, arm_j], e_j, [gap, rate])
    }

    /// The gap and its rate.
    pub(super) fn stretch(&self, bodies: &[Body<f64>; 2]) -> [f64; 2] {
        self.gap(bodies).2
    }

    pub(super) fn act<T: Number>(&self, bodies: &[Body<T>; 2]) -> [Wrench<T>; 2] {
        let ([c_i, arm_j], e_j, [gap, rate]) = self.gap(bodies);
        let force = e_j * self.compliance.lambda(gap, rate);
        [Wrench::at(c_i, force), Wrench::at(arm_j, -force)]
    }
}
