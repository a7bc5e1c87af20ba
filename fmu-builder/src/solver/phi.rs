//! The functions φₖ of a matrix, which carry an affine system over a step.
//!
//! With φ₀(z) = eᶻ and φₖ(z) = z φₖ₊₁(z) + 1/k!, the system ẋ = A x + Σ wₖ τᵏ/k! has the solution
//! x(h) = φ₀(hA) x(0) + Σ hᵏ⁺¹ φₖ₊₁(hA) wₖ. All matrices are n × n by rows; nothing is allocated
//! after the workspace is made.

use super::matrix::multiply;

/// How many functions are needed: φ₀ … φ₄ for inputs up to degree 3.
pub(crate) const COUNT: usize = 5;

/// 1/k! for k = 0, 1, …
const INVERSE_FACTORIALS: [f64; COUNT] = [1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0];

/// φ₀ … φ₄ of hA for one matrix A and any h.
pub(crate) struct PhiFunctions {
    n: usize,
    /// D⁻¹ A D with a diagonal D that makes rows and columns alike in size.
    balanced: Vec<f64>,
    scale: Vec<f64>,
    phi: [Vec<f64>; COUNT],
    z: Vec<f64>,
    work: Vec<f64>,
}

impl PhiFunctions {
    pub fn new(n: usize, a: &[f64]) -> Self {
        let (balanced, scale) = balance(n, a);
        let zeros = || vec![0.0; n * n];
        Self {
            n,
            balanced,
            scale,
            phi: std::array::from_fn(|_| zeros()),
            z: zeros(),
            work: zeros(),
        }
    }

    /// An estimate from above of the spectral radius of A: ‖A⁸‖^(1/8).
    pub fn spectral_radius(&mut self) -> f64 {
        self.z.copy_from_slice(&self.balanced);
        for _ in 0..3 {
            multiply(self.n, &self.z, &self.z, &mut self.work);
            std::mem::swap(&mut self.z, &mut self.work);
        }
        norm(self.n, &self.z).powf(1.0 / 8.0)
    }

    /// The entry of φₖ(hA) in row i and column j, after [`evaluate`](Self::evaluate).
    pub fn entry(&self, k: usize, i: usize, j: usize) -> f64 {
        self.phi[k][i * self.n + j] * self.scale[i] / self.scale[j]
    }

    /// Computes all φₖ(hA) by scaling, Taylor series and doubling.
    pub fn evaluate(&mut self, h: f64) {
        let n = self.n;
        let doublings = (norm(n, &self.balanced) * h / 0.5).log2().ceil().max(0.0) as i32;
        let scaled = h * 0.5_f64.powi(doublings);
        for (z, a) in self.z.iter_mut().zip(&self.balanced) {
            *z = a * scaled;
        }
        self.taylor();
        for _ in 0..doublings {
            self.double();
        }
    }

    /// φ₄ of the scaled matrix by its series, the others by z φₖ₊₁ + 1/k!.
    fn taylor(&mut self) {
        const TERMS: usize = 14;
        let n = self.n;
        // Horner's rule on Σ zʲ/(j+4)!, with the common factor 1/4! taken out.
        identity(n, 1.0, &mut self.phi[4]);
        for j in (1..=TERMS).rev() {
            multiply(n, &self.z, &self.phi[4], &mut self.work);
            for (phi, w) in self.phi[4].iter_mut().zip(&self.work) {
                *phi = w / (j + 4) as f64;
            }
            add_diagonal(n, 1.0, &mut self.phi[4]);
        }
        self.phi[4].iter_mut().for_each(|phi| *phi /= 24.0);
        for k in (0..4).rev() {
            let (lower, upper) = self.phi.split_at_mut(k + 1);
            multiply(n, &self.z, &upper[0], &mut lower[k]);
            add_diagonal(n, INVERSE_FACTORIALS[k], &mut lower[k]);
        }
    }

    /// φₖ(2z) = 2⁻ᵏ (eᶻ φₖ(z) + Σ φⱼ(z)/(k − j)!, j = 1 … k).
    fn double(&mut self) {
        let n = self.n;
        for k in (1..COUNT).rev() {
            multiply(n, &self.phi[0], &self.phi[k], &mut self.work);
            for j in 1..=k {
                for (w, phi) in self.work.iter_mut().zip(&self.phi[j]) {
                    *w += phi * INVERSE_FACTORIALS[k - j];
                }
            }
            let factor = 0.5_f64.powi(k as i32);
            for (phi, w) in self.phi[k].iter_mut().zip(&self.work) {
                *phi = w * factor;
            }
        }
        multiply(n, &self.phi[0], &self.phi[0], &mut self.work);
        std::mem::swap(&mut self.phi[0], &mut self.work);
    }
}

/// Scales with powers of two until no row differs much from its column (Parlett and Reinsch).
fn balance(n: usize, a: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut a, mut scale) = (a.to_vec(), vec![1.0; n]);
    for _ in 0..50 {
        let mut changed = false;
        for i in 0..n {
            let others = || (0..n).filter(move |j| *j != i);
            let row: f64 = others().map(|j| a[i * n + j].abs()).sum();
            let column: f64 = others().map(|j| a[j * n + i].abs()).sum();
            if row == 0.0 || column == 0.0 {
                continue;
            }
            let factor = (row / column).sqrt().log2().round().exp2();
            if factor == 1.0 || column * factor + row / factor > 0.95 * (column + row) {
                continue;
            }
            changed = true;
            scale[i] *= factor;
            for j in others() {
                a[i * n + j] /= factor;
                a[j * n + i] *= factor;
            }
        }
        if !changed {
            break;
        }
    }
    (a, scale)
}

fn identity(n: usize, value: f64, a: &mut [f64]) {
    a.fill(0.0);
    add_diagonal(n, value, a);
}

fn add_diagonal(n: usize, value: f64, a: &mut [f64]) {
    for i in 0..n {
        a[i * n + i] += value;
    }
}

/// The largest sum of absolute values in a row.
fn norm(n: usize, a: &[f64]) -> f64 {
    (0..n).map(|i| a[i * n..(i + 1) * n].iter().map(|x| x.abs()).sum()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phi_functions_of_a_number_are_those_of_the_formula() {
        for z in [-30.0, -3.0, -0.1, 0.0, 0.2, 4.0_f64] {
            let mut phi = PhiFunctions::new(1, &[z]);
            phi.evaluate(1.0);
            let exact = z.exp();
            assert!((phi.entry(0, 0, 0) - exact).abs() <= 1e-13 * exact.max(1e-2));
            if z != 0.0 {
                let phi1 = z.exp_m1() / z;
                assert!((phi.entry(1, 0, 0) - phi1).abs() <= 1e-13 * phi1);
            }
        }
    }

    #[test]
    fn a_stiff_rotation_keeps_its_accuracy() {
        let omega: f64 = 1e3;
        let mut phi = PhiFunctions::new(2, &[0.0, 1.0, -omega * omega, 0.0]);
        phi.evaluate(0.0123);
        let angle = omega * 0.0123;
        assert!((phi.entry(0, 0, 0) - angle.cos()).abs() < 1e-13);
        assert!((phi.entry(0, 0, 1) - angle.sin() / omega).abs() < 1e-13 / omega);
        assert!((phi.entry(0, 1, 0) + omega * angle.sin()).abs() < 1e-13 * omega);
    }
}
