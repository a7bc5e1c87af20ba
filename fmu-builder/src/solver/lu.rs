//! LU decomposition in place, with row pivoting, into memory made beforehand.

/// A square matrix by columns, then its factors.
///
/// By columns every inner loop runs through memory that lies together and adds to numbers that do not wait for each other.
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
        for j in 0..self.n {
            for i in 0..self.n {
                self.a[j * self.n + i] = entry(i, j);
            }
        }
    }

    /// Factors the matrix; a singular one gives infinities in the solution.
    pub fn factor(&mut self) {
        let n = self.n;
        for k in 0..n {
            let (column, others) = self.a[k * n..].split_at_mut(n);
            let larger = |best: usize, i: usize| column[i].abs() > column[best].abs();
            let pivot = (k + 1..n).fold(k, |best, i| if larger(best, i) { i } else { best });
            self.pivots[k] = pivot;
            column.swap(k, pivot);
            let diagonal = column[k];
            column[k + 1..].iter_mut().for_each(|entry| *entry /= diagonal);
            for other in others.chunks_exact_mut(n) {
                other.swap(k, pivot);
                let factor = other[k];
                subtract(factor, &column[k + 1..], &mut other[k + 1..]);
            }
            self.a[..k * n].chunks_exact_mut(n).for_each(|other| other.swap(k, pivot));
        }
    }

    /// Solves for one right-hand side in place.
    pub fn solve(&self, b: &mut [f64]) {
        let n = self.n;
        let column = |k: usize| &self.a[k * n..(k + 1) * n];
        for k in 0..n {
            b.swap(k, self.pivots[k]);
        }
        for k in 0..n {
            let (known, rest) = b.split_at_mut(k + 1);
            subtract(known[k], &column(k)[k + 1..], rest);
        }
        for k in (0..n).rev() {
            let (rest, known) = b.split_at_mut(k);
            known[0] /= column(k)[k];
            subtract(known[0], &column(k)[..k], rest);
        }
    }
}

/// Subtracts `factor` times a column.
#[inline]
fn subtract(factor: f64, column: &[f64], from: &mut [f64]) {
    from.iter_mut().zip(column).for_each(|(from, entry)| *from -= factor * entry);
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
