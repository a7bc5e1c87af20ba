//! How a primitive joint gives way: a spring and a damper, linear or by tables.

use super::{Number, Vector};
use crate::law::Characteristic;

/// Force over gap and over its rate.
#[derive(Clone, Debug)]
pub struct Compliance {
    /// f_c, in N/m; for the cosine of an angle in N·m.
    pub stiffness: Characteristic,
    /// f_d, in N·s/m; for the rate of a cosine in N·m·s.
    pub damping: Characteristic,
}

impl Compliance {
    /// λ = −f_c(g) − f_d(ġ): it closes the gap g.
    ///
    /// Equations (54), (58) and (62) of Schweizer and Lu (2014) have the other sign, with which the
    /// forces of (57), (61) and (65) would open it.
    pub(super) fn lambda<T: Number>(&self, gap: T, rate: T) -> T {
        -gap.through(&self.stiffness) - rate.through(&self.damping)
    }

    /// λ for a gap in space, by its length and that of its rate, along their directions: no
    /// axis is preferred.
    pub(super) fn lambda_in_space<T: Number>(&self, gap: Vector<T>, rate: Vector<T>) -> Vector<T> {
        -along(&self.stiffness, gap) - along(&self.damping, rate)
    }
}

/// f(|a|) a/|a|. Where a vanishes so does the force, with the slope of f.
fn along<T: Number>(characteristic: &Characteristic, a: Vector<T>) -> Vector<T> {
    match characteristic {
        Characteristic::Linear(coefficient) => a * T::from(*coefficient),
        Characteristic::Cubic([linear, cubic]) => {
            a * (T::from(*linear) + T::from(*cubic) * a.dot(a))
        }
        Characteristic::Table(_) if a.dot(a).value() == 0.0 => {
            a * T::from(characteristic.at(0.0).1)
        }
        Characteristic::Table(_) => {
            let length = a.dot(a).sqrt();
            a * (length.through(characteristic) / length)
        }
    }
}
