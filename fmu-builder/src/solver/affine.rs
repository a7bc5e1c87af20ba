//! An affine system ẋ = A x + B u + b: its coefficients and its motion.

use super::phi::{COUNT, PhiFunctions};
use super::{SolverError, System};
use crate::inputs::MAX_ORDER;
use crate::random::Random;

/// The coefficients of a system that is affine, found by evaluating it on unit vectors.
///
/// Its motion is a linear map of κ = (1, x, d₀, d₁, d₂, d₃) with dₙ the derivatives of the inputs:
/// x(h) = ψ + Φ x + Γ₀ d₀ + … + Γ₃ d₃ with Φ = φ₀(hA), ψ = h φ₁(hA) b, Γₙ = hⁿ⁺¹ φₙ₊₁(hA) B.
pub(super) struct Affine {
    pub n: usize,
    pub m: usize,
    /// By rows.
    b: Vec<f64>,
    offset: Vec<f64>,
    phi: PhiFunctions,
    /// An upper estimate of the spectral radius of A.
    pub radius: f64,
}

impl Affine {
    pub fn new(system: &dyn System) -> Result<Self, SolverError> {
        let (n, m) = (system.states(), system.inputs());
        let (a, b, offset) = coefficients(system);
        check(system, &a, &b, &offset)?;
        let mut phi = PhiFunctions::new(n, &a);
        let radius = phi.spectral_radius();
        Ok(Self { n, m, b, offset, phi, radius })
    }

    /// The number of entries of κ.
    pub fn width(&self) -> usize {
        1 + self.n + self.m * (MAX_ORDER + 1)
    }

    /// Gives the matrix [ψ | Φ | Γ₀ | Γ₁ | Γ₂ | Γ₃] entry by entry: row, column, value.
    pub fn propagator(&mut self, h: f64, mut set: impl FnMut(usize, usize, f64)) {
        let (n, m) = (self.n, self.m);
        self.phi.evaluate(h);
        for i in 0..n {
            let phi = |k: usize, l: usize| h.powi(k as i32) * self.phi.entry(k, i, l);
            set(i, 0, (0..n).map(|l| phi(1, l) * self.offset[l]).sum());
            for j in 0..n {
                set(i, 1 + j, self.phi.entry(0, i, j));
            }
            for k in 1..COUNT {
                for j in 0..m {
                    let gamma = (0..n).map(|l| phi(k, l) * self.b[l * m + j]).sum();
                    set(i, 1 + n + (k - 1) * m + j, gamma);
                }
            }
        }
    }
}

/// A (n × n), B (n × m) and b, by rows: the columns are the answers to unit vectors.
fn coefficients(system: &dyn System) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
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
fn check(system: &dyn System, a: &[f64], b: &[f64], offset: &[f64]) -> Result<(), SolverError> {
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
