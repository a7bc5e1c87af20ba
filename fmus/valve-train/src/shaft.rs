//! The cam shaft: segments joined by torsional springs.
//!
//! ```text
//! J φ̈_i = c (φ_{i+1} − 2 φ_i + φ_{i−1}) + d (φ̇_{i+1} − 2 φ̇_i + φ̇_{i−1}) − d_b φ̇_i + M_i
//! ```
//!
//! with free ends.

/// What the shaft is made of.
#[derive(Clone, Copy, Debug)]
pub struct Shaft {
    /// J of a segment in kg·m².
    pub inertia: f64,
    /// c between two segments in N·m/rad.
    pub stiffness: f64,
    /// d between two segments in N·m·s/rad.
    pub damping: f64,
    /// d_b of the bearing of each segment in N·m·s/rad.
    pub bearing: f64,
}

impl Default for Shaft {
    fn default() -> Self {
        Self { inertia: 3e-4, stiffness: 2.5e4, damping: 2.0, bearing: 0.004 }
    }
}

impl Shaft {
    /// Turns the torques M_i on the segments into their accelerations; gives the power dissipated.
    #[inline]
    pub fn accelerations(&self, [phi, omega]: [&[f64]; 2], torque: &mut [f64]) -> f64 {
        let mut power = 0.0;
        for i in 1..phi.len() {
            let slip = omega[i] - omega[i - 1];
            let twist = self.stiffness * (phi[i] - phi[i - 1]) + self.damping * slip;
            torque[i - 1] += twist;
            torque[i] -= twist;
            power += self.damping * slip * slip;
        }
        for (torque, omega) in torque.iter_mut().zip(omega) {
            *torque = (*torque - self.bearing * omega) / self.inertia;
            power += self.bearing * omega * omega;
        }
        power
    }

    /// ½ J Σω² + ½ c Σ(φ_{i+1} − φ_i)².
    pub fn energy(&self, [phi, omega]: [&[f64]; 2]) -> f64 {
        let turning: f64 = omega.iter().map(|omega| omega * omega).sum();
        let twists: f64 = phi.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum();
        0.5 * (self.inertia * turning + self.stiffness * twists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn springs_and_dampers_between_segments_do_not_turn_the_whole() {
        let shaft = Shaft { bearing: 0.0, ..Shaft::default() };
        let (phi, omega) = ([0.1, 0.13, 0.08, 0.1], [3.0, 2.0, 5.0, 1.0]);
        let mut torque = [0.0; 4];
        let power = shaft.accelerations([&phi, &omega], &mut torque);
        let sum: f64 = torque.iter().sum();
        // Of some 1250 N·m over 3e-4 kg·m².
        assert!(sum.abs() < 1e-8, "{sum}");
        assert!((power - 2.0 * (1.0 + 9.0 + 16.0)).abs() < 1e-12, "{power}");
    }
}
