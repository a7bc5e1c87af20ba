//! The mass matrix of a chain of elements whose ends are held, factorised.

use nalgebra::Matrix2;

use crate::element::MASS_OF_ONE;
use crate::nodes::Nodes;

/// The mass matrix of elements of mass 1 and length 1, as a block LDLᵀ decomposition.
///
/// With diagonal blocks Dᵢ and Eᵢ beside them, D̂₀ = D₀ and D̂ᵢ₊₁ = Dᵢ₊₁ − Eᵢᵀ D̂ᵢ⁻¹ Eᵢ. It depends on
/// the number of elements alone, so it is made once for a model.
#[derive(Clone, Debug)]
pub struct Mass {
    /// D̂ᵢ⁻¹.
    inverse: Vec<Matrix2<f64>>,
    /// Eᵢ.
    beside: Vec<Matrix2<f64>>,
}

impl Mass {
    /// For that many elements.
    pub fn new(elements: usize) -> Self {
        let block = |i, j| -> Matrix2<f64> { MASS_OF_ONE.fixed_view::<2, 2>(i, j).into() };
        // Held coordinates leave the matrix; ones in their place keep it regular.
        let free = |node| {
            let inner = node > 0 && node < elements;
            Matrix2::new(f64::from(u8::from(inner)), 0.0, 0.0, 1.0)
        };
        let mut mass = Self { inverse: Vec::new(), beside: Vec::new() };
        let mut d = Matrix2::zeros();
        for node in 0..=elements {
            let first = if node < elements { block(0, 0) } else { Matrix2::zeros() };
            let second = if node > 0 { block(2, 2) } else { Matrix2::zeros() };
            let p = free(node);
            d += p * (first + second) * p + Matrix2::identity() - p;
            let inverse = d.try_inverse().expect("a mass matrix is positive definite");
            let beside = if node < elements { p * block(0, 2) * free(node + 1) } else { d * 0.0 };
            d = -beside.transpose() * inverse * beside;
            mass.inverse.push(inverse);
            mass.beside.push(beside);
        }
        mass
    }

    /// Solves M a = b in place; held coordinates come out as zero.
    pub fn solve<const N: usize>(&self, b: &mut Nodes<N>) {
        for end in [0, N] {
            b[end].row_mut(0).fill(0.0);
        }
        for node in 0..N {
            let below = self.beside[node].tr_mul(&(self.inverse[node] * b[node]));
            b[node + 1] -= below;
        }
        b[N] = self.inverse[N] * b[N];
        for node in (0..N).rev() {
            b[node] = self.inverse[node] * (b[node] - self.beside[node] * b[node + 1]);
        }
    }
}
