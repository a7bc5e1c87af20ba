//! Flow through an opening, and the oil pump.

use crate::oil::AMBIENT;

/// Discharge coefficient.
const DISCHARGE: f64 = 0.7;
/// kg/m³.
const DENSITY: f64 = 850.0;

/// A sharp opening: Q = K Δp / (Δp² + Δp_t²)^¼, turbulent beyond Δp_t and laminar below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orifice {
    /// K in m³/(s·√Pa).
    pub conductance: f64,
    /// Δp_t² in Pa².
    transition2: f64,
}

impl Orifice {
    /// An opening of an area in m², K = 0.7 A √(2/ρ), with the transition at Δp_t in Pa.
    #[inline]
    pub fn new(area: f64, transition: f64) -> Self {
        let conductance = DISCHARGE * area * (2.0 / DENSITY).sqrt();
        Self { conductance, transition2: transition * transition }
    }

    /// Q in m³/s at a difference of pressure.
    #[inline]
    pub fn flow(&self, dp: f64) -> f64 {
        self.conductance * dp / (dp * dp + self.transition2).sqrt().sqrt()
    }
}

/// The pressure of the oil pump in Pa at a speed of the crank: p_amb + 5 bar (1 − exp(−ω / 157 rad/s)).
#[inline]
pub fn pump(speed: f64) -> f64 {
    AMBIENT + 5e5 * (1.0 - (-speed / 157.0).exp())
}
