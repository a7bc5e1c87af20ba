//! A liquid with a little gas in it: how stiff it is at which pressure.
//!
//! The liquid is linear, the gas isentropic (Friedrich 2011, eqs. (2.94)–(2.96)):
//!
//! ```text
//! E(p) = a / (1 + (Ẽ ν / κ) p̃^(1/κ) p^−(1 + 1/κ)),   a = Ẽ (1 + ν)
//! g(p) = (1/a) [p − p₀ + Ẽ ν ((p̃/p₀)^(1/κ) − (p̃/p)^(1/κ))],   g′ = 1/E
//! ```
//!
//! g is the relative compression from p₀ to p. It increases and is concave, so that Newton's method
//! for g(p) = s approaches the solution steadily once it is below it.

/// Newton's method has found the pressure when it moves it by no more than this, relatively. It
/// converges quadratically, so the pressure is then right to rounding, wherever it began.
const TOLERANCE: f64 = 1e-10;
/// Pressures over many decades take some thirty iterations.
const MAX_ITERATIONS: usize = 200;
/// A pressure that would not be positive becomes this part of the one before instead.
const RETREAT: f64 = 0.1;

/// A liquid with undissolved gas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fluid {
    /// Ẽ in Pa: bulk modulus of the liquid alone.
    pub modulus: f64,
    /// ν: volume of the gas per volume of the liquid at the reference pressure.
    pub gas_fraction: f64,
    /// κ: isentropic exponent of the gas.
    pub exponent: f64,
    /// p̃ in Pa.
    pub reference_pressure: f64,
}

impl Fluid {
    /// E(p) in Pa.
    pub fn modulus_at(&self, p: f64) -> f64 {
        let Self { modulus, gas_fraction, exponent, reference_pressure } = self;
        let gas = modulus * gas_fraction / exponent * (reference_pressure / p).powf(1.0 / exponent);
        modulus * (1.0 + gas_fraction) / (1.0 + gas / p)
    }

    /// g(p): the volume of fluid per volume of the node that raises the pressure from `p0` to `p`.
    pub fn compression(&self, p0: f64, p: f64) -> f64 {
        let Self { modulus, gas_fraction, exponent, reference_pressure } = self;
        let expanded = |p: f64| (reference_pressure / p).powf(1.0 / exponent);
        let gas = modulus * gas_fraction * (expanded(p0) - expanded(p));
        (p - p0 + gas) / (modulus * (1.0 + gas_fraction))
    }

    /// One step of Newton's method (2.96) for g = `s` from `p`; g′ = 1/E.
    pub fn newton_step(&self, p0: f64, s: f64, p: f64) -> f64 {
        positive(p, p - self.modulus_at(p) * (self.compression(p0, p) - s))
    }

    /// The pressure at which g = `s`, by Newton's method from `guess`; NaN if it is not found.
    pub fn pressure(&self, p0: f64, s: f64, guess: f64) -> f64 {
        let mut p = guess;
        for _ in 0..MAX_ITERATIONS {
            let next = self.newton_step(p0, s, p);
            if (next - p).abs() <= TOLERANCE * next {
                return next;
            }
            p = next;
        }
        f64::NAN
    }
}

/// The pressure `next`, or less of `p` where that is not positive.
pub(super) fn positive(p: f64, next: f64) -> f64 {
    if next > 0.0 { next } else { RETREAT * p }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oil of Friedrich (2011), section 2.4.
    const OIL: Fluid =
        Fluid { modulus: 821e6, gas_fraction: 0.08, exponent: 1.4, reference_pressure: 1e5 };
    const P0: f64 = 1e5;

    #[test]
    fn the_modulus_of_oil_rises_with_the_pressure() {
        let reference = [
            (2e4, 119_720.595_421_703_37),
            (1e5, 1_885_979.945_305_380_7),
            (1e6, 88_159_053.481_427_67),
            (1e7, 754_700_024.358_894_3),
            (1e8, 883_696_328.429_670_9),
        ];
        for (p, modulus) in reference {
            let relative = OIL.modulus_at(p) / modulus - 1.0;
            assert!(relative.abs() < 1e-13, "{p} Pa: {relative:e}");
        }
    }

    #[test]
    fn the_modulus_is_the_slope_of_pressure_over_compression() {
        for p in [3e3, 1e5, 2.7e6, 4e7] {
            // Truncation of h² and rounding of 1e-16/h, relatively.
            let h = 1e-5 * p;
            let slope = OIL.compression(P0, p + h) - OIL.compression(P0, p - h);
            let modulus = 2.0 * h / slope;
            assert!((modulus / OIL.modulus_at(p) - 1.0).abs() < 1e-8, "{p} Pa: {modulus}");
        }
    }

    #[test]
    fn the_pressure_is_found_from_either_side() {
        let reference = [
            (-0.5, 5_689.711_925_963_918_5),
            (-0.1, 30_253.790_923_828_346),
            (-0.01, 83_779.565_558_379_21),
            (0.0, 1e5),
            (0.02, 155_113.464_770_422_43),
            (0.05, 470_858.694_349_055_4),
            (0.07, 2_709_596.932_701_368),
            (0.08, 8_180_365.855_981_565),
            (0.1, 24_383_290.574_902_385),
        ];
        for (s, pressure) in reference {
            // From far below, from 1 bar, and from 1000 bar, where plain Newton leaves p > 0.
            for guess in [1.0, 1e5, 1e8] {
                let relative = OIL.pressure(P0, s, guess) / pressure - 1.0;
                assert!(relative.abs() < 1e-12, "s = {s} from {guess} Pa: {relative:e}");
            }
        }
    }

    #[test]
    fn a_liquid_without_gas_is_linear() {
        let liquid = Fluid { gas_fraction: 0.0, ..OIL };
        assert_eq!(liquid.modulus_at(3e5), 821e6);
        assert!((liquid.pressure(P0, 1e-3, P0) - (P0 + 821e3)).abs() < 1e-6);
    }
}
