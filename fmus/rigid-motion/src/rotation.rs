//! Vectors and quaternions (w, x, y, z).

/// A vector by its coordinates.
pub type Vector = [f64; 3];
/// A quaternion (w, x, y, z).
pub type Quaternion = [f64; 4];

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// q a q⁻¹: from the body's frame into the inertial one. The length of q does not matter.
pub(crate) fn rotate([w, x, y, z]: Quaternion, a: Vector) -> Vector {
    let u = [x, y, z];
    let half = cross(u, a);
    let rest = cross(u, half);
    let scale = 2.0 / (w * w + dot(u, u));
    [0, 1, 2].map(|n| a[n] + scale * (w * half[n] + rest[n]))
}

/// q⁻¹ a q: from the inertial frame into the body's.
pub(crate) fn rotate_back([w, x, y, z]: Quaternion, a: Vector) -> Vector {
    rotate([w, -x, -y, -z], a)
}

/// ½ ω q with ω in the inertial frame: q̇.
pub(crate) fn derivative([w, x, y, z]: Quaternion, omega: Vector) -> Quaternion {
    let u = [x, y, z];
    let product = cross(omega, u);
    let [i, j, k] = [0, 1, 2].map(|n| 0.5 * (w * omega[n] + product[n]));
    [-0.5 * dot(omega, u), i, j, k]
}
