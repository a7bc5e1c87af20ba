//! Steps and kinks made smooth.

/// max(0, d) with its kink rounded over |d| ≤ e: 0, (d + e)²/4e, d.
///
/// Written without branches, so that several can be computed at once.
#[inline(always)]
pub fn ramp(d: f64, e: f64) -> f64 {
    let rounded = (d + e) * (d + e) * (0.25 / e);
    let beyond = if d < e { rounded } else { d };
    if d > -e { beyond } else { 0.0 }
}

/// The integral of [`ramp`]: 0, (d + e)³/12e, d²/2 + e²/6.
#[inline]
pub fn ramp_potential(d: f64, e: f64) -> f64 {
    if d <= -e {
        0.0
    } else if d >= e {
        0.5 * d * d + e * e / 6.0
    } else {
        (d + e).powi(3) / (12.0 * e)
    }
}

/// From 0 to 1 over s in [0, 1], with slope and curvature zero at both ends.
#[inline]
pub fn smooth(s: f64) -> f64 {
    let s = s.clamp(0.0, 1.0);
    s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)
}

/// The slope of [`smooth`].
#[inline]
pub fn smooth_slope(s: f64) -> f64 {
    let s = s.clamp(0.0, 1.0);
    30.0 * s * s * (1.0 - s) * (1.0 - s)
}

/// The second derivative of [`smooth`].
#[inline]
pub fn smooth_curvature(s: f64) -> f64 {
    let s = s.clamp(0.0, 1.0);
    60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramp_is_the_slope_of_its_potential_and_joins_its_pieces() {
        let (e, h) = (0.5, 1e-6);
        for d in [-0.7, -0.5, -0.2, 0.0, 0.3, 0.5, 0.9] {
            let slope = (ramp_potential(d + h, e) - ramp_potential(d - h, e)) / (2.0 * h);
            assert!((slope - ramp(d, e)).abs() < 1e-9, "{d}: {slope}");
        }
    }

    #[test]
    fn the_smooth_step_has_the_slope_and_curvature_stated() {
        let h = 1e-6;
        for s in [-0.1, 0.2, 0.5, 0.9, 1.2] {
            let slope = (smooth(s + h) - smooth(s - h)) / (2.0 * h);
            assert!((slope - smooth_slope(s)).abs() < 1e-9, "{s}: {slope}");
            let curvature = (smooth_slope(s + h) - smooth_slope(s - h)) / (2.0 * h);
            assert!((curvature - smooth_curvature(s)).abs() < 1e-8, "{s}: {curvature}");
        }
        assert_eq!((smooth(0.0), smooth(1.0)), (0.0, 1.0));
    }
}
