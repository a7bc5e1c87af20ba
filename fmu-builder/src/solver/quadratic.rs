//! Integrals of energies along the motion of an affine system, in closed form.
//!
//! If q̇ = wᵀ Q w with w = (1, x, u), then over a step Δq = κᵀ S κ with κ = (1, x, d₀, d₁, d₂, d₃) at
//! its start. S is found once per step length: by Gauss quadrature over a short panel, then by
//! doubling, S(2h) = S(h) + T(h)ᵀ S(h) T(h), where T(h) carries κ over h.

use super::System;
use super::affine::Affine;
use super::gauss;
use super::matrix::multiply;
use crate::inputs::MAX_ORDER;
use crate::random::Random;

/// Integrands that are all quadratic in states and inputs and do not depend on time.
pub(super) struct QuadraticIntegrals {
    /// Q of each integral, by rows.
    forms: Vec<Vec<f64>>,
    width: usize,
    t: Vec<f64>,
    work: Vec<f64>,
    product: Vec<f64>,
}

impl QuadraticIntegrals {
    /// The integrands as quadratic forms; `None` if one of them is anything else.
    pub fn find(system: &dyn System, affine: &Affine) -> Option<Self> {
        let integrands = Integrands { system };
        let forms = (0..system.integrals()).map(|q| integrands.form(q)).collect::<Vec<_>>();
        let width = affine.width();
        let zeros = || vec![0.0; width * width];
        integrands.agree_with(&forms).then(|| Self {
            forms,
            width,
            t: zeros(),
            work: zeros(),
            product: zeros(),
        })
    }

    /// The room that the matrices S of all integrals take.
    pub fn size(&self) -> usize {
        self.forms.len() * self.width * self.width
    }

    /// Computes S for a step `h`, one integral after the other.
    pub fn integrate(&mut self, affine: &mut Affine, h: f64, s: &mut [f64]) {
        let doublings = (4.0 * affine.radius * h).log2().ceil().max(0.0) as i32;
        let panel = h * 0.5_f64.powi(doublings);
        s.fill(0.0);
        for (c, weight) in gauss::points() {
            self.transition(affine, c * panel);
            for (q, s) in s.chunks_exact_mut(self.width * self.width).enumerate() {
                let size = 1 + affine.n + affine.m;
                congruence(self.width, size, &self.forms[q], &self.t, &mut self.work);
                s.iter_mut().zip(&self.work).for_each(|(s, w)| *s += weight * panel * w);
            }
        }
        self.transition(affine, panel);
        for _ in 0..doublings {
            for s in s.chunks_exact_mut(self.width * self.width) {
                congruence(self.width, self.width, s, &self.t, &mut self.work);
                s.iter_mut().zip(&self.work).for_each(|(s, w)| *s += w);
            }
            multiply(self.width, &self.t, &self.t, &mut self.product);
            std::mem::swap(&mut self.t, &mut self.product);
        }
    }

    /// Adds κᵀ S κ to every integral.
    pub fn add(&self, s: &[f64], kappa: &[f64], q: &mut [f64]) {
        for (q, s) in q.iter_mut().zip(s.chunks_exact(self.width * self.width)) {
            for (row, k) in s.chunks_exact(self.width).zip(kappa) {
                let product: f64 = row.iter().zip(kappa).map(|(s, k)| s * k).sum();
                *q += k * product;
            }
        }
    }

    /// T(h): 1 stays 1, x moves by the propagator, inputs by dₖ(h) = Σ dₖ₊ₗ hˡ/l!.
    fn transition(&mut self, affine: &mut Affine, h: f64) {
        let (n, m, width) = (affine.n, affine.m, self.width);
        let t = &mut self.t;
        t.fill(0.0);
        t[0] = 1.0;
        affine.propagator(h, |i, column, value| t[(1 + i) * width + column] = value);
        for j in 0..m {
            for k in 0..=MAX_ORDER {
                let mut factor = 1.0;
                for l in k..=MAX_ORDER {
                    t[(1 + n + k * m + j) * width + 1 + n + l * m + j] = factor;
                    factor *= h / (l - k + 1) as f64;
                }
            }
        }
    }
}

/// Tᵀ F T with F of `size` rows, T of at least as many and `width` columns.
fn congruence(width: usize, size: usize, f: &[f64], t: &[f64], result: &mut [f64]) {
    result.fill(0.0);
    for a in 0..size {
        for b in 0..size {
            let factor = f[a * size + b];
            if factor == 0.0 {
                continue;
            }
            for i in 0..width {
                let left = factor * t[a * width + i];
                for j in 0..width {
                    result[i * width + j] += left * t[b * width + j];
                }
            }
        }
    }
}

/// The integrands as functions of w = (1, x, u).
struct Integrands<'a> {
    system: &'a dyn System,
}

impl Integrands<'_> {
    fn size(&self) -> usize {
        1 + self.system.states() + self.system.givens()
    }

    /// All integrands at w, whose first entry is not used.
    fn at(&self, t: f64, w: &[f64]) -> Vec<f64> {
        let n = self.system.states();
        let mut z = vec![0.0; self.system.size()];
        let mut dz = z.clone();
        z[..n].copy_from_slice(&w[1..=n]);
        self.system.derivatives(t, &w[1 + n..], &z, &mut dz);
        dz.split_off(n)
    }

    /// Q of one integrand, as if it were quadratic, from its values at unit vectors and their sums.
    fn form(&self, q: usize) -> Vec<f64> {
        let size = self.size();
        let value = |entries: &[(usize, f64)]| {
            let mut w = vec![0.0; size];
            entries.iter().for_each(|(i, value)| w[*i] += value);
            self.at(0.0, &w)[q]
        };
        let constant = value(&[]);
        let plus: Vec<f64> = (0..size).map(|i| value(&[(i, 1.0)])).collect();
        let mut form = vec![0.0; size * size];
        form[0] = constant;
        for i in 1..size {
            let minus = value(&[(i, -1.0)]);
            form[i] = 0.25 * (plus[i] - minus);
            form[i * size] = form[i];
            form[i * size + i] = 0.5 * (plus[i] + minus) - constant;
            for j in i + 1..size {
                let mixed = value(&[(i, 1.0), (j, 1.0)]) - plus[i] - plus[j] + constant;
                form[i * size + j] = 0.5 * mixed;
                form[j * size + i] = 0.5 * mixed;
            }
        }
        form
    }

    /// Whether wᵀ Q w gives the integrands at a few random points and times.
    fn agree_with(&self, forms: &[Vec<f64>]) -> bool {
        let (size, mut random) = (self.size(), Random::new());
        (0..4).all(|_| {
            let mut w: Vec<f64> = (0..size).map(|_| 3.0 * random.symmetric()).collect();
            w[0] = 1.0;
            let values = self.at(10.0 * random.symmetric(), &w);
            forms.iter().zip(values).all(|(form, value)| {
                let terms = (0..size * size).map(|k| form[k] * w[k / size] * w[k % size]);
                let (sum, magnitude) = terms.fold((0.0, 1e-300), |(s, l), x| (s + x, l + x.abs()));
                (value - sum).abs() <= 1e-9 * magnitude
            })
        })
    }
}
