//! LU factors of a matrix that is zero away from its diagonal, in place and without allocation.
//!
//! Interface Jacobians of chains of slaves are such: each slave knows its neighbours only. A full
//! matrix is the special case of a band as wide as itself.

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
}

impl BandedLu {
    /// Room for the factors of an n × n matrix.
    pub(super) fn new(n: usize) -> Self {
        let room = || Vec::with_capacity(n * n);
        let (lower, upper) = (room(), room());
        Self { n, rows: vec![0.0; n * n], pivots: vec![0; n], lower, upper, below: 0, above: 0 }
    }

    /// Factors `matrix`; where it is singular, the column that depends on those before it.
    pub(super) fn factor(&mut self, matrix: &DMatrix<f64>) -> Result<(), usize> {
        let n = self.n;
        let (mut below, mut above, mut largest) = (0, 0, 0.0_f64);
        for j in 0..n {
            for i in 0..n {
                let value = matrix[(i, j)];
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
        inverse.map(|inverse| inverse.abs().recip()).product()
    }

    /// Replaces `b` by the solution.
    pub(super) fn solve(&self, b: &mut [f64]) {
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

    #[test]
    fn a_dependent_column_is_named() {
        let matrix = dmatrix![1.0, 2.0, 3.0; 2.0, 4.0, 1.0; 3.0, 6.0, 7.0];
        assert_eq!(BandedLu::new(3).factor(&matrix), Err(1));
    }
}
