//! The equations of the tensioner.
//!
//! ```text
//! m v̇   = A (p_h − p_amb) + F_s0 − k_s x − d v + F       V_h = V_h0 + A x
//! ṗ_h   = E(p_h)/V_h (Q_b − Q_k − A v)                   Q_b = orifice(p_b − p_h),  Q_k = G (p_h − p_amb)
//! ṗ_b   = E(p_b)/V_b (Q_cv − Q_b)                        Q_cv = smooth((p_c − p_b − 0.1 bar)/0.5 bar) orifice(p_c − p_b)
//! ṗ_c   = E(p_c)/V_c (Q_l − Q_cv)
//! I Q̇_l = p_s − p_c − R Q_l
//! ```

use engine_laws::{AMBIENT, Oil, Orifice, smooth};

/// The check valve begins to open at this difference of pressure in Pa.
const OPENS: f64 = 1e4;
/// It is open after this much more.
const OPENING: f64 = 5e4;
/// Δp_t of the check valve in Pa.
pub(crate) const CHECK_VALVE_TRANSITION: f64 = 1e4;
/// Δp_t of the bore from the cage into the chamber in Pa.
pub(crate) const BORE_TRANSITION: f64 = 2e4;

/// What the tensioner is made of.
#[derive(Clone, Copy, Debug)]
pub struct Tensioner {
    /// m of the piston in kg.
    pub mass: f64,
    /// A of the piston in m².
    pub area: f64,
    /// F_s0 of the spring in N.
    pub preload: f64,
    /// k_s of the spring in N/m.
    pub stiffness: f64,
    /// d of the piston in N·s/m.
    pub damping: f64,
    /// V_h0 of the chamber at x = 0 in m³.
    pub chamber: f64,
    /// V_b of the cage of the ball in m³.
    pub cage: f64,
    /// V_c of the feed bore in m³.
    pub feed: f64,
    /// From the feed bore into the cage.
    pub check_valve: Orifice,
    /// From the cage into the chamber.
    pub bore: Orifice,
    /// G of the gap around the piston in m³/(s·Pa).
    pub gap: f64,
    /// I of the feed line in Pa·s²/m³.
    pub inertance: f64,
    /// R of the feed line in Pa·s/m³.
    pub resistance: f64,
    /// What it is filled with.
    pub oil: Oil,
}

impl Default for Tensioner {
    fn default() -> Self {
        Self {
            mass: 0.04,
            area: 1.131e-4,
            preload: 60.0,
            stiffness: 2000.0,
            damping: 5.0,
            chamber: 1e-6,
            cage: 2e-8,
            feed: 2e-7,
            check_valve: Orifice::new(6e-6, CHECK_VALVE_TRANSITION),
            bore: Orifice::new(3e-6, BORE_TRANSITION),
            gap: 1.2e-12,
            inertance: 6.76e6,
            resistance: 5e9,
            oil: Oil::new(0.02),
        }
    }
}

/// The state.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// x of the piston in m, outwards.
    pub x: f64,
    /// ẋ in m/s.
    pub v: f64,
    /// In the chamber, in Pa.
    pub p_h: f64,
    /// In the cage of the ball, in Pa.
    pub p_b: f64,
    /// In the feed bore, in Pa.
    pub p_c: f64,
    /// Out of the supply, in m³/s.
    pub q_l: f64,
}

/// Derivatives of the state, and powers in W.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// v̇.
    pub v: f64,
    /// ṗ_h.
    pub p_h: f64,
    /// ṗ_b.
    pub p_b: f64,
    /// ṗ_c.
    pub p_c: f64,
    /// Q̇_l.
    pub q_l: f64,
    /// By friction, orifices and the gap.
    pub dissipated: f64,
    /// A v w(p_h): oil in the chamber whose volume changes is not exactly conservative with ṗ = E/V ΣQ.
    pub of_volume: f64,
}

impl Tensioner {
    /// The derivatives with a force on the piston and the pressure of the supply.
    #[inline]
    pub fn rates(&self, at: &At, force: f64, p_s: f64) -> Rates {
        let At { x, v, p_h, p_b, p_c, q_l } = *at;
        let (modulus_h, energy_h) = self.oil.modulus_and_energy(p_h);
        let swept = self.area * v;
        let q_b = self.bore.flow(p_b - p_h);
        let q_k = self.gap * (p_h - AMBIENT);
        let q_cv = smooth((p_c - p_b - OPENS) / OPENING) * self.check_valve.flow(p_c - p_b);
        let spring = self.preload - self.stiffness * x - self.damping * v;
        let through = q_b * (p_b - p_h) + q_k * (p_h - AMBIENT) + q_cv * (p_c - p_b);
        Rates {
            v: (self.area * (p_h - AMBIENT) + spring + force) / self.mass,
            p_h: modulus_h / self.chamber_volume(x) * (q_b - q_k - swept),
            p_b: self.oil.modulus(p_b) / self.cage * (q_cv - q_b),
            p_c: self.oil.modulus(p_c) / self.feed * (q_l - q_cv),
            q_l: (p_s - p_c - self.resistance * q_l) / self.inertance,
            dissipated: self.damping * v * v + through + self.resistance * q_l * q_l,
            of_volume: swept * energy_h,
        }
    }

    /// V_h w(p_h) + V_b w(p_b) + V_c w(p_c) + ½ I Q_l² + ½ m v² − F_s0 x + ½ k_s x².
    pub fn energy(&self, at: &At) -> f64 {
        let At { x, v, p_h, p_b, p_c, q_l } = *at;
        let w = |p| self.oil.energy(p);
        let oil = self.chamber_volume(x) * w(p_h) + self.cage * w(p_b) + self.feed * w(p_c);
        let kinetic = 0.5 * (self.inertance * q_l * q_l + self.mass * v * v);
        oil + kinetic - self.preload * x + 0.5 * self.stiffness * x * x
    }

    #[inline]
    fn chamber_volume(&self, x: f64) -> f64 {
        self.chamber + self.area * x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at([x, v, p_h, p_b, p_c, q_l]: [f64; 6]) -> At {
        At { x, v, p_h, p_b, p_c, q_l }
    }

    #[test]
    fn the_check_valve_lets_nothing_back() {
        let tensioner = Tensioner::default();
        let back = tensioner.rates(&at([0.0, 0.0, 4e5, 5e5, 4e5, 0.0]), 0.0, 4e5);
        assert_eq!(back.p_c, 0.0);
        let forth = tensioner.rates(&at([0.0, 0.0, 4e5, 4e5, 5e5, 0.0]), 0.0, 5e5);
        assert!(forth.p_c < 0.0 && forth.p_b > 0.0);
    }
}
