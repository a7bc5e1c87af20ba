//! Interface quasi-Newton with an inverse Jacobian by least squares (IQN-ILS).
//!
//! ```text
//! V = [Δr₁ Δr₂ …],  U = [Δu₁ Δu₂ …]     changes from run to run, newest first
//! α = argmin |V α + r|,   u ← u + U α − ω (V α + r)
//! ```
//!
//! Degroote, Bathe and Vierendeels (2009), with ω = 1 there: what the changes do not explain is taken away as in a
//! fixed-point iteration, here by [Aitken's](super::aitken) factor of the last change, which a stiff coupling needs.
//! Changes of earlier macro steps are used as well, the newest ones; a change that adds next to nothing to newer ones, or
//! no more than noise, is forgotten (the filter QR2 of Haelterman et al. 2016). Residuals are divided by the largest input
//! of their kind.

use nalgebra::DVector;

use super::least_squares::{LeastSquares, dot, norm};
use super::relaxation::{Iterate, Relaxation};

/// A change that adds less than this part of itself to newer ones says nothing new.
const NOTHING_NEW: f64 = 1e-7;
/// So many times the noise is what a change has to add.
const ABOVE_NOISE: f64 = 10.0;
/// Changes are weighted anew if the size of an input has changed by this factor.
const RESIZED: f64 = 2.0;
/// The smallest factor of what the changes do not explain.
const SMALLEST: f64 = 1e-4;

/// Remembers how residuals changed, and combines the changes to cancel the present one.
#[derive(Clone, Debug)]
pub struct QuasiNewton {
    first: f64,
    /// The factor of what the changes do not explain.
    factor: f64,
    /// Inputs and residual of the run before, in this macro step.
    last: [DVector<f64>; 2],
    has_last: bool,
    /// Newest first.
    changes: Vec<Change>,
    known: usize,
    squares: LeastSquares,
    /// What residuals are divided by.
    units: DVector<f64>,
    /// Room for a residual so divided, and for α.
    weighted: Vec<f64>,
    alpha: Vec<f64>,
}

/// What changed from one run to the next.
#[derive(Clone, Debug)]
struct Change {
    u: DVector<f64>,
    residual: DVector<f64>,
}

impl QuasiNewton {
    /// For `unknowns` of `inputs` inputs, remembering at most `most` changes; without any, the factor is `first`.
    pub fn new(first: f64, inputs: usize, unknowns: usize, most: usize) -> Self {
        let zero = DVector::zeros(inputs);
        let change = Change { u: zero.clone(), residual: zero.clone() };
        Self {
            first,
            factor: first,
            last: [zero.clone(), zero.clone()],
            has_last: false,
            changes: vec![change; most + 1],
            known: 0,
            squares: LeastSquares::new(unknowns, most),
            units: zero,
            weighted: vec![0.0; unknowns],
            alpha: vec![0.0; most],
        }
    }

    /// Divides residuals by what the run says from now on, if that is another size.
    fn weigh(&mut self, run: &Iterate) {
        let resized = |i: usize| {
            let (now, before) = (run.unit(i), self.units[i]);
            now > RESIZED * before || RESIZED * now < before
        };
        if !run.unknowns.iter().any(|&i| resized(i)) {
            return;
        }
        run.unknowns.iter().for_each(|&i| self.units[i] = run.unit(i));
        self.squares.clear();
        let mut kept = 0;
        for c in (0..self.known).rev() {
            divide(run.unknowns, &self.changes[c].residual, &self.units, &mut self.weighted);
            self.squares.insert(&self.weighted);
            kept = self.squares.columns();
        }
        self.known = kept;
    }

    /// Takes in what changed since the run before, unless that is noise.
    fn remember(&mut self, run: &Iterate) {
        if self.has_last && self.changes.len() > 1 {
            let [u, residual] = &self.last;
            self.changes.rotate_right(1);
            let change = &mut self.changes[0];
            run.u.sub_to(u, &mut change.u);
            run.residual.sub_to(residual, &mut change.residual);
            divide(run.unknowns, &change.residual, &self.units, &mut self.weighted);
            let square = dot(&self.weighted, &self.weighted);
            if square.sqrt() > ABOVE_NOISE * run.noise && square.is_finite() {
                let along = run.unknowns.iter().zip(&self.weighted);
                let along: f64 = along.map(|(&i, dr)| change.u[i] / self.units[i] * dr).sum();
                self.factor = (along / square).abs().clamp(SMALLEST, 1.0);
                self.squares.insert(&self.weighted);
                self.known = self.squares.columns();
            } else {
                self.changes.rotate_left(1);
            }
        }
        self.last[0].copy_from(run.u);
        self.last[1].copy_from(run.residual);
        self.has_last = true;
    }

    /// Forgets changes that say nothing new.
    fn filter(&mut self, noise: f64) {
        while let Some(j) = self.squares.redundant(NOTHING_NEW, ABOVE_NOISE * noise) {
            self.squares.remove(j);
            self.changes[j..self.known].rotate_left(1);
            self.known -= 1;
        }
    }
}

impl Relaxation for QuasiNewton {
    fn begin(&mut self) {
        self.has_last = false;
    }

    fn factor(&mut self, _: &Iterate) -> f64 {
        self.first
    }

    fn correct(&mut self, run: &mut Iterate) {
        self.weigh(run);
        self.remember(run);
        self.filter(run.noise);
        if self.known == 0 {
            run.unknowns.iter().for_each(|&i| run.u[i] -= self.first * run.residual[i]);
            return;
        }
        divide(run.unknowns, run.residual, &self.units, &mut self.weighted);
        self.squares.solve(&mut self.weighted, &mut self.alpha);
        for (&i, unexplained) in run.unknowns.iter().zip(&self.weighted) {
            let shares = self.changes[..self.known].iter().zip(&self.alpha);
            let explained: f64 = shares.map(|(change, alpha)| alpha * change.u[i]).sum();
            run.u[i] += explained - self.factor * unexplained * self.units[i];
        }
    }
}

/// The residuals of the unknowns, each divided by its unit.
fn divide(unknowns: &[usize], residual: &DVector<f64>, units: &DVector<f64>, to: &mut [f64]) {
    unknowns.iter().zip(to).for_each(|(&i, to)| *to = residual[i] / units[i]);
}

#[allow(dead_code)]
fn unused(x: &[f64]) -> f64 { norm(x) }
