//! The axes of marker B that a constraint holds, and those that it leaves free.
//!
//! With the axes e₁, e₂, e₃ of B and the rotation Δ = B⁻¹ A as a quaternion (w, v) in the frame of B:
//!
//! ```text
//! g_k = e_k · (r_B − r_A)                 held translations
//! g_k = 2 v_k                             held rotations; v_k = 0 for all that are held
//! ġ_k = e_k · (v_B + ω_B × (r_A − r_B) − v_A)
//! ġ_k = n_k · (ω_A − ω_B),   n_k = B (w e_k + v × e_k)
//! ```
//!
//! A force along e_k acts at A on both bodies, a torque along n_k. With two rotations held this is a hinge, with one a joint
//! without twist, as of constant velocity. Without a gap the n_k are unit vectors at right angles to each other. Zhang et al. (2022),
//! section 2.3.3, have the axes of B but no formula for joints that leave some free.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::motion::{Motion, Turn};
use crate::law::joint::{Orientation, Vector};

/// Which axes of marker B are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Along x, y and z.
    pub translations: [bool; 3],
    /// About x, y and z.
    pub rotations: [bool; 3],
}

impl Held {
    /// What a vector has along the translations that are held in the frame of `b`.
    pub(super) fn along(&self, b: Turn<f64>, v: Vector<f64>) -> Vector<f64> {
        let Vector(local) = b.to_local(v);
        b.rotate(std::array::from_fn(|k| if self.translations[k] { local[k] } else { 0.0 }))
    }

    /// What a vector has along the axes n_k of the rotations that are held.
    pub(super) fn about(&self, a: Turn<f64>, b: Turn<f64>, w: Vector<f64>) -> Vector<f64> {
        let zero = Vector::constant([0.0; 3]);
        let part = |axis: Vector<f64>| axis * axis.dot(w);
        match (self.rotations, b) {
            ([true, true, true], _) => w,
            ([false, false, false], _) => zero,
            ([_, _, held], Turn::None | Turn::Angle(_)) => {
                if held {
                    part(Vector([0.0, 0.0, 1.0]))
                } else {
                    zero
                }
            }
            (held, Turn::Space(of_b)) => {
                let (b, turned) = (unit(of_b), self.without_gap(a, b));
                let axes = (0..3).filter(|k| held[*k]).map(|k| {
                    let e = Vector3::ith(k, 1.0);
                    let n = b * (e * turned.w + turned.imag().cross(&e));
                    Vector([n.x, n.y, n.z])
                });
                axes.fold(zero, |sum, axis| sum + part(axis))
            }
        }
    }

    /// Δ without what it has about the axes that are held.
    fn without_gap(&self, a: Turn<f64>, b: Turn<f64>) -> UnitQuaternion<f64> {
        let (Turn::Space(a), Turn::Space(b)) = (a, b) else { return UnitQuaternion::identity() };
        let turned = unit(b).inverse() * unit(a);
        let v = turned.imag();
        let v = Vector3::from_fn(|k, _| if self.rotations[k] { 0.0 } else { v[k] });
        let free = Quaternion::from_parts(turned.w, v);
        UnitQuaternion::try_new(free, 0.0).unwrap_or_default()
    }

    /// How A would be turned without a gap: as B about the axes that are held, as it is about the others.
    pub(super) fn closed_turn(&self, a: Turn<f64>, b: Turn<f64>) -> Turn<f64> {
        match (self.rotations, a, b) {
            ([true, true, true], ..) | ([_, _, true], Turn::Angle(_), _) => b,
            (rotations, Turn::Space(_), Turn::Space(of_b)) if rotations != [false; 3] => {
                let q = unit(of_b) * self.without_gap(a, b);
                Turn::Space(Orientation([q.w, q.i, q.j, q.k]))
            }
            _ => a,
        }
    }

    /// The motion that A would have without a gap: that of the point of B's body at A along the axes that are held, its own
    /// along the others. Accelerations are those of A.
    pub(super) fn closed(&self, a: &Motion<f64>, b: &Motion<f64>) -> Motion<f64> {
        let mixed = |of_b: Vector<f64>, of_a: Vector<f64>| {
            self.along(b.turn, of_b) + (of_a - self.along(b.turn, of_a))
        };
        let apart = a.position - b.position;
        let free = apart - self.along(b.turn, apart);
        let about = |w: Vector<f64>| self.about(a.turn, b.turn, w);
        Motion {
            position: b.position + free,
            turn: self.closed_turn(a.turn, b.turn),
            velocity: mixed(b.velocity + b.angular_velocity.cross(free), a.velocity),
            angular_velocity: about(b.angular_velocity)
                + (a.angular_velocity - about(a.angular_velocity)),
            ..*a
        }
    }
}

fn unit(Orientation([w, x, y, z]): Orientation<f64>) -> UnitQuaternion<f64> {
    UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z))
}
