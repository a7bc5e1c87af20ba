//! Square matrices, row by row.

/// The product of two matrices with n rows.
pub(super) fn multiply(n: usize, a: &[f64], b: &[f64], product: &mut [f64]) {
    product.fill(0.0);
    for i in 0..n {
        for k in 0..n {
            let factor = a[i * n + k];
            for j in 0..n {
                product[i * n + j] += factor * b[k * n + j];
            }
        }
    }
}
