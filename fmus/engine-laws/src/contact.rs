//! A contact after Hunt and Crossley, rounded where it begins.

use crate::regularise::{ramp, ramp_potential};

/// N = k ramp(δ) max(0, 1 + χ δ̇) with the depth δ and its rate: dissipates, never pulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// k in N/m, or N·m/rad.
    pub stiffness: f64,
    /// χ in s/m, or s/rad.
    pub damping: f64,
    /// ε in m or rad: half the range over which the contact begins.
    pub rounding: f64,
}

impl Contact {
    /// The force N, and the power that it dissipates, (N − k ramp(δ)) δ̇ ≥ 0.
    #[inline(always)]
    pub fn force(&self, depth: f64, rate: f64) -> (f64, f64) {
        let elastic = self.stiffness * ramp(depth, self.rounding);
        let factor = 1.0 + self.damping * rate;
        let force = if factor > 0.0 { elastic * factor } else { 0.0 };
        (force, (force - elastic) * rate)
    }

    /// The energy stored at depth δ.
    #[inline]
    pub fn energy(&self, depth: f64) -> f64 {
        self.stiffness * ramp_potential(depth, self.rounding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_pushes_and_dissipates() {
        let contact = Contact { stiffness: 1e6, damping: 0.5, rounding: 1e-5 };
        for (depth, rate) in [(-1e-4, 1.0), (0.0, -9.0), (1e-3, 2.0), (1e-3, -1.0), (1e-3, -3.0)] {
            let (force, power) = contact.force(depth, rate);
            assert!(force >= 0.0 && power >= 0.0, "{depth} m, {rate} m/s: {force} N, {power} W");
        }
        assert_eq!(contact.force(1e-3, 0.0), (1e3, 0.0));
    }
}
