//! The slider of a crank with a rod, measured from where it is at t = 0, and the parameters of such a drive.

use fmu_builder::{Parameter, Sample, Variables};

/// Y(t) = √(l₁² − r² cos²φ) + r sin φ − (l₁ + r) with φ = ω t + π/2; Zhang et al. (2022), equation (50).
///
/// The slider begins at its highest point. The length of what lies between slider and beam does not
/// matter to a motion counted from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrankSlider {
    /// Radius r of the crank in m; 0 means no motion.
    pub radius: f64,
    /// Length l₁ of the rod in m, more than the radius.
    pub rod: f64,
    /// Angular velocity ω of the crank in rad/s.
    pub omega: f64,
}

impl CrankSlider {
    /// Y and its first two time derivatives.
    pub fn motion(&self, t: f64) -> [f64; 3] {
        let Self { radius: r, rod, omega } = *self;
        if r == 0.0 {
            return [0.0; 3];
        }
        // cos(ωt + π/2) = −sin ωt, sin(ωt + π/2) = cos ωt
        let (sin, cos) = (omega * t).sin_cos();
        let root = (rod * rod - r * r * sin * sin).sqrt();
        // The difference to l₁ without cancellation.
        let lowered = -r * r * sin * sin / (root + rod);
        let slope = -r * r * sin * cos / root;
        let bend = -(r * r * (cos * cos - sin * sin) + slope * slope) / root;
        [lowered + r * (cos - 1.0), omega * (slope - r * sin), omega * omega * (bend - r * cos)]
    }
}

/// The handles of the parameters of a crank that moves the base of a model.
#[derive(Clone, Copy, Debug)]
pub struct Crank {
    radius: Parameter,
    rod: Parameter,
    omega: Parameter,
}

impl Crank {
    /// Declares `l_cra`, `l_1` and `omega_cra` with these defaults.
    pub fn declare(v: &mut Variables, default: CrankSlider) -> Self {
        let CrankSlider { radius, rod, omega } = default;
        let what = "radius of the crank that moves the base, 0 for none";
        let radius = v.parameter("l_cra", radius, "m", what);
        let rod = v.parameter("l_1", rod, "m", "length of the rod of that crank");
        let omega = v.parameter("omega_cra", omega, "rad/s", "angular velocity of that crank");
        v.at_least(radius, 0.0);
        v.at_least(rod, 1e-9);
        Self { radius, rod, omega }
    }

    /// The drive with the values of its parameters.
    pub fn slider(&self, s: &Sample) -> CrankSlider {
        CrankSlider { radius: s[self.radius], rod: s[self.rod], omega: s[self.omega] }
    }

    /// Says what is wrong with a crank that cannot turn.
    pub fn check(&self, s: &Sample) -> Result<(), String> {
        let CrankSlider { radius, rod, .. } = self.slider(s);
        if radius < rod {
            return Ok(());
        }
        Err(format!("l_cra = {radius} m must be less than l_1 = {rod} m, or the crank cannot turn"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_moves_as_published_and_with_its_derivatives() {
        let crank = CrankSlider { radius: 2e-3, rod: 0.01, omega: 40.0 };
        let position = |t: f64| {
            let phase = 40.0 * t + std::f64::consts::FRAC_PI_2;
            (1e-4 - 4e-6 * phase.cos().powi(2)).sqrt() + 2e-3 * phase.sin() - 0.012
        };
        let e = 1e-5;
        for k in 0..50 {
            let t = 0.01 * k as f64;
            let [y, dy, ddy] = crank.motion(t);
            assert!((y - position(t)).abs() < 1e-15);
            assert!((dy - (position(t + e) - position(t - e)) / (2.0 * e)).abs() < 1e-8);
            let slope = (crank.motion(t + e)[1] - crank.motion(t - e)[1]) / (2.0 * e);
            assert!((ddy - slope).abs() < 1e-6);
        }
    }

    #[test]
    fn a_crank_of_radius_zero_is_at_rest() {
        let crank = CrankSlider { radius: 0.0, rod: 0.01, omega: 40.0 };
        assert_eq!(crank.motion(0.3), [0.0; 3]);
    }
}
