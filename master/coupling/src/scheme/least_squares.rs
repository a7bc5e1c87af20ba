//! Least squares over columns that come and go: min |V α + r| by V = Q R.
//!
//! The newest column comes first, so that each column counts by what it adds to newer ones: |R_jj| is the part of
//! column j that they do not contain. Columns are inserted and removed by Givens rotations of the factors (Golub and
//! Van Loan, Matrix Computations, section 6.5.2), which costs O(n k) for k columns of length n.

/// The part of a new column that is lost where the factors are taken to contain it.
const CONTAINED: f64 = 1e-14;

/// V = Q R for at most so many columns.
#[derive(Clone, Debug)]
pub(super) struct LeastSquares {
    most: usize,
    columns: usize,
    /// The columns of Q.
    q: Vec<Vec<f64>>,
    /// R by columns.
    r: Vec<f64>,
}

impl LeastSquares {
    /// Room for `most` columns of `rows` rows each.
    pub(super) fn new(rows: usize, most: usize) -> Self {
        let room = most + 1;
        Self { most, columns: 0, q: vec![vec![0.0; rows]; room], r: vec![0.0; room * room] }
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn clear(&mut self) {
        self.columns = 0;
    }

    fn at(&self, row: usize, column: usize) -> usize {
        column * (self.most + 1) + row
    }

    /// Makes `column` the first one. True if there is a column more, false if the last one has gone for it.
    pub(super) fn insert(&mut self, column: &[f64]) -> bool {
        let k = self.columns;
        // R gets a column in front and a row below: what of the new column lies along Q, and beside it.
        for c in (0..k).rev() {
            for row in 0..k {
                let entry = if row <= c { self.r[self.at(row, c)] } else { 0.0 };
                let to = self.at(row, c + 1);
                self.r[to] = entry;
            }
            let below = self.at(k, c + 1);
            self.r[below] = 0.0;
        }
        (0..=k).for_each(|row| self.r[row] = 0.0);
        let beside = self.split(column);
        let rows = if beside { k + 1 } else { k };
        for row in (1..rows).rev() {
            self.rotate(row - 1, row, 0, k + 1);
        }
        self.columns = rows.min(self.most);
        self.columns > k
    }

    /// Puts the shares of `column` along Q into the first column of R, and what is left of it into Q, if that is
    /// anything.
    fn split(&mut self, column: &[f64]) -> bool {
        let k = self.columns;
        let Self { q, r, .. } = self;
        let (known, new) = q.split_at_mut(k);
        let Some(new) = new.first_mut() else { return false };
        new.copy_from_slice(column);
        let whole = norm(new);
        // Twice is enough to be orthogonal to rounding.
        for _ in 0..2 {
            for (row, direction) in known.iter().enumerate() {
                let share = dot(direction, new);
                r[row] += share;
                new.iter_mut().zip(direction).for_each(|(new, q)| *new -= share * q);
            }
        }
        let beside = norm(new);
        if k >= column.len() || beside <= CONTAINED * whole {
            return false;
        }
        new.iter_mut().for_each(|new| *new /= beside);
        r[k] = beside;
        true
    }

    /// Takes column `j` away.
    pub(super) fn remove(&mut self, j: usize) {
        let k = self.columns;
        for c in j + 1..k {
            for row in 0..=c {
                let (from, to) = (self.at(row, c), self.at(row, c - 1));
                self.r[to] = self.r[from];
            }
        }
        for row in j..k - 1 {
            self.rotate(row, row + 1, row, k - 1);
        }
        self.columns = k - 1;
    }

    /// Rotates rows `a` and `b` of R so that its entry in row `b` of column `from` vanishes, in the columns from there
    /// to before `to`, and the columns of Q with them.
    fn rotate(&mut self, a: usize, b: usize, from: usize, to: usize) {
        let (x, y) = (self.r[self.at(a, from)], self.r[self.at(b, from)]);
        let length = x.hypot(y);
        if y == 0.0 || length == 0.0 {
            return;
        }
        let (c, s) = (x / length, y / length);
        for column in from..to {
            let (upper, lower) = (self.at(a, column), self.at(b, column));
            let (x, y) = (self.r[upper], self.r[lower]);
            (self.r[upper], self.r[lower]) = (c * x + s * y, c * y - s * x);
        }
        let (first, second) = self.q.split_at_mut(b);
        for (x, y) in first[a].iter_mut().zip(&mut second[0]) {
            (*x, *y) = (c * *x + s * *y, c * *y - s * *x);
        }
    }

    /// The first column that adds less than `part` of itself, or less than `least`, to newer ones.
    pub(super) fn redundant(&self, part: f64, least: f64) -> Option<usize> {
        (0..self.columns).find(|&j| {
            let whole = norm(&self.r[self.at(0, j)..=self.at(j, j)]);
            let new = self.r[self.at(j, j)].abs();
            new <= (part * whole).max(least)
        })
    }

    /// Finds α = argmin |V α + r|, and leaves V α + r in `r`.
    pub(super) fn solve(&self, r: &mut [f64], alpha: &mut [f64]) {
        for (j, direction) in self.q[..self.columns].iter().enumerate() {
            let share = dot(direction, r);
            alpha[j] = -share;
            r.iter_mut().zip(direction).for_each(|(r, q)| *r -= share * q);
        }
        for j in (0..self.columns).rev() {
            let later: f64 = (j + 1..self.columns).map(|c| self.r[self.at(j, c)] * alpha[c]).sum();
            alpha[j] = (alpha[j] - later) / self.r[self.at(j, j)];
        }
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers between −1 and 1 that follow from `seed`.
    fn random(seed: &mut u64) -> f64 {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// α of the columns by the normal equations' condition Vᵀ (V α + r) = 0.
    fn check(columns: &[Vec<f64>], squares: &LeastSquares, r: &[f64]) {
        let (mut left, mut alpha) = (r.to_vec(), vec![0.0; squares.columns()]);
        squares.solve(&mut left, &mut alpha);
        let expected = |i: usize| {
            let shares = columns.iter().zip(&alpha).map(|(column, alpha)| column[i] * alpha);
            r[i] + shares.sum::<f64>()
        };
        for (i, left) in left.iter().enumerate() {
            assert!((left - expected(i)).abs() < 1e-10, "{left} for {}", expected(i));
        }
        for column in columns {
            assert!(dot(column, &left).abs() < 1e-10 * norm(column), "{}", dot(column, &left));
        }
    }

    #[test]
    fn columns_come_and_go() {
        let mut seed = 7;
        let mut vector = || -> Vec<f64> { (0..6).map(|_| random(&mut seed)).collect() };
        let (mut squares, mut columns) = (LeastSquares::new(6, 4), Vec::new());
        for turn in 0..40 {
            let column = vector();
            if !squares.insert(&column) {
                columns.pop();
            }
            columns.insert(0, column);
            assert_eq!(squares.columns(), columns.len());
            check(&columns, &squares, &vector());
            if turn % 3 == 2 {
                let j = turn % columns.len();
                squares.remove(j);
                columns.remove(j);
                check(&columns, &squares, &vector());
            }
        }
    }

    #[test]
    fn a_full_basis_keeps_its_newest_columns() {
        let mut squares = LeastSquares::new(2, 5);
        assert!(squares.insert(&[1.0, 0.0]) && squares.insert(&[1.0, 1.0]));
        assert!(!squares.insert(&[0.0, 3.0]));
        check(&[vec![0.0, 3.0], vec![1.0, 1.0]], &squares, &[0.7, -0.2]);
    }

    #[test]
    fn a_column_that_newer_ones_contain_is_redundant() {
        let mut squares = LeastSquares::new(3, 3);
        squares.insert(&[1.0, 1.0, 1e-9]);
        squares.insert(&[0.0, 2.0, 0.0]);
        squares.insert(&[3.0, 0.0, 0.0]);
        assert_eq!(squares.redundant(1e-7, 0.0), Some(2));
        assert_eq!(squares.redundant(1e-10, 0.0), None);
        assert_eq!(squares.redundant(0.0, 2.5), Some(1));
    }
}
