//! Gauss quadrature with four points on [0, 1], exact for polynomials of degree 7.

/// How many points there are.
pub(super) const COUNT: usize = 4;

/// The points.
pub(super) const POINTS: [f64; COUNT] =
    [0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263];

const WEIGHTS: [f64; COUNT] =
    [0.17392742256872693, 0.32607257743127307, 0.32607257743127307, 0.17392742256872693];

/// The points with their weights.
pub(super) fn points() -> impl Iterator<Item = (f64, f64)> {
    POINTS.into_iter().zip(WEIGHTS)
}
