//! Passivity observer and controller: what the driver has made is taken from the motion that it drives.
//!
//! ```text
//! E_PO = E₀ + Σ (f + fᴾᶜ) Δx          what has passed to the driver of the force      observer
//! W    = E_PO − S − D                  S stored in it, D dissipated
//! fᴾᶜ  = 0 for W ≥ 0,  else −W / |Δx| along the velocity,  |fᴾᶜ| ≤ cap · |f|         controller
//! ```
//!
//! González, Arbatani, Mohtat and Kövecses (2018), eqs. (4a) and (4b), after Ryu and others; forces
//! there are those on the driver, here those on the driven slave, with the other sign. The driven
//! slave, a device in a hand, is taken to be passive: its energy need not be known. Energy that has
//! been lost is not restored. Without a cap the force becomes an impulse where the motion turns, and the publication's
//! example fails.

use super::{cap, norm};
use crate::signals::{BondState, Correction};

/// A damping force while more energy has come from the driver than it had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passivity {
    /// Its size is at most this part of the coupling force.
    pub cap: f64,
}

impl Passivity {
    /// A cap that keeps the force from becoming an impulse.
    pub const CAP: f64 = 1.0;
}

impl Correction for Passivity {
    fn force(&self, seen: &BondState, force: &mut [f64]) -> bool {
        let BondState { before, dx, v, f, .. } = *seen;
        let (way, speed) = (norm(dx), norm(v));
        let size = if way > 0.0 && speed > 0.0 { before.max(0.0) / way } else { 0.0 };
        let along = |v: &f64| if size > 0.0 { -size * v / speed } else { 0.0 };
        force.iter_mut().zip(v).for_each(|(force, v)| *force = along(v));
        cap(force, self.cap * norm(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn force(before: f64, dx: f64, v: f64) -> f64 {
        let mut force = [f64::NAN];
        let seen = BondState { leak: f64::NAN, before, dx: &[dx], v: &[v], f: &[-8.0] };
        Passivity { cap: 1.0 }.force(&seen, &mut force);
        force[0]
    }

    #[test]
    fn it_brakes_while_the_giver_has_given_too_much() {
        assert_eq!(force(2.0, 0.5, 3.0), -4.0);
        assert_eq!(force(2.0, -0.5, -3.0), 4.0);
        assert_eq!(force(2.0, 0.1, 3.0), -8.0);
        assert_eq!(force(-2.0, 0.5, 3.0), 0.0);
        assert_eq!(force(2.0, 0.0, 3.0), 0.0);
    }
}
