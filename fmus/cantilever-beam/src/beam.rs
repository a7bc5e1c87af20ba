//! A chain of elements from a base that is moved to a tip with a mass: its inertia, its stiffness, its energy.

use nalgebra::{Matrix2, Matrix4, Vector2, Vector4};

use crate::element::Element;

/// N equal elements. The nodes count from 0 at the base to N at the tip; deflection and slope of each node but the
/// base are its coordinates, one node after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam<const N: usize> {
    /// Each of the elements.
    pub element: Element,
    /// Mass of the body at the tip in kg.
    pub m_tip: f64,
    /// Its moment of inertia in kg m².
    pub inertia_tip: f64,
}

/// A deflection and a slope for each node but the base.
pub type Nodes<const N: usize> = [[f64; 2]; N];

impl<const N: usize> Beam<N> {
    /// M a + K q in the rows of the coordinates; `base` has the position of the base and its acceleration, and its
    /// slope stays zero.
    pub fn forces(&self, base: [f64; 2], [q, a]: [&[f64]; 2], r: &mut [f64]) {
        let (mass, stiffness) = (self.element.mass(), self.element.stiffness());
        let [y, ddy] = base;
        let first = mass * at_base(ddy, a) + stiffness * at_base(y, q);
        r[..2].copy_from_slice(&first.as_slice()[2..]);
        for e in 1..N {
            let f = mass * at_ends(a, e) + stiffness * at_ends(q, e);
            r[2 * e - 2] += f[0];
            r[2 * e - 1] += f[1];
            r[2 * e..2 * e + 2].copy_from_slice(&f.as_slice()[2..]);
        }
        r[2 * N - 2] += self.m_tip * a[2 * N - 2];
        r[2 * N - 1] += self.inertia_tip * a[2 * N - 1];
    }

    /// M a + K q in the row of the base: the force on the beam that moves it.
    pub fn force_base(&self, [y, ddy]: [f64; 2], [q, a]: [&[f64]; 2]) -> f64 {
        let (mass, stiffness) = (self.element.mass(), self.element.stiffness());
        (mass.row(0) * at_base(ddy, a) + stiffness.row(0) * at_base(y, q)).x
    }

    /// Solves M a = f in place for the coordinates, the base at rest.
    ///
    /// Block elimination along the beam: D̂₁ = D₁, D̂ᵢ₊₁ = Dᵢ₊₁ − Eᵀ D̂ᵢ⁻¹ E.
    pub fn solve_mass(&self, f: &mut [f64]) {
        let mass = self.element.mass();
        let block = |i, j| -> Matrix2<f64> { mass.fixed_view::<2, 2>(i, j).into() };
        let (beside, inner) = (block(0, 2), block(2, 2) + block(0, 0));
        let tip = block(2, 2) + Matrix2::new(self.m_tip, 0.0, 0.0, self.inertia_tip);
        let mut inverses = [Matrix2::zeros(); N];
        let mut taken = Matrix2::zeros();
        for node in 1..=N {
            let inverse = inverted(if node < N { inner } else { tip } - taken);
            taken = beside.transpose() * inverse * beside;
            inverses[node - 1] = inverse;
            if node < N {
                let below = get(f, node + 1) - beside.tr_mul(&(inverse * get(f, node)));
                set(f, node + 1, below);
            }
        }
        set(f, N, inverses[N - 1] * get(f, N));
        for node in (1..N).rev() {
            let rest = get(f, node) - beside * get(f, node + 1);
            set(f, node, inverses[node - 1] * rest);
        }
    }

    /// The accelerations under a force and a torque at the tip; `base` as in [`forces`](Self::forces).
    pub fn accelerations(&self, base: [f64; 2], q: &[f64], tip: [f64; 2], a: &mut [f64]) {
        let rest: Nodes<N> = [[0.0; 2]; N];
        self.forces(base, [q, rest.as_flattened()], a);
        a.iter_mut().for_each(|a| *a = -*a);
        a[2 * N - 2] += tip[0];
        a[2 * N - 1] += tip[1];
        self.solve_mass(a);
    }

    /// Kinetic and elastic energy; `base` has the deflection of the base and its velocity.
    pub fn energies(&self, [y, dy]: [f64; 2], [q, v]: [&[f64]; 2]) -> [f64; 2] {
        let of = |matrix: Matrix4<f64>, base: f64, x: &[f64]| {
            let others = (1..N).map(|e| at_ends(x, e));
            let ends = std::iter::once(at_base(base, x)).chain(others);
            0.5 * ends.map(|ends| ends.dot(&(matrix * ends))).sum::<f64>()
        };
        let tip = self.m_tip * v[2 * N - 2].powi(2) + self.inertia_tip * v[2 * N - 1].powi(2);
        let kinetic = of(self.element.mass(), dy, v) + 0.5 * tip;
        [kinetic, of(self.element.stiffness(), y, q)]
    }
}

/// The four coordinates of the element at the base.
#[inline]
fn at_base(base: f64, x: &[f64]) -> Vector4<f64> {
    Vector4::new(base, 0.0, x[0], x[1])
}

/// Those of another element.
#[inline]
fn at_ends(x: &[f64], e: usize) -> Vector4<f64> {
    Vector4::from_column_slice(&x[2 * e - 2..2 * e + 2])
}

#[inline]
fn get(x: &[f64], node: usize) -> Vector2<f64> {
    Vector2::new(x[2 * node - 2], x[2 * node - 1])
}

#[inline]
fn set(x: &mut [f64], node: usize, value: Vector2<f64>) {
    x[2 * node - 2..2 * node].copy_from_slice(value.as_slice());
}

/// The inverse of a block of a mass matrix, which is positive definite.
#[inline]
fn inverted(m: Matrix2<f64>) -> Matrix2<f64> {
    Matrix2::new(m.m22, -m.m12, -m.m21, m.m11) / (m.m11 * m.m22 - m.m12 * m.m21)
}
