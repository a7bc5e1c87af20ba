//! Rates of a rotation vector: θ turns by |θ| about θ, and ω = J(θ) θ̇ with the left Jacobian J of the exponential map.

use nalgebra::Vector3;

/// Below it the coefficients are sums of three terms, whose next one is below rounding.
const SMALL: f64 = 1e-2;

/// ω = θ̇ + (1 − cos θ)/θ² θ × θ̇ + (θ − sin θ)/θ³ θ × (θ × θ̇)
pub(super) fn left_jacobian(theta: Vector3<f64>, rate: Vector3<f64>) -> Vector3<f64> {
    let angle = theta.norm();
    let square = angle * angle;
    let (b, c) = if angle < SMALL {
        (
            0.5 - square / 24.0 + square * square / 720.0,
            1.0 / 6.0 - square / 120.0 + square * square / 5040.0,
        )
    } else {
        (2.0 * (0.5 * angle).sin().powi(2) / square, (angle - angle.sin()) / (angle * square))
    };
    let once = theta.cross(&rate);
    rate + b * once + c * theta.cross(&once)
}

/// θ̇ = ω − ½ θ × ω + (1 − θ/2 cot(θ/2))/θ² θ × (θ × ω)
pub(super) fn inverse_left_jacobian(theta: Vector3<f64>, omega: Vector3<f64>) -> Vector3<f64> {
    let angle = theta.norm();
    let square = angle * angle;
    let c = if angle < SMALL {
        1.0 / 12.0 + square / 720.0 + square * square / 30240.0
    } else {
        (1.0 - 0.5 * angle / (0.5 * angle).tan()) / square
    };
    let once = theta.cross(&omega);
    omega - 0.5 * once + c * theta.cross(&once)
}

#[cfg(test)]
mod tests {
    use nalgebra::UnitQuaternion;

    use super::*;

    #[test]
    fn jacobians_of_the_exponential_map_are_inverse_to_each_other() {
        let (omega, axis) =
            (Vector3::new(0.3, -2.0, 1.1), Vector3::new(2.0, 1.0, -3.0).normalize());
        for angle in [0.0, 1e-6, 1e-3, 0.99e-2, 1.01e-2, 0.1, 1.5, 3.0] {
            let theta = angle * axis;
            let back = left_jacobian(theta, inverse_left_jacobian(theta, omega));
            assert!((back - omega).norm() < 1e-13, "{angle}: {:e}", (back - omega).norm());
        }
    }

    #[test]
    fn the_left_jacobian_gives_the_angular_velocity_of_a_rotation_vector() {
        let (theta, rate, step) =
            (Vector3::new(0.4, 0.9, -1.2), Vector3::new(0.5, -0.2, 2.0), 1e-5);
        let at = |t: f64| UnitQuaternion::from_scaled_axis(theta + t * rate);
        let turned = (at(step) * at(-step).inverse()).scaled_axis() / (2.0 * step);
        // A central difference, of second order in the step.
        assert!((left_jacobian(theta, rate) - turned).norm() < 1e-9);
    }
}
