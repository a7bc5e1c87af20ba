//! LU decomposition in place, with row pivoting, into memory made beforehand.

/// A square matrix by rows, then its factors.
pub(crate) struct Lu {
    n: usize,
    a: Vec<f64>,
    pivots: Vec<usize>,
}

impl Lu {
    pub fn new(n: usize) -> Self {
        Self { n, a: vec![0.0; n * n], pivots: vec![0; n] }
    }

    /// Sets the matrix entry by entry.
    pub fn fill(&mut self, entry: impl Fn(usize, usize) -> f64) {
        for i in 0..self.n {
            for j in 0..self.n {
                self.a[i * self.n + j] = entry(i, j);
            }
        }
    }

    /// Factors the matrix; a singular one gives infinities in the solution.
    pub fn factor(&mut self) {
        let n = self.n;
        for k in 0..n {
            let size = |i: usize| self.a[i * n + k].abs();
            let pivot = (k + 1..n).fold(k, |best, i| if size(i) > size(best) { i } else { best });
            self.pivots[k] = pivot;
            if pivot != k {
                for j in 0..n {
                    self.a.swap(k * n + j, pivot * n + j);
                }
            }
            for i in k + 1..n {
                let factor = self.a[i * n + k] / self.a[k * n + k];
                self.a[i * n + k] = factor;
                for j in k + 1..n {
                    self.a[i * n + j] -= factor * self.a[k * n + j];
                }
            }
        }
    }

    /// Solves for one right-hand side in place.
    pub fn solve(&self, b: &mut [f64]) {
        let n = self.n;
        for k in 0..n {
            b.swap(k, self.pivots[k]);
        }
        for i in 0..n {
            let sum: f64 = (0..i).map(|j| self.a[i * n + j] * b[j]).sum();
            b[i] -= sum;
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|j| self.a[i * n + j] * b[j]).sum();
            b[i] = (b[i] - sum) / self.a[i * n + i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_with_a_zero_pivot_is_solved() {
        let a = [[0.0, 2.0, 1.0], [1.0, -2.0, -3.0], [-1.0, 1.0, 2.0]];
        let x = [1.0, -2.0, 3.0];
        let mut b = a.map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum());
        let mut lu = Lu::new(3);
        lu.fill(|i, j| a[i][j]);
        lu.factor();
        lu.solve(&mut b);
        for (b, x) in b.iter().zip(x) {
            assert!((b - x).abs() < 1e-14);
        }
    }
}
