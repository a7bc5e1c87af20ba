//! Eigenvalues that are known, and what holds for those of any matrix, on thousands of matrices.

use nalgebra::dmatrix;

use super::*;

/// Numbers that are the same in every run of the tests (SplitMix64).
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.number() * limit as f64) as usize
    }

    fn signed(&mut self) -> f64 {
        2.0 * self.number() - 1.0
    }

    /// A matrix of one of six kinds, most of which solvers find difficult.
    fn matrix(&mut self, kind: usize) -> DMatrix<f64> {
        let n = 2 + self.below(15);
        match kind % 6 {
            0 => DMatrix::from_fn(n, n, |_, _| self.signed()),
            1 => self.companion(n),
            2 => self.shifting(n),
            3 => self.permutation(n),
            4 => jordan(n, self.signed()),
            _ => {
                let value = (4.0 * self.signed()).round();
                self.mixed(jordan(n, value))
            }
        }
    }

    fn companion(&mut self, n: usize) -> DMatrix<f64> {
        DMatrix::from_fn(n, n, |i, j| if i == 0 { self.signed() } else { f64::from(i == j + 1) })
    }

    /// Two states of an oscillator that feel a weighted past of inputs, whose rows only move it on.
    fn shifting(&mut self, n: usize) -> DMatrix<f64> {
        let (s, c) = (3.0 * self.number()).sin_cos();
        DMatrix::from_fn(n + 2, n + 2, |i, j| match (i, j) {
            (0, 0) | (1, 1) => c,
            (0, 1) => s,
            (1, 0) => -s,
            (0, _) => (1.0 - c) * self.signed(),
            (1, _) => s * self.signed(),
            (2, 0) => 1.0,
            _ => f64::from(i > 2 && i == j + 1),
        })
    }

    fn permutation(&mut self, n: usize) -> DMatrix<f64> {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|k| order.swap(k, self.below(k + 1)));
        DMatrix::from_fn(n, n, |i, j| f64::from(order[i] == j))
    }

    /// Similar to a matrix of whole numbers, without rounding: row j += row i, column i −= column j.
    fn mixed(&mut self, mut matrix: DMatrix<f64>) -> DMatrix<f64> {
        let n = matrix.nrows();
        for _ in 0..n {
            let (i, j) = (self.below(n), self.below(n));
            if i != j {
                (0..n).for_each(|k| matrix[(j, k)] += matrix[(i, k)]);
                (0..n).for_each(|k| matrix[(k, i)] -= matrix[(k, j)]);
            }
        }
        matrix
    }

    /// The matrix in other units of its variables, powers of two up to 2^±60.
    fn scaled(&mut self, matrix: &DMatrix<f64>) -> DMatrix<f64> {
        let n = matrix.nrows();
        let unit: Vec<f64> = (0..n).map(|_| (60.0 * self.signed()).round().exp2()).collect();
        DMatrix::from_fn(n, n, |i, j| matrix[(i, j)] * unit[i] / unit[j])
    }
}

fn jordan(n: usize, value: f64) -> DMatrix<f64> {
    DMatrix::from_fn(n, n, |i, j| if i == j { value } else { f64::from(j == i + 1) })
}

/// With those that are zero.
fn all(matrix: &DMatrix<f64>) -> Vec<Complex<f64>> {
    let mut values = eigenvalues(matrix).expect("the iteration ends");
    values.resize(matrix.nrows(), Complex::ZERO);
    values
}

/// Each value is an eigenvalue of A + E with ‖E‖ = σ, the smallest singular value of A − λ I, which must be rounding.
/// Sum and sum of squares are the traces of A and A², so that none stands twice in place of another.
fn assert_eigenvalues(values: &[Complex<f64>], matrix: &DMatrix<f64>, kind: usize) {
    let n = matrix.nrows();
    let (size, rounding) = (matrix.norm(), 10.0 * n as f64 * f64::EPSILON * matrix.norm());
    for value in values {
        let shifted = matrix.map(Complex::from) - DMatrix::identity(n, n) * *value;
        let smallest = shifted.singular_values().min();
        assert!(smallest <= rounding, "{kind}: {value}: {smallest:e} > {rounding:e}");
    }
    let sum: Complex<f64> = values.iter().sum();
    let squares: Complex<f64> = values.iter().map(|value| value * value).sum();
    assert!((sum - matrix.trace()).norm() <= rounding, "{kind}: {sum}");
    let of_square = (matrix * matrix).trace();
    assert!((squares - of_square).norm() <= 4.0 * rounding * size, "{kind}: {squares}");
}

#[test]
fn every_eigenvalue_is_that_of_a_matrix_which_differs_by_rounding() {
    let mut random = Random(1);
    for kind in 0..3000 {
        let matrix = random.matrix(kind);
        assert_eigenvalues(&all(&matrix), &matrix, kind);
        if kind % 6 < 3 {
            let scaled = random.scaled(&matrix);
            let mut balanced = scaled.clone();
            balance(&mut balanced);
            // Powers of two, and gains below 5 % that are left, cost a factor of 6 at most, of up to 2^120.
            assert!(balanced.norm() <= 8.0 * matrix.norm(), "{kind}");
            assert_eigenvalues(&all(&scaled), &balanced, kind);
        }
    }
}

#[test]
fn a_permutation_has_eigenvalues_on_the_unit_circle() {
    let mut random = Random(2);
    for n in 2..60 {
        let cycle = DMatrix::from_fn(n, n, |i, j| if (j + 1) % n == i { 1.0 } else { 0.0 });
        for value in all(&cycle).into_iter().chain(all(&random.permutation(n))) {
            assert!((value.norm() - 1.0).abs() < 1e-13, "{n}: {value}");
        }
    }
}

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
    let mut sizes: Vec<f64> = eigenvalues(&matrix).unwrap().iter().map(|z| z.norm()).collect();
    sizes.sort_by(f64::total_cmp);
    assert_eq!(sizes.len(), 3);
    for (size, wanted) in sizes.iter().zip([0.5, 0.9, 0.9]) {
        assert!((size - wanted).abs() < 1e-14, "{sizes:?}");
    }
}

#[test]
fn blocks_of_variables_do_not_disturb_each_other() {
    // A defective eigenvalue 1 of a free body beside 0.5: as one matrix it would be found to 1e-8 only.
    let matrix = dmatrix![1.0, 1e3, 7.0; 0.0, 1.0, -3e5; 0.0, 0.0, 0.5];
    assert_eq!(spectral_radius(&matrix), Some(1.0));
}

#[test]
fn what_is_not_finite_has_no_eigenvalues() {
    assert_eq!(eigenvalues(&dmatrix![f64::NAN]), None);
    assert_eq!(eigenvalues(&dmatrix![1.0, f64::INFINITY; 0.0, 1.0]), None);
    assert_eq!(spectral_radius(&DMatrix::zeros(3, 3)), Some(0.0));
    assert_eq!(spectral_radius(&DMatrix::zeros(0, 0)), Some(0.0));
}

/// Two oscillators in displacement/displacement decomposition with extripol-c1 at steps of 0.46 and 67 µs: groups of three,
/// four and six eigenvalues that are nearly alike, far below the others.
#[test]
fn eigenvalues_that_are_nearly_alike_and_tiny_are_found() {
    let known = [
        (include_str!("tests/extripol-c1.txt"), 0.999_998_155_951),
        (include_str!("tests/extripol-c1-longer.txt"), 0.993_335_539),
    ];
    for (text, wanted) in known {
        let numbers = text.split_whitespace().map(|number| number.parse().unwrap());
        let matrix = DMatrix::from_row_iterator(16, 16, numbers);
        let radius = spectral_radius(&matrix).unwrap();
        assert!((radius - wanted).abs() < 1e-9, "{radius}");
    }
}
