//! The crank: 3000 revolutions per minute with an oscillation of the third order that fades in.

use crate::regularise::{smooth, smooth_curvature, smooth_slope};

/// Ω in rad/s.
pub const OMEGA: f64 = 100.0 * std::f64::consts::PI;
/// How long oscillation and loads take to fade in, in s.
pub const START_UP: f64 = 0.03;
/// The amplitude of the oscillation in rad: 1.5 % of the speed.
const AMPLITUDE: f64 = 0.005;
/// Oscillations per revolution.
const ORDER: f64 = 3.0;

/// The crank at one instant:
/// φ = Ω t + 0.005 w sin 3Ωt with w = smooth(t / 0.03 s), and ω = φ̇, α = ω̇.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crank {
    /// φ in rad.
    pub angle: f64,
    /// ω in rad/s.
    pub speed: f64,
    /// α in rad/s².
    pub acceleration: f64,
    /// w: how much of oscillation and loads there is, from 0 to 1.
    pub load: f64,
}

impl Crank {
    /// The crank at time `t`.
    #[inline]
    pub fn at(t: f64) -> Self {
        let s = t / START_UP;
        let (load, slope) = (smooth(s), smooth_slope(s) / START_UP);
        let curvature = smooth_curvature(s) / (START_UP * START_UP);
        let rate = ORDER * OMEGA;
        let (sin, cos) = (rate * t).sin_cos();
        let angle = OMEGA * t + AMPLITUDE * load * sin;
        let speed = OMEGA + AMPLITUDE * (slope * sin + load * rate * cos);
        let acceleration =
            AMPLITUDE * ((curvature - load * rate * rate) * sin + 2.0 * slope * rate * cos);
        Self { angle, speed, acceleration, load }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_acceleration_are_slopes() {
        // Rounding of φ ≈ 10 rad over 2h is 1e-9; h² times the third derivative, 4e6 and 4e9 with the oscillation, is less than the
        // bounds.
        let h = 1e-6;
        for t in [0.0, 0.004, 0.0299, 0.05] {
            let slope = (Crank::at(t + h).angle - Crank::at(t - h).angle) / (2.0 * h);
            assert!((slope - Crank::at(t).speed).abs() < 1e-5, "{t} s: {slope}");
            let slope = (Crank::at(t + h).speed - Crank::at(t - h).speed) / (2.0 * h);
            assert!((slope - Crank::at(t).acceleration).abs() < 1e-2, "{t} s: {slope}");
        }
    }
}
