//! The equation of the line.
//!
//! ```text
//! I Q̇ = p_src − p − R Q − Q|Q|/K²
//! ```

/// What the line is made of.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// I in Pa·s²/m³.
    pub inertance: f64,
    /// R in Pa·s/m³.
    pub resistance: f64,
    /// K of turbulent flow in m³/(s·√Pa).
    pub conductance: f64,
}

impl Default for Line {
    /// From the pump.
    fn default() -> Self {
        Self { inertance: 2e6, resistance: 2e8, conductance: 1e-6 }
    }
}

impl Line {
    /// Q̇, and the power in W that friction takes.
    #[inline]
    pub fn rates(&self, q: f64, p_src: f64, p: f64) -> (f64, f64) {
        let friction = self.resistance * q + q * q.abs() / (self.conductance * self.conductance);
        ((p_src - p - friction) / self.inertance, friction * q)
    }

    /// ½ I Q².
    pub fn energy(&self, q: f64) -> f64 {
        0.5 * self.inertance * q * q
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_opposes_the_flow_both_ways() {
        let line = Line::default();
        let (forth, back) = (line.rates(1e-5, 2e5, 2e5), line.rates(-1e-5, 2e5, 2e5));
        assert!(forth.0 < 0.0 && forth.0 == -back.0);
        assert!(forth.1 > 0.0 && forth.1 == back.1);
    }
}
