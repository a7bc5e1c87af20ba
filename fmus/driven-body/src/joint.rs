//! The axes of a marker that follow a prescribed motion, in the frame of the marker at the start of a step.
//!
//! With the axes e₁, e₂, e₃ of the marker B and the rotation (w, v) = B⁻¹ B_in in its frame:
//!
//! ```text
//! e_k · (v_B + ω × (r_in − r_B)) = e_k · v_in − e_k · (r_B − r_in)/Δt            held translations
//! n_k · ω = n_k · ω_in + 2 v_k/Δt,   n_k = B (w e_k + v × e_k)                  held rotations
//! ```
//!
//! In n_k the rotation has no part about axes that are held, so that these vectors are at right angles to each other.

use nalgebra::{Matrix3, Matrix6, Quaternion, UnitQuaternion, Vector3, Vector6};

/// Which axes are held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub translations: [bool; 3],
    pub rotations: [bool; 3],
}

/// Position, orientation and velocities of a marker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub r: Vector3<f64>,
    pub q: UnitQuaternion<f64>,
    pub v: Vector3<f64>,
    pub omega: Vector3<f64>,
}

/// G (v_c, ω) = due, with a row for each axis; rows of free axes are zero.
pub(crate) struct Rows {
    pub g: Matrix6<f64>,
    pub due: Vector6<f64>,
}

impl Held {
    /// How B_in would be turned, seen from B, without a gap about the axes that are held.
    fn without_gap(&self, turned: &UnitQuaternion<f64>) -> UnitQuaternion<f64> {
        let v = turned.imag();
        let v = Vector3::from_fn(|k, _| if self.rotations[k] { 0.0 } else { v[k] });
        let free = Quaternion::from_parts(turned.w, v);
        UnitQuaternion::try_new(free, 0.0).unwrap_or_default()
    }

    /// Where the reaction acts: at the prescribed point along free axes, at the marker along those that are held.
    pub fn point(&self, marker: &Motion, r_in: Vector3<f64>) -> Vector3<f64> {
        let local = marker.q.inverse() * (r_in - marker.r);
        let free = Vector3::from_fn(|k, _| if self.translations[k] { 0.0 } else { local[k] });
        marker.r + marker.q * free
    }

    /// The rows for the marker at the start of a step of length `h`, with the centre of mass at `centre`.
    pub fn rows(&self, marker: &Motion, centre: Vector3<f64>, driven: &Motion, h: f64) -> Rows {
        let mut rows = Rows { g: Matrix6::zeros(), due: Vector6::zeros() };
        let (arm, gap) = (driven.r - centre, marker.r - driven.r);
        let axes: Matrix3<f64> = marker.q.to_rotation_matrix().into_inner();
        let turned = marker.q.inverse() * driven.q;
        let free = self.without_gap(&turned);
        for k in 0..3 {
            if self.translations[k] {
                let e: Vector3<f64> = axes.column(k).into();
                rows.g.fixed_view_mut::<1, 3>(k, 0).tr_copy_from(&e);
                rows.g.fixed_view_mut::<1, 3>(k, 3).tr_copy_from(&arm.cross(&e));
                rows.due[k] = e.dot(&(driven.v - gap / h));
            }
            if self.rotations[k] {
                let e = Vector3::ith(k, 1.0);
                let n = marker.q * (e * free.w + free.imag().cross(&e));
                rows.g.fixed_view_mut::<1, 3>(3 + k, 3).tr_copy_from(&n);
                rows.due[3 + k] = n.dot(&driven.omega) + 2.0 * turned.imag()[k] / h;
            }
        }
        rows
    }
}
