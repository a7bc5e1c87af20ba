//! A point of one body held at a point of the other: the flexible spherical joint.

use super::{Body, Compliance, Number, Vector, Wrench};

/// The atpoint joint of Schweizer and Lu (2014), equations (54)–(57) and (66), with the sign of
/// [`Compliance`]; C and D have three equal entries, so that no direction is preferred.
///
/// The rate of the gap is that in the inertial frame, as in the publication. Across an open gap d a damper then leaves
/// the moment d × λ, which vanishes with the gap; springs leave none.
#[derive(Clone, Debug)]
pub struct Atpoint {
    /// Coupling point of each body, in its frame from its centre of mass.
    pub points: [[f64; 3]; 2],
    /// How it gives way.
    pub compliance: Compliance,
}

impl Atpoint {
    /// Where the points are from the centres of mass, the gap between them and its rate.
    fn gap<T: Number>(&self, [i, j]: &[Body<T>; 2]) -> ([Vector<T>; 2], Vector<T>, Vector<T>) {
        let (c_i, c_j) = (i.rotate(self.points[0]), j.rotate(self.points[1]));
        let gap = (i.position + c_i) - (j.position + c_j);
        ([c_i, c_j], gap, i.velocity_at(c_i) - j.velocity_at(c_j))
    }

    /// The length of the gap and that of its rate.
    pub(super) fn stretch(&self, bodies: &[Body<f64>; 2]) -> [f64; 2] {
        let (_, gap, rate) = self.gap(bodies);
        [gap, rate].map(|a| a.dot(a).sqrt())
    }

    pub(super) fn act<T: Number>(&self, bodies: &[Body<T>; 2]) -> [Wrench<T>; 2] {
        let ([c_i, c_j], gap, rate) = self.gap(bodies);
        let lambda = self.compliance.lambda_in_space(gap, rate);
        [Wrench::at(c_i, lambda), Wrench::at(c_j, -lambda)]
    }
}
