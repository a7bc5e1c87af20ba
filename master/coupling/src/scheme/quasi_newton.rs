//! Interface quasi-Newton with an inverse Jacobian by least squares (IQN-ILS).
//!
//! ```text
//! V = [Δr₁ Δr₂ …],  U = [Δu₁ Δu₂ …]     changes from run to run, newest first
//! α = argmin |V α + r|,   u ← u + U α − ω (V α + r)
//! ```
//!
//! Degroote, Bathe and Vierendeels (2009), with ω = 1 there: what the changes do not explain is taken away as in a
//! fixed-point iteration, here by [Aitken's](super::aitken) factor of the last change, which a stiff coupling needs.
//! The smallest of them lately is taken: the stiffest direction must not grow. Changes of earlier macro steps are used as
//! well, the newest ones; a change that adds next to nothing to newer ones, or no more than noise, is forgotten (the filter
//! QR2 of Haelterman et al. 2016). Residuals are divided by the largest input of their kind.
//!
//! Old changes may mislead where the coupling is nonlinear: a run whose residual has doubled is taken back, and its change
//! remains, with those of this macro step alone; after three such runs none does, and the factor is halved.

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
/// A run whose residual is so many times that of the one before has gone astray.
const ASTRAY: f64 = 2.0;
/// Runs astray one after the other that end the trust in changes.
const LOST: usize = 3;

/// Remembers how residuals changed, and combines the changes to cancel the present one.
#[derive(Clone, Debug)]
pub struct QuasiNewton {
    first: f64,
    /// The factor of what the changes do not explain.
    factor: f64,
    /// Inputs and residual of the run before, in this macro step.
    last: [DVector<f64>; 2],
    has_last: bool,
    /// The norm of that residual, and the runs since that went astray.
    size: f64,
    astray: usize,
    /// Changes of this macro step.
    own: usize,
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
    /// For `unknowns` of `inputs` inputs, remembering at most `most` changes; the factor of what they do not
    /// explain is `first` at most.
    pub fn new(first: f64, inputs: usize, unknowns: usize, most: usize) -> Self {
        let zero = DVector::zeros(inputs);
        let change = Change { u: zero.clone(), residual: zero.clone() };
        Self {
            first,
            factor: first,
            last: [zero.clone(), zero.clone()],
            has_last: false,
            size: f64::INFINITY,
            astray: 0,
            own: 0,
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
        for change in self.changes[..self.known].iter().rev() {
            divide(run.unknowns, &change.residual, &self.units, &mut self.weighted);
            self.squares.insert(&self.weighted);
        }
        self.known = self.squares.columns();
        self.own = self.own.min(self.known);
    }

    /// Takes in what changed since the run before, unless that is noise.
    fn remember(&mut self, run: &Iterate) {
        if !self.has_last || self.changes.len() < 2 {
            return;
        }
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
            self.factor = self.factor.min((along / square).abs()).max(SMALLEST);
            self.squares.insert(&self.weighted);
            self.known = self.squares.columns();
            self.own = (self.own + 1).min(self.known);
        } else {
            self.changes.rotate_left(1);
        }
    }

    /// Keeps the run, or returns to the one before where it has gone astray.
    fn keep_or_return(&mut self, run: &mut Iterate) {
        divide(run.unknowns, run.residual, &self.units, &mut self.weighted);
        let size = norm(&self.weighted);
        if self.has_last && !(size <= ASTRAY * self.size) {
            self.astray += 1;
            let trusted = if self.astray < LOST { self.own } else { 0 };
            while self.known > trusted {
                self.known -= 1;
                self.squares.remove(self.known);
            }
            self.own = trusted;
            run.u.copy_from(&self.last[0]);
            return;
        }
        (self.size, self.astray, self.has_last) = (size, 0, true);
        self.last[0].copy_from(run.u);
        self.last[1].copy_from(run.residual);
    }

    /// Forgets changes that say nothing new.
    fn filter(&mut self, noise: f64) {
        while let Some(j) = self.squares.redundant(NOTHING_NEW, ABOVE_NOISE * noise) {
            self.squares.remove(j);
            self.changes[j..self.known].rotate_left(1);
            self.known -= 1;
            self.own -= usize::from(j < self.own);
        }
    }
}

impl Relaxation for QuasiNewton {
    fn begin(&mut self) {
        self.has_last = false;
        (self.own, self.astray) = (0, 0);
        self.factor = (2.0 * self.factor).min(self.first);
    }

    fn advice(&self) -> &'static str {
        "scheme.kind = \"newton\", a smaller step, or more scheme.iterations"
    }

    fn factor(&mut self, _: &Iterate) -> f64 {
        self.first
    }

    fn correct(&mut self, run: &mut Iterate) {
        self.weigh(run);
        self.remember(run);
        self.keep_or_return(run);
        self.filter(run.noise);
        let residual = &self.last[1];
        divide(run.unknowns, residual, &self.units, &mut self.weighted);
        self.squares.solve(&mut self.weighted, &mut self.alpha);
        let factor = self.factor * 0.5_f64.powi(self.astray as i32);
        for (&i, unexplained) in run.unknowns.iter().zip(&self.weighted) {
            let shares = self.changes[..self.known].iter().zip(&self.alpha);
            let explained: f64 = shares.map(|(change, alpha)| alpha * change.u[i]).sum();
            run.u[i] += explained - factor * unexplained * self.units[i];
        }
    }
}

/// The residuals of the unknowns, each divided by its unit.
fn divide(unknowns: &[usize], residual: &DVector<f64>, units: &DVector<f64>, to: &mut [f64]) {
    unknowns.iter().zip(to).for_each(|(&i, to)| *to = residual[i] / units[i]);
}
