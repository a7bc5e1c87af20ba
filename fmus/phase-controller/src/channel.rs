//! One channel of the controller.
//!
//! ```text
//! e = set − ψ,  raw = ½ + k_P e + I − k_D ψ̇,  s = min(max(raw, 0), 1)
//! I ← min(max(I + k_I T e, −I_max), I_max), unless raw is beyond a limit and e drives it further
//! ```

/// The gains.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// k_P in 1/rad.
    pub proportional: f64,
    /// k_I in 1/(rad·s).
    pub integral: f64,
    /// k_D in s/rad.
    pub derivative: f64,
    /// I_max.
    pub limit: f64,
    /// T in s.
    pub period: f64,
}

impl Default for Gains {
    fn default() -> Self {
        Self { proportional: 6.0, integral: 60.0, derivative: 0.01, limit: 0.3, period: 1e-3 }
    }
}

impl Gains {
    /// The spool's position, and the integral part after this sample.
    pub fn sample(&self, set: f64, psi: f64, psidot: f64, integral: f64) -> (f64, f64) {
        let e = set - psi;
        let raw = 0.5 + self.proportional * e + integral - self.derivative * psidot;
        let s = raw.clamp(0.0, 1.0);
        let drives_further = (raw > 1.0 && e > 0.0) || (raw < 0.0 && e < 0.0);
        let grown = (integral + self.integral * self.period * e).clamp(-self.limit, self.limit);
        (s, if drives_further { integral } else { grown })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spool_stays_in_the_middle_without_an_error() {
        assert_eq!(Gains::default().sample(0.1, 0.1, 0.0, 0.0), (0.5, 0.0));
    }

    #[test]
    fn each_part_of_the_action_has_its_gain() {
        let (s, integral) = Gains::default().sample(0.11, 0.1, 2.0, 0.05);
        assert!((s - (0.5 + 0.06 + 0.05 - 0.02)).abs() < 1e-15, "{s}");
        assert!((integral - (0.05 + 60.0 * 1e-3 * 0.01)).abs() < 1e-15, "{integral}");
    }

    #[test]
    fn a_saturated_spool_stops_the_integral_unless_the_error_drives_it_back() {
        let gains = Gains::default();
        assert_eq!(gains.sample(0.3, 0.1, 0.0, 0.1), (1.0, 0.1));
        assert_eq!(gains.sample(0.1, 0.3, 0.0, -0.1), (0.0, -0.1));
        // The speed saturates it here.
        let (s, integral) = gains.sample(0.1, 0.11, -100.0, 0.1);
        assert!(s == 1.0 && integral < 0.1, "{integral}");
    }

    #[test]
    fn the_integral_stays_within_its_limit() {
        assert_eq!(Gains::default().sample(0.12, 0.1, 0.0, 0.2999).1, 0.3);
        assert_eq!(Gains::default().sample(0.1, 0.12, 0.0, -0.2999).1, -0.3);
    }
}
