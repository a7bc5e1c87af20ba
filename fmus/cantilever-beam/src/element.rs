//! One Euler–Bernoulli beam element: its mass and stiffness for deflection and slope at both ends.

use nalgebra::{Matrix4, Vector4};

/// An element whose deflection w(ξ) is the cubic through the deflections and slopes w₁, w₁′, w₂, w₂′ at its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// Length l in m.
    pub l: f64,
    /// Bending stiffness EI in N m².
    pub ei: f64,
    /// Mass per length ρA in kg/m.
    pub density: f64,
}

/// ∫ S Sᵀ dx for an element of length 1, with the Hermite polynomials S; all times 420.
const MASS: Matrix4<f64> = Matrix4::new(
    156.0, 22.0, 54.0, -13.0, //
    22.0, 4.0, 13.0, -3.0, //
    54.0, 13.0, 156.0, -22.0, //
    -13.0, -3.0, -22.0, 4.0,
);

/// ∫ S″ S″ᵀ dx for an element of length 1.
const STIFFNESS: Matrix4<f64> = Matrix4::new(
    12.0, 6.0, -12.0, 6.0, //
    6.0, 4.0, -6.0, 2.0, //
    -12.0, -6.0, 12.0, -6.0, //
    6.0, 2.0, -6.0, 4.0,
);

impl Element {
    /// The consistent mass matrix ∫ ρA S Sᵀ dx; sections have no inertia against turning.
    pub fn mass(&self) -> Matrix4<f64> {
        self.scaled(MASS, self.density * self.l / 420.0)
    }

    /// The stiffness matrix ∫ EI S″ S″ᵀ dx.
    pub fn stiffness(&self) -> Matrix4<f64> {
        self.scaled(STIFFNESS, self.ei / self.l.powi(3))
    }

    /// A matrix of an element of length 1, for slopes that are per length l.
    fn scaled(&self, of_one: Matrix4<f64>, factor: f64) -> Matrix4<f64> {
        let d = Vector4::new(1.0, self.l, 1.0, self.l);
        of_one.component_mul(&(factor * d * d.transpose()))
    }
}
