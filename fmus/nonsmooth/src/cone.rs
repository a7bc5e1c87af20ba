//! The projection onto a friction cone.

use crate::vector::Vector;

/// The point of the cone |γ_t| ≤ μ γ_n about the unit vector `n` that is nearest to `gamma`.
///
/// Tasora and Anitescu (2011): inside the cone nothing changes, inside the polar cone the nearest point is its tip, elsewhere
/// γ_n' = (γ_n + μ |γ_t|)/(1 + μ²) and |γ_t'| = μ γ_n'.
#[inline(always)]
pub fn project(gamma: Vector, n: Vector, mu: f64) -> Vector {
    let normal = gamma.dot(n);
    let tangential = gamma - n * normal;
    let square = tangential.dot(tangential);
    // Only what slides needs a root.
    if normal >= 0.0 && square <= (mu * normal).powi(2) {
        return gamma;
    }
    if normal <= 0.0 && mu * mu * square <= normal * normal {
        return Vector::ZERO;
    }
    let length = square.sqrt();
    let normal = (normal + mu * length) / (1.0 + mu * mu);
    n * normal + tangential * (mu * normal / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: Vector = Vector([0.0, 1.0, 0.0]);

    #[test]
    fn what_is_inside_stays_and_what_is_below_becomes_nothing() {
        let inside = Vector([0.3, 1.0, 0.4]);
        assert_eq!(project(inside, N, 0.5), inside);
        assert_eq!(project(Vector([0.0, -2.0, 1.0]), N, 0.5), Vector::ZERO);
        assert_eq!(project(Vector([0.6, 2.0, 0.8]), N, 0.0), Vector([0.0, 2.0, 0.0]));
        assert_eq!(project(Vector([0.6, -2.0, 0.8]), N, 0.0), Vector::ZERO);
    }

    /// The difference to the projection p is at right angles to p and lies in the polar cone.
    #[test]
    fn the_projection_is_the_nearest_point() {
        for (normal, mu) in [(0.1, 0.5), (-0.4, 0.5), (1.2, 0.25), (-0.1, 2.0)] {
            let gamma = Vector([1.2, normal, -0.9]);
            let p = project(gamma, N, mu);
            let rest = gamma - p;
            assert!(p.dot(rest).abs() < 1e-15);
            let (pn, length) = (p.dot(N), p.across(N).norm());
            assert!((length - mu * pn).abs() < 1e-15 && pn > 0.0);
            assert!(mu * rest.across(N).norm() <= -rest.dot(N) + 1e-15);
        }
    }
}
