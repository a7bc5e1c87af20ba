//! Eigenvalues of amplification matrices, whose entries differ by many orders of magnitude.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, Schur};

/// QR steps per eigenvalue after which another shift is tried.
const STEPS: usize = 60;

/// The eigenvalues of a matrix, those that are structurally zero left out; none if it is not finite
/// or the QR iteration does not end.
pub fn eigenvalues(matrix: DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    if !matrix.iter().all(|entry| entry.is_finite()) {
        return None;
    }
    let mut matrix = without_dead_ends(matrix);
    let n = matrix.nrows();
    if n == 0 {
        return Some(Vec::new());
    }
    balance_parlett_reinsch(&mut matrix);
    // The iteration may turn in circles on matrices that only permute; a shift ends that.
    [0.0, 0.37, -0.53].into_iter().find_map(|shift| {
        let shifted = &matrix + shift * DMatrix::identity(n, n);
        let (_, t) = Schur::try_new(shifted, f64::EPSILON, STEPS * n)?.unpack();
        let values = diagonal(&t).into_iter();
        Some(values.map(|value| value - shift).collect())
    })
}

/// The largest absolute value of an eigenvalue.
pub fn spectral_radius(matrix: DMatrix<f64>) -> Option<f64> {
    Some(eigenvalues(matrix)?.iter().map(|value| value.norm()).fold(0.0, f64::max))
}

/// What no variable depends on, and what is always zero, adds an eigenvalue 0 and goes, one after
/// the other.
fn without_dead_ends(matrix: DMatrix<f64>) -> DMatrix<f64> {
    let mut kept: Vec<usize> = (0..matrix.nrows()).collect();
    loop {
        let counts = |&j: &usize| {
            kept.iter().any(|&i| matrix[(i, j)] != 0.0)
                && kept.iter().any(|&i| matrix[(j, i)] != 0.0)
        };
        let left: Vec<usize> = kept.iter().copied().filter(counts).collect();
        if left.len() == kept.len() {
            return matrix.select_rows(&kept).select_columns(&kept);
        }
        kept = left;
    }
}

/// The eigenvalues of the blocks of size 1 and 2 on the diagonal of a Schur form.
fn diagonal(t: &DMatrix<f64>) -> Vec<Complex<f64>> {
    let n = t.nrows();
    let mut values = Vec::with_capacity(n);
    while values.len() < n {
        let k = values.len();
        if k + 1 == n || t[(k + 1, k)] == 0.0 {
            values.push(Complex::from(t[(k, k)]));
            continue;
        }
        let (mean, half) =
            (0.5 * (t[(k, k)] + t[(k + 1, k + 1)]), 0.5 * (t[(k, k)] - t[(k + 1, k + 1)]));
        let root = Complex::from(half * half + t[(k, k + 1)] * t[(k + 1, k)]).sqrt();
        values.extend([root + mean, -root + mean]);
    }
    values
}

#[cfg(test)]
mod tests {
    use nalgebra::dmatrix;

    use super::*;

    #[test]
    fn eigenvalues_survive_bad_scaling_and_dead_ends() {
        // Eigenvalues ±0.9 j, 0.5, and two of a chain that nobody looks at.
        let matrix = dmatrix![
            0.0, 0.9e6, 0.0, 0.0, 0.0;
            -0.9e-6, 0.0, 0.0, 0.0, 0.0;
            3.0, 1e7, 0.5, 0.0, 0.0;
            1.0, 0.0, 0.0, 0.0, 0.0;
            0.0, 0.0, 0.0, 1.0, 0.0
        ];
        let mut sizes: Vec<f64> = eigenvalues(matrix).unwrap().iter().map(|z| z.norm()).collect();
        sizes.sort_by(f64::total_cmp);
        assert_eq!(sizes.len(), 3);
        for (size, wanted) in sizes.iter().zip([0.5, 0.9, 0.9]) {
            assert!((size - wanted).abs() < 1e-14, "{sizes:?}");
        }
    }

    #[test]
    fn a_permutation_has_eigenvalues_on_the_unit_circle() {
        for n in 2..9 {
            let cycle = DMatrix::from_fn(n, n, |i, j| if (j + 1) % n == i { 1.0 } else { 0.0 });
            for value in eigenvalues(cycle).unwrap() {
                assert!((value.norm() - 1.0).abs() < 1e-12, "{n}: {value}");
            }
        }
    }

    #[test]
    fn what_is_not_finite_has_no_eigenvalues() {
        assert_eq!(eigenvalues(dmatrix![f64::NAN]), None);
        assert_eq!(spectral_radius(DMatrix::zeros(3, 3)), Some(0.0));
    }
}
