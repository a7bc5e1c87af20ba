//! One gradient-deficient beam element: shape functions, mass, elastic energy and its gradient.
//!
//! The coordinates q of an element are rows: position and slope of its first node, position and
//! slope of its second. Source: González et al. (2018), appendix A, after Gerstmayr and Shabana
//! (2006).

use nalgebra::{Matrix4, Matrix4x3, RowVector3, Vector4};

/// Position, slope, position, slope.
pub type Coordinates = Matrix4x3<f64>;

/// Gauss points on [0, 1] with their weights; exact for polynomials of degree 9.
const AXIAL: [(f64, f64); 5] = [
    (0.046910077030668, 0.11846344252809454),
    (0.23076534494715845, 0.23931433524968324),
    (0.5, 0.28444444444444444),
    (0.7692346550528415, 0.23931433524968324),
    (0.953089922969332, 0.11846344252809454),
];

/// Gauss points on [0, 1] with their weights; exact for polynomials of degree 5.
const BENDING: [(f64, f64); 3] =
    [(0.11270166537925831, 5.0 / 18.0), (0.5, 4.0 / 9.0), (0.8872983346207417, 5.0 / 18.0)];

/// An element of undeformed length l, axial stiffness EA, bending stiffness EI and mass per length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// Undeformed length in m.
    pub l: f64,
    /// Axial stiffness in N.
    pub ea: f64,
    /// Bending stiffness in N m².
    pub ei: f64,
    /// Mass per length in kg/m.
    pub density: f64,
}

impl Element {
    /// S: the weights of q in the position at ξ = x/l (A.5).
    pub fn shape(&self, xi: f64) -> Vector4<f64> {
        let (two, three) = (xi * xi, xi * xi * xi);
        Vector4::new(
            1.0 - 3.0 * two + 2.0 * three,
            self.l * (xi - 2.0 * two + three),
            3.0 * two - 2.0 * three,
            self.l * (three - two),
        )
    }

    /// S_x.
    fn slope(&self, xi: f64) -> Vector4<f64> {
        let rise = 6.0 * xi * (1.0 - xi) / self.l;
        let two = 3.0 * xi * xi;
        Vector4::new(-rise, 1.0 - 4.0 * xi + two, rise, two - 2.0 * xi)
    }

    /// S_xx.
    fn curvature(&self, xi: f64) -> Vector4<f64> {
        let bend = (12.0 * xi - 6.0) / (self.l * self.l);
        Vector4::new(bend, (6.0 * xi - 4.0) / self.l, -bend, (6.0 * xi - 2.0) / self.l)
    }

    /// The mass matrix of one axis, ∫ ρA S Sᵀ dx (A.7).
    pub fn mass(&self) -> Matrix4<f64> {
        let d = Matrix4::from_diagonal(&Vector4::new(1.0, self.l, 1.0, self.l));
        self.density * self.l * d * MASS_OF_ONE * d
    }

    /// ∫ S dx: the weights of q in the first moment of the element.
    pub fn mean(&self) -> Vector4<f64> {
        let l = self.l;
        Vector4::new(l / 2.0, l * l / 12.0, l / 2.0, -l * l / 12.0)
    }

    /// U = ½ ∫ EA ε² + EI κ² dx with ε = ½ (r_x · r_x − 1), κ = |r_x × r_xx|/|r_x|³ (A.8)–(A.10).
    pub fn elastic_energy(&self, q: &Coordinates) -> f64 {
        let stretch = AXIAL.iter().map(|(xi, weight)| {
            let r_x = self.slope(*xi).tr_mul(q);
            weight * self.ea * strain(&r_x).powi(2)
        });
        let bend = BENDING.iter().map(|(xi, weight)| {
            let (r_x, r_xx) = (self.slope(*xi).tr_mul(q), self.curvature(*xi).tr_mul(q));
            weight * self.ei * r_x.cross(&r_xx).norm_squared() / r_x.norm_squared().powi(3)
        });
        0.5 * self.l * (stretch.sum::<f64>() + bend.sum::<f64>())
    }

    /// ∂U/∂q: the elastic forces (A.11) and (A.12), with the opposite sign of a force on the nodes.
    pub fn elastic_gradient(&self, q: &Coordinates) -> Coordinates {
        let mut gradient = Coordinates::zeros();
        for (xi, weight) in AXIAL {
            let s_x = self.slope(xi);
            let r_x = s_x.tr_mul(q);
            gradient += s_x * (weight * self.l * self.ea * strain(&r_x) * r_x);
        }
        for (xi, weight) in BENDING {
            let (s_x, s_xx) = (self.slope(xi), self.curvature(xi));
            let (by_slope, by_curvature) = bending(&s_x.tr_mul(q), &s_xx.tr_mul(q));
            gradient += (weight * self.l * self.ei) * (s_x * by_slope + s_xx * by_curvature);
        }
        gradient
    }
}

/// ε, the Green strain.
fn strain(r_x: &RowVector3<f64>) -> f64 {
    0.5 * (r_x.norm_squared() - 1.0)
}

/// The derivatives of ½ κ² = ½ |c|²/|r_x|⁶, c = r_x × r_xx, with respect to r_x and r_xx.
fn bending(r_x: &RowVector3<f64>, r_xx: &RowVector3<f64>) -> (RowVector3<f64>, RowVector3<f64>) {
    let (c, n) = (r_x.cross(r_xx), r_x.norm_squared());
    let scale = 1.0 / n.powi(3);
    let by_slope = scale * (r_xx.cross(&c) - 3.0 * c.norm_squared() / n * r_x);
    (by_slope, scale * c.cross(r_x))
}

/// The mass matrix of an element of mass 1 and length 1.
pub(crate) const MASS_OF_ONE: Matrix4<f64> = Matrix4::new(
    13.0 / 35.0,
    11.0 / 210.0,
    9.0 / 70.0,
    -13.0 / 420.0,
    11.0 / 210.0,
    1.0 / 105.0,
    13.0 / 420.0,
    -1.0 / 140.0,
    9.0 / 70.0,
    13.0 / 420.0,
    13.0 / 35.0,
    -11.0 / 210.0,
    -13.0 / 420.0,
    -1.0 / 140.0,
    -11.0 / 210.0,
    1.0 / 105.0,
);
