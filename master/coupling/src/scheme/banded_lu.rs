//! LU factors of a matrix that is zero away from its diagonal, in place and without allocation.
//!
//! Interface Jacobians of chains of slaves are such: each slave knows its neighbours only. A full
//! matrix is the special case of a band as wide as itself.
//!
//! Where a pivot counts as zero, rows and columns are divided by their largest entries, and the matrix is factored again: inputs of
//! different kinds, such as positions and forces, differ by many orders of magnitude, and only a matrix that is singular
//! whatever the units are is said to be so.

use nalgebra::DMatrix;

/// A pivot smaller than this part of the largest entry counts as zero.
const SINGULAR: f64 = 1e-14;

/// Factors with partial pivoting, by rows.
#[derive(Clone, Debug)]
pub(super) struct BandedLu {
    n: usize,
    /// Row by row; below the diagonal the multipliers.
    rows: Vec<f64>,
    pivots: Vec<usize>,
    /// The multipliers column by column, and the rows from the diagonal on, of which the inverse is kept.
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// How far entries lie below the diagonal, and after pivoting above it.
    below: usize,
    above: usize,
    /// Whether rows and columns were multiplied by the scales, which are powers of 2.
    scaled: bool,
    scales: [Vec<f64>; 2],
}

impl BandedLu {
    /// Room for the factors of an n × n matrix.
    pub(super) fn new(n: usize) -> Self {
        let room = || Vec::with_capacity(n * n);
        let (lower, upper) = (room(), room());
        Self {
            n,
            rows: vec![0.0; n * n],
            pivots: vec![0; n],
            lower,
            upper,
            below: 0,
            above: 0,
            scaled: false,
            scales: [vec![1.0; n], vec![1.0; n]],
        }
    }

    /// Factors `matrix`; where it is singular, the column that depends on those before it.
    pub(super) fn factor(&mut self, matrix: &DMatrix<f64>) -> Result<(), usize> {
        self.scaled = false;
        self.try_to_factor(matrix).or_else(|_| {
            self.scale(matrix);
            self.try_to_factor(matrix)
        })
    }

    /// Finds what makes the largest entry of each column, and then of each row, about 1.
    #[cold]
    fn scale(&mut self, matrix: &DMatrix<f64>) {
        let scale = |largest: f64| match largest.log2().round() {
            power if power.is_finite() => (-power).exp2(),
            _ => 1.0,
        };
        let [rows, columns] = &mut self.scales;
        for (to, column) in columns.iter_mut().zip(matrix.column_iter()) {
            *to = scale(column.amax());
        }
        for (to, row) in rows.iter_mut().zip(matrix.row_iter()) {
            let scaled = row.iter().zip(&*columns).map(|(value, scale)| (value * scale).abs());
            *to = scale(scaled.fold(0.0, f64::max));
        }
        self.scaled = true;
    }

    fn try_to_factor(&mut self, matrix: &DMatrix<f64>) -> Result<(), usize> {
        let n = self.n;
        let (mut below, mut above, mut largest) = (0, 0, 0.0_f64);
        for j in 0..n {
            for i in 0..n {
                let mut value = matrix[(i, j)];
                if self.scaled {
                    value *= self.scales[0][i] * self.scales[1][j];
                }
                self.rows[i * n + j] = value;
                largest = largest.max(value.abs());
                if value != 0.0 {
                    below = below.max(i.saturating_sub(j));
                    above = above.max(j.saturating_sub(i));
                }
            }
        }
        (self.below, self.above) = (below, (above + below).min(n.saturating_sub(1)));
        (0..n).try_for_each(|k| self.eliminate(k, SINGULAR * largest))?;
        self.gather();
        Ok(())
    }

    fn eliminate(&mut self, k: usize, smallest: f64) -> Result<(), usize> {
        let n = self.n;
        let last_row = (k + self.below).min(n - 1);
        let last_column = (k + self.above).min(n - 1);
        let entry = |rows: &[f64], i: usize| rows[i * n + k].abs();
        let pivot = (k..=last_row).fold(k, |best, i| {
            if entry(&self.rows, i) > entry(&self.rows, best) { i } else { best }
        });
        self.pivots[k] = pivot;
        let size = entry(&self.rows, pivot);
        if size <= smallest || size.is_nan() {
            return Err(k);
        }
        if pivot != k {
            (k..=last_column).for_each(|j| self.rows.swap(k * n + j, pivot * n + j));
        }
        for i in k + 1..=last_row {
            let factor = self.rows[i * n + k] / self.rows[k * n + k];
            self.rows[i * n + k] = factor;
            if factor != 0.0 {
                for j in k + 1..=last_column {
                    self.rows[i * n + j] -= factor * self.rows[k * n + j];
                }
            }
        }
        Ok(())
    }

    /// Copies the factors out of the rows, so that a solution passes over them in order.
    fn gather(&mut self) {
        let Self { n, rows, below, above, .. } = self;
        let entry = |i: usize, j: usize| if i < *n && j < *n { rows[i * *n + j] } else { 0.0 };
        self.lower.clear();
        self.upper.clear();
        for k in 0..*n {
            self.lower.extend((1..=*below).map(|d| entry(k + d, k)));
            self.upper.push(1.0 / entry(k, k));
            self.upper.extend((1..=*above).map(|d| entry(k, k + d)));
        }
    }

    /// The size of the determinant of the matrix that was factored last; 1 if none was.
    pub(super) fn determinant(&self) -> f64 {
        let inverse = self.upper.iter().step_by(self.above + 1);
        let scaled: f64 = inverse.map(|inverse| inverse.abs().recip()).product();
        if self.scaled { scaled / self.scales.iter().flatten().product::<f64>() } else { scaled }
    }

    /// Replaces `b` by the solution.
    pub(super) fn solve(&self, b: &mut [f64]) {
        if self.scaled {
            b.iter_mut().zip(&self.scales[0]).for_each(|(b, scale)| *b *= scale);
        }
        let (below, width) = (self.below, self.above + 1);
        // Bands are narrow: plain loops that end with the vector are faster than any preparation.
        for (k, &pivot) in self.pivots.iter().enumerate() {
            b.swap(k, pivot);
            let known = b[k];
            for (d, factor) in self.lower[k * below..][..below].iter().enumerate() {
                let Some(b) = b.get_mut(k + 1 + d) else { break };
                *b -= factor * known;
            }
        }
        for k in (0..self.n).rev() {
            let row = &self.upper[k * width..][..width];
            let mut rest = b[k];
            for (d, factor) in row.iter().enumerate().skip(1) {
                let Some(known) = b.get(k + d) else { break };
                rest -= factor * known;
            }
            b[k] = rest * row[0];
        }
        if self.scaled {
            b.iter_mut().zip(&self.scales[1]).for_each(|(b, scale)| *b *= scale);
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DVector, dmatrix};

    use super::*;

    fn check(matrix: &DMatrix<f64>) {
        let n = matrix.nrows();
        let x = DVector::from_fn(n, |i, _| 1.0 + i as f64);
        let mut b = matrix * &x;
        let mut lu = BandedLu::new(n);
        lu.factor(matrix).unwrap();
        lu.solve(b.as_mut_slice());
        assert!((b - x).amax() < 1e-12);
    }

    #[test]
    fn full_and_banded_systems_are_solved() {
        check(&dmatrix![0.0, 2.0, 1.0; 1.0, 0.0, -3.0; 4.0, 1.0, 0.5]);
        let band = DMatrix::from_fn(30, 30, |i, j| match i.abs_diff(j) {
            0 => 0.1,
            1 => -1.0,
            2 => 0.3 * i as f64,
            _ => 0.0,
        });
        check(&band);
    }

    /// A position, a velocity and a force of a constraint at a step of 1e-6 s.
    #[test]
    fn units_do_not_make_a_matrix_singular() {
        let h = 1e-6;
        let matrix = dmatrix![1.0, 0.0, 0.0; 0.0, 1.0, -0.5 * h; 1.0 / (h * h), 1.0 / h, 1.0];
        check(&matrix);
        let mut lu = BandedLu::new(3);
        lu.factor(&matrix).unwrap();
        assert!((lu.determinant() - 1.5).abs() < 1e-12);
    }

    #[test]
    fn a_dependent_column_is_named() {
        let matrix = dmatrix![1.0, 2.0, 3.0; 2.0, 4.0, 1.0; 3.0, 6.0, 7.0];
        assert_eq!(BandedLu::new(3).factor(&matrix), Err(1));
    }
}
