//! The slider of a crank with a rod, measured from where it is at t = 0.

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
