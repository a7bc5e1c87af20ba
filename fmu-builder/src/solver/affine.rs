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
    coefficients: Coefficients,
    phi: PhiFunctions,
    /// An upper estimate of the spectral radius of A.
    pub radius: f64,
}

impl Affine {
    pub fn new(system: &dyn System) -> Result<Self, SolverError> {
        let (n, m) = (system.states(), system.givens());
        let coefficients = Coefficients::find(system).map_err(|state| match system.linear() {
            Some(_) => SolverError::NotAffine { state },
            None => SolverError::NotLinear,
        })?;
        let mut phi = PhiFunctions::new(n, &coefficients.a);
        let radius = phi.spectral_radius();
        Ok(Self { n, m, coefficients, phi, radius })
    }

    /// The first state whose derivative is not what the coefficients say.
    pub fn disagrees(&self, x: &[f64], u: &[f64], dx: &[f64]) -> Option<usize> {
        self.coefficients.disagrees(x, u, dx)
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
            set(i, 0, (0..n).map(|l| phi(1, l) * self.coefficients.offset[l]).sum());
            for j in 0..n {
                set(i, 1 + j, self.phi.entry(0, i, j));
            }
            for k in 1..COUNT {
                for j in 0..m {
                    let gamma = (0..n).map(|l| phi(k, l) * self.coefficients.b[l * m + j]).sum();
                    set(i, 1 + n + (k - 1) * m + j, gamma);
                }
            }
        }
    }
}

/// A (n × n), B (n × m) and b, by rows.
pub(crate) struct Coefficients {
    a: Vec<f64>,
    b: Vec<f64>,
    offset: Vec<f64>,
}

impl Coefficients {
    /// The columns are the answers to unit vectors, compared with the system at random points; the
    /// number of a state whose derivative is anything else.
    pub fn find(system: &dyn System) -> Result<Self, usize> {
        let (n, m) = (system.states(), system.givens());
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
        let found = Self { a, b, offset };
        found.compare(system).map_or(Ok(found), Err)
    }

    /// Compares the system with its coefficients at random points and times of many magnitudes: a
    /// limit, however far away, shows at the largest.
    fn compare(&self, system: &dyn System) -> Option<usize> {
        const MAGNITUDES: [f64; 10] = [3.0, 3.0, 3.0, 3.0, 1e-3, 30.0, 1e3, 1e6, 1e12, 1e40];
        let mut random = Random::new();
        let mut dz = vec![0.0; system.size()];
        MAGNITUDES.into_iter().find_map(|magnitude| {
            let t = 10.0 * magnitude.min(1e6) * random.symmetric();
            let mut draw = |_| magnitude * random.symmetric();
            let z: Vec<f64> = (0..system.size()).map(&mut draw).collect();
            let u: Vec<f64> = (0..system.givens()).map(draw).collect();
            system.derivatives(t, &u, &z, &mut dz);
            self.disagrees(&z, &u, &dz)
        })
    }

    /// The first state whose derivative is not A x + B u + b; further entries are not looked at.
    fn disagrees(&self, x: &[f64], u: &[f64], dx: &[f64]) -> Option<usize> {
        let (n, m) = (self.offset.len(), u.len());
        (0..n).find(|&i| {
            let state_terms = (0..n).map(|j| self.a[i * n + j] * x[j]);
            let terms = state_terms.chain((0..m).map(|j| self.b[i * m + j] * u[j]));
            let terms = terms.chain([self.offset[i]]);
            let (sum, size) = terms.fold((0.0, 1e-300), |(s, l), x: f64| (s + x, l + x.abs()));
            let error = (dx[i] - sum).abs();
            error.is_nan() || error > 1e-9 * size
        })
    }
}
