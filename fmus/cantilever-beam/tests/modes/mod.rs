//! Natural frequencies and shapes of the elements.

use cantilever_beam::beam::Beam;
use cantilever_beam::element::Element;
use nalgebra::{DMatrix, DVector};

/// Bending stiffness and mass per length of the beam in Zhang et al. (2022), table 2.
pub const EI: f64 = 2.1e11 * 0.03 * 8e-9 / 12.0;
pub const DENSITY: f64 = 7845.0 * 0.03 * 2e-3;
pub const LENGTH: f64 = 0.25;

/// That beam with a body at its tip.
pub fn beam<const N: usize>(m_tip: f64, inertia_tip: f64) -> Beam<N> {
    let element = Element { l: LENGTH / N as f64, ei: EI, density: DENSITY };
    Beam { element, m_tip, inertia_tip }
}

/// M and K, column by column.
fn matrices<const N: usize>(beam: &Beam<N>) -> [DMatrix<f64>; 2] {
    let rest = vec![0.0; 2 * N];
    let column = |n: usize, is_mass: bool| {
        let (mut unit, mut r) = (rest.clone(), rest.clone());
        unit[n] = 1.0;
        beam.forces([0.0; 2], if is_mass { [&rest, &unit] } else { [&unit, &rest] }, &mut r);
        DVector::from(r)
    };
    [true, false].map(|is_mass| {
        let columns: Vec<_> = (0..2 * N).map(|n| column(n, is_mass)).collect();
        DMatrix::from_columns(&columns)
    })
}

/// Angular frequencies from the lowest on, each with its shape.
pub fn modes<const N: usize>(beam: &Beam<N>) -> Vec<(f64, DVector<f64>)> {
    let [mass, stiffness] = matrices(beam);
    let l = mass.cholesky().expect("M is positive definite").l();
    // K φ = ω² M φ with M = L Lᵀ and ψ = Lᵀ φ: L⁻¹ K L⁻ᵀ ψ = ω² ψ.
    let half = l.solve_lower_triangular(&stiffness).unwrap();
    let whole = l.solve_lower_triangular(&half.transpose()).unwrap();
    let eigen = whole.symmetric_eigen();
    let mut modes: Vec<_> = (0..2 * N)
        .map(|k| {
            let shape = l.tr_solve_lower_triangular(&eigen.eigenvectors.column(k)).unwrap();
            (eigen.eigenvalues[k].sqrt(), shape)
        })
        .collect();
    modes.sort_by(|a, b| a.0.total_cmp(&b.0));
    modes
}
