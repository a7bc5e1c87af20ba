//! The cam: lift h (1 − u²)⁴ with u = angle / width for |u| < 1, else none.

use std::f64::consts::TAU;

/// The shape of a cam.
#[derive(Clone, Copy, Debug)]
pub struct Cam {
    /// h in m.
    pub height: f64,
    /// From the tip to where the lift ends, in rad.
    pub width: f64,
}

/// The lift at an angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lift {
    /// In m.
    pub height: f64,
    /// Per angle, in m/rad.
    pub slope: f64,
}

impl Cam {
    /// The lift at an angle from the tip; full turns do not count.
    #[inline]
    pub fn at(&self, angle: f64) -> Lift {
        let u = (angle - TAU * (angle / TAU).round()) / self.width;
        let fall = 1.0 - u * u;
        if fall <= 0.0 {
            return Lift { height: 0.0, slope: 0.0 };
        }
        let cube = fall * fall * fall;
        Lift {
            height: self.height * cube * fall,
            slope: -8.0 * self.height * u * cube / self.width,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_lift_and_turns_do_not_count() {
        let cam = Cam { height: 8.5e-3, width: TAU / 6.0 };
        let h = 1e-6;
        for angle in [-3.0, -1.04, -0.5, 0.0, 0.3, 1.04, 2.0] {
            let slope = (cam.at(angle + h).height - cam.at(angle - h).height) / (2.0 * h);
            // The third derivative is about 1 m/rad³, and rounding 1e-16 of 1e-2 m over h.
            assert!((slope - cam.at(angle).slope).abs() < 1e-11, "{angle}: {slope}");
            let turned = cam.at(angle + 7.0 * TAU);
            assert!((turned.height - cam.at(angle).height).abs() < 1e-16);
        }
        assert_eq!(cam.at(0.0), Lift { height: 8.5e-3, slope: 0.0 });
    }
}
