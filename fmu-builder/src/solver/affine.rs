//! The coefficients of an affine system ẋ = A x + B u + b, found by evaluating it.

use super::{SolverError, System};
use crate::random::Random;

/// A (n × n), B (n × m) and b, by rows: the columns are the answers to unit vectors.
pub(super) fn coefficients(system: &dyn System) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let (n, m) = (system.states(), system.inputs());
    let mut dz = vec![0.0; system.size()];
    let (mut z, mut u) = (vec![0.0; system.size()], vec![0.0; m]);
    system.derivatives(0.0, &u, &z, &mut dz);
    let offset = dz[..n].to_vec();

    let (mut a, mut b) = (vec![0.0; n * n], vec![0.0; n * m]);
    for j in 0..n {
        z[j] = 1.0;
        system.derivatives(0.0, &u, &z, &mut dz);
        z[j] = 0.0;
        (0..n).for_each(|i| a[i * n + j] = dz[i] - offset[i]);
    }
    for j in 0..m {
        u[j] = 1.0;
        system.derivatives(0.0, &u, &z, &mut dz);
        u[j] = 0.0;
        (0..n).for_each(|i| b[i * m + j] = dz[i] - offset[i]);
    }
    (a, b, offset)
}

/// Compares the system with its coefficients at a few random points and times.
pub(super) fn check_affine(
    system: &dyn System,
    a: &[f64],
    b: &[f64],
    offset: &[f64],
) -> Result<(), SolverError> {
    let (n, m) = (system.states(), system.inputs());
    let mut random = Random::new();
    let mut dz = vec![0.0; system.size()];
    for _ in 0..4 {
        let t = 10.0 * random.symmetric();
        let z: Vec<f64> = (0..system.size()).map(|_| 3.0 * random.symmetric()).collect();
        let u: Vec<f64> = (0..m).map(|_| 3.0 * random.symmetric()).collect();
        system.derivatives(t, &u, &z, &mut dz);
        for i in 0..n {
            let state_terms = (0..n).map(|j| a[i * n + j] * z[j]);
            let terms = state_terms.chain((0..m).map(|j| b[i * m + j] * u[j])).chain([offset[i]]);
            let (sum, size) = terms.fold((0.0, 1e-300), |(s, l), x: f64| (s + x, l + x.abs()));
            let error = (dz[i] - sum).abs();
            if error.is_nan() || error > 1e-9 * size {
                return Err(SolverError::NotAffine { state: i });
            }
        }
    }
    Ok(())
}
