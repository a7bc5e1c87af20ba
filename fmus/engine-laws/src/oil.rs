//! The oil of the engine: a liquid with a little air in it.
//!
//! ```text
//! E(p) = a / (1 + b p^c),  a = Ẽ (1 + ν),  b = (Ẽ ν/κ) p̃^(1/κ),  c = −(1 + 1/κ)
//! w(p) = ∫ (p − p_amb)/E dp = (1/a) [p²/2 + b p^(c+2)/(c+2) − p_amb (p + b p^(c+1)/(c+1))], zero at p_amb
//! ```
//!
//! Friedrich (2011), eq. (2.94). One power p^c serves both. Since E falls as p^1.7, p stays positive by itself.

/// The pressure of the surroundings in Pa.
pub const AMBIENT: f64 = 1e5;

/// Ẽ in Pa.
const LIQUID: f64 = 821e6;
/// κ.
const EXPONENT: f64 = 1.4;
/// p̃ in Pa.
const REFERENCE: f64 = 1e5;
const C: f64 = -(1.0 + 1.0 / EXPONENT);

/// A liquid with undissolved air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oil {
    a: f64,
    b: f64,
    /// The bracket of w at p_amb.
    ambient: f64,
}

impl Oil {
    /// An oil with the fraction ν of air at 1 bar; the powers of constants are known when it is compiled.
    #[inline(always)]
    pub fn new(air: f64) -> Self {
        let a = LIQUID * (1.0 + air);
        let b = LIQUID * air / EXPONENT * REFERENCE.powf(1.0 / EXPONENT);
        let ambient = bracket(b, AMBIENT, AMBIENT.powf(C));
        Self { a, b, ambient }
    }

    /// E(p) in Pa.
    #[inline]
    pub fn modulus(&self, p: f64) -> f64 {
        self.a / (1.0 + self.b * p.powf(C))
    }

    /// w(p) in J/m³: the work that compresses it from p_amb to `p`, less that of the surroundings.
    #[inline]
    pub fn energy(&self, p: f64) -> f64 {
        self.modulus_and_energy(p).1
    }

    /// E(p) and w(p).
    #[inline]
    pub fn modulus_and_energy(&self, p: f64) -> (f64, f64) {
        let power = p.powf(C);
        (self.a / (1.0 + self.b * power), (bracket(self.b, p, power) - self.ambient) / self.a)
    }
}

#[inline(always)]
fn bracket(b: f64, p: f64, power: f64) -> f64 {
    let square = 0.5 * p * p + b * power * p * p / (C + 2.0);
    square - AMBIENT * (p + b * power * p / (C + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_energy_grows_as_the_pressure_over_the_modulus() {
        let oil = Oil::new(0.02);
        for p in [3e4, 1e5, 4e5, 2e6, 1e7] {
            let h = 1e-4 * p;
            let slope = (oil.energy(p + h) - oil.energy(p - h)) / (2.0 * h);
            let expected = (p - AMBIENT) / oil.modulus(p);
            assert!((slope - expected).abs() < 1e-6 * expected.abs().max(1e-3), "{p} Pa: {slope}");
        }
        assert_eq!(oil.energy(AMBIENT), 0.0);
    }
}
