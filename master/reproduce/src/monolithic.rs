//! Solutions of whole systems, uncoupled from any scheme: the truth that errors are measured against.

use nalgebra::{DMatrix, DVector};

/// Modified midpoint steps of the rows of the extrapolation table.
const ROWS: [usize; 8] = [2, 4, 6, 8, 10, 12, 14, 16];
/// Longest step of the extrapolation method in s; with eight rows its error is below rounding, which the
/// weights of the rows, 120 in sum of their absolute values, amplify.
const LONGEST: f64 = 1.0 / 64.0;

/// Terms of the Taylor series; for |λ t| ≤ 1 the last ones are far below rounding.
const TERMS: u32 = 30;

/// x at time t of ẋ = A x from x(0) = x₀, for t within the inverse of the largest eigenvalue λ of A.
///
/// The series x₀ + t A x₀ + … keeps every component to its last digits; the matrix exponential
/// would lose three of them where positions and velocities differ by the frequency.
pub fn linear(a: &DMatrix<f64>, x0: &DVector<f64>, t: f64) -> DVector<f64> {
    let terms = (1..=TERMS).scan(x0.clone(), |term, k| {
        *term = a * &*term * (t / f64::from(k));
        Some(term.clone())
    });
    // The smallest first, so that none is lost.
    let terms: Vec<DVector<f64>> = terms.collect();
    x0 + terms.iter().rev().fold(DVector::zeros(x0.len()), |sum, term| sum + term)
}

/// x at time t of ẋ = f(t, x) from x(0) = x₀, by extrapolation of the modified midpoint rule
/// (Gragg, Bulirsch and Stoer), of order 16. t may be negative.
pub fn nonlinear(
    f: impl Fn(f64, &DVector<f64>) -> DVector<f64>,
    x0: &DVector<f64>,
    t: f64,
) -> DVector<f64> {
    let count = (t.abs() / LONGEST).ceil().max(1.0);
    let h = t / count;
    (0..count as usize).fold(x0.clone(), |x, k| extrapolated(&f, k as f64 * h, &x, h))
}

/// One step: the values of the modified midpoint rule, extrapolated to infinitely many steps by
/// Aitken and Neville in 1/n².
fn extrapolated(
    f: &impl Fn(f64, &DVector<f64>) -> DVector<f64>,
    t: f64,
    x: &DVector<f64>,
    h: f64,
) -> DVector<f64> {
    let mut row: Vec<DVector<f64>> = ROWS.iter().map(|&n| midpoint(f, t, x, h, n)).collect();
    for k in 1..ROWS.len() {
        for j in (k..ROWS.len()).rev() {
            let ratio = (ROWS[j] as f64 / ROWS[j - k] as f64).powi(2);
            row[j] = &row[j] + (&row[j] - &row[j - 1]) / (ratio - 1.0);
        }
    }
    row.swap_remove(ROWS.len() - 1)
}

fn midpoint(
    f: &impl Fn(f64, &DVector<f64>) -> DVector<f64>,
    t: f64,
    x: &DVector<f64>,
    h: f64,
    n: usize,
) -> DVector<f64> {
    let part = h / n as f64;
    let (mut last, mut now) = (x.clone(), x + part * f(t, x));
    for k in 1..n {
        let next = &last + 2.0 * part * f(t + k as f64 * part, &now);
        (last, now) = (now, next);
    }
    now
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;

    #[test]
    fn both_ways_agree_on_a_linear_system_forwards_and_backwards() {
        let a = dmatrix![0.0, 1.0; -9.0, -0.4];
        let x0 = dvector![0.3, -1.0];
        for t in [0.07, -0.3, 0.5] {
            let difference = linear(&a, &x0, t) - nonlinear(|_, x| &a * x, &x0, t);
            let rounding = 120.0 * f64::EPSILON * (t.abs() / LONGEST).ceil();
            assert!(difference.amax() < rounding, "t = {t}: {difference}");
        }
    }

    #[test]
    fn a_system_that_depends_on_time_is_solved() {
        let x = nonlinear(|t, _| dvector![(3.0 * t).cos()], &dvector![0.0], 0.5);
        assert!((x[0] - 1.5f64.sin() / 3.0).abs() < 1e-15);
    }
}
