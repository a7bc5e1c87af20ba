//! Correction by the accumulated leak: all of it is to be taken back in the next macro step.
//!
//! ```text
//! fᶜ = −γ v,   γ = L / |Δx · v|,   |fᶜ| ≤ cap · |f|
//! ```
//!
//! González, Arbatani, Mohtat and Kövecses (2018), eqs. (13) and (14). A positive leak is damped away,
//! a negative one restored. L is that of the whole bond (12); Δx the displacement over the last macro
//! step, v the velocity at its end, f the force at its beginning without correction. Where the motion
//! turns, Δx · v is nearly zero and the force would be an impulse: hence the cap, 1/4 in the
//! publication's oscillator, 1/10 for its cable. Where it is zero there is no correction.
//!
//! Needs the energy of both slaves. It follows one macro step behind, and takes back L entirely only
//! if the motion goes on as it was.

use super::{cap, dot, norm};
use crate::signals::{BondState, Correction};

/// The force that would take the whole leak back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccumulatedLeak {
    /// Its size is at most this part of the coupling force.
    pub cap: f64,
}

impl AccumulatedLeak {
    /// The cap of the publication's oscillator.
    pub const CAP: f64 = 0.25;
}

impl Correction for AccumulatedLeak {
    fn force(&self, seen: &BondState, force: &mut [f64]) -> bool {
        let BondState { leak, dx, v, f, .. } = *seen;
        let power = dot(dx, v).abs();
        let gamma = if power > 0.0 { leak / power } else { 0.0 };
        force.iter_mut().zip(v).for_each(|(force, v)| *force = -gamma * v);
        cap(force, self.cap * norm(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn force<const N: usize>(leak: f64, dx: [f64; N], v: [f64; N], f: [f64; N]) -> [f64; N] {
        let mut force = [f64::NAN; N];
        let seen = BondState { leak, before: f64::NAN, dx: &dx, v: &v, f: &f };
        AccumulatedLeak { cap: 0.25 }.force(&seen, &mut force);
        force
    }

    #[test]
    fn it_takes_the_leak_back_if_the_motion_goes_on() {
        assert_eq!(force(3.0, [0.5], [-2.0], [100.0]), [6.0]);
        assert_eq!(force(-3.0, [0.5], [2.0], [100.0]), [6.0]);
        let (dx, v) = ([0.3, 0.4], [3.0, 4.0]);
        assert!((dot(&force(1.0, dx, v, [100.0, 0.0]), &dx) + 1.0).abs() < 1e-15);
    }

    #[test]
    fn it_is_at_most_a_part_of_the_force_and_nothing_where_nothing_moves() {
        assert_eq!(force(1e3, [0.1], [1.0], [-100.0]), [-25.0]);
        let [x, y] = force(1e3, [0.3, 0.4], [3.0, 4.0], [0.0, 20.0]);
        assert!((x + 3.0).abs() < 1e-14 && (y + 4.0).abs() < 1e-14);
        assert_eq!(force(1e3, [0.0], [1.0], [-100.0]), [0.0]);
    }
}
