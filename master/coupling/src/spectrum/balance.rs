//! Balancing: variables are scaled until the matrix has rows and columns of about the same size.

use nalgebra::DMatrix;

/// Balancing changes the scale of a variable if that makes row and column smaller by this factor at least.
const WORTH_IT: f64 = 0.95;
/// Rounds of balancing at most; a few suffice.
const ROUNDS: usize = 100;

/// Scales variables by powers of two until rows and columns are of about the same size.
///
/// Parlett and Reinsch (1969), with the sums of absolute values without the diagonal. The matrix is irreducible, so
/// that no row or column vanishes.
pub(super) fn balance(matrix: &mut DMatrix<f64>) {
    let n = matrix.nrows();
    let mut done = false;
    for _ in 0..ROUNDS {
        if std::mem::replace(&mut done, true) {
            return;
        }
        for i in 0..n {
            let others = || (0..n).filter(|&j| j != i);
            let row: f64 = others().map(|j| matrix[(i, j)].abs()).sum();
            let column: f64 = others().map(|j| matrix[(j, i)].abs()).sum();
            // The power of two next to √(row/column), which makes both alike.
            let scale = (0.5 * (row.log2() - column.log2())).round().exp2();
            let (balanced, before) = (column * scale + row / scale, column + row);
            if balanced < WORTH_IT * before && scale.is_normal() {
                matrix.column_mut(i).apply(|entry| *entry *= scale);
                matrix.row_mut(i).apply(|entry| *entry /= scale);
                done = false;
            }
        }
    }
}
