//! Interface quasi-Newton with an inverse Jacobian by least squares (IQN-ILS).
//!
//! ```text
//! V = [Δr₁ Δr₂ …],  W = [Δlaw₁ Δlaw₂ …]     changes from run to run, newest first
//! α = argmin |V α + r|,   u ← law + W α
//! ```
//!
//! Degroote, Bathe and Vierendeels (2009). Changes of earlier macro steps are used as well, as long as
//! there is room. Residuals are weighted by the size of their inputs.

use nalgebra::DVector;

use super::relaxation::Relaxation;

/// A change that adds less than this part of itself to the others says nothing new.
const NOTHING_NEW: f64 = 1e-7;

/// Remembers how residuals changed, and combines the changes to cancel the present one.
#[derive(Clone, Debug)]
pub struct QuasiNewton {
    first: f64,
    /// Residual and law(y) of the run before, in this macro step.
    last: [DVector<f64>; 2],
    has_last: bool,
    changes: Vec<Change>,
    known: usize,
    /// The largest |law(y)| so far.
    size: DVector<f64>,
    /// R of the orthogonalised changes, by columns.
    triangle: Vec<f64>,
    /// Which change each orthogonal direction comes from, and its share.
    picked: Vec<(usize, f64)>,
}

/// What changed from one run to the next.
#[derive(Clone, Debug)]
struct Change {
    residual: DVector<f64>,
    law: DVector<f64>,
    /// The weighted residual, orthogonal to that of earlier ones.
    direction: DVector<f64>,
}

impl QuasiNewton {
    /// For `inputs` inputs, remembering at most `most` changes; without any, the factor is `first`.
    pub fn new(first: f64, inputs: usize, most: usize) -> Self {
        let zero = DVector::zeros(inputs);
        let change = Change { residual: zero.clone(), law: zero.clone(), direction: zero.clone() };
        Self {
            first,
            last: [zero.clone(), zero.clone()],
            has_last: false,
            changes: vec![change; most],
            known: 0,
            size: zero,
            triangle: vec![0.0; most * most],
            picked: Vec::with_capacity(most),
        }
    }

    fn remember(&mut self, unknowns: &[usize], u: &DVector<f64>, residual: &DVector<f64>) {
        if self.has_last && !self.changes.is_empty() {
            self.changes.rotate_right(1);
            self.known = (self.known + 1).min(self.changes.len());
            let Change { residual: dr, law: dlaw, .. } = &mut self.changes[0];
            for &i in unknowns {
                dr[i] = residual[i] - self.last[0][i];
                dlaw[i] = u[i] - residual[i] - self.last[1][i];
            }
        }
        for &i in unknowns {
            self.last[0][i] = residual[i];
            self.last[1][i] = u[i] - residual[i];
            self.size[i] = self.size[i].max(self.last[1][i].abs()).max(f64::MIN_POSITIVE);
        }
        self.has_last = true;
    }

    /// Modified Gram–Schmidt on the changes, newest first.
    fn orthogonalise(&mut self, unknowns: &[usize]) {
        let most = self.changes.len();
        self.picked.clear();
        for c in 0..self.known {
            let weighted = |i: usize, change: &Change| change.residual[i] / self.size[i];
            let mut direction =
                std::mem::replace(&mut self.changes[c].direction, DVector::zeros(0));
            unknowns.iter().for_each(|&i| direction[i] = weighted(i, &self.changes[c]));
            let before = norm(unknowns, &direction);
            let column = self.picked.len();
            for (row, (p, _)) in self.picked.iter().enumerate() {
                let other = &self.changes[*p].direction;
                let share: f64 = unknowns.iter().map(|&i| other[i] * direction[i]).sum();
                self.triangle[column * most + row] = share;
                unknowns.iter().for_each(|&i| direction[i] -= share * other[i]);
            }
            let length = norm(unknowns, &direction);
            if length > NOTHING_NEW * before {
                unknowns.iter().for_each(|&i| direction[i] /= length);
                self.triangle[column * most + column] = length;
                self.picked.push((c, 0.0));
            }
            self.changes[c].direction = direction;
        }
    }

    /// R α = −Qᵀ r.
    fn combine(&mut self, unknowns: &[usize], residual: &DVector<f64>) {
        let most = self.changes.len();
        for k in (0..self.picked.len()).rev() {
            let direction = &self.changes[self.picked[k].0].direction;
            let along: f64 =
                unknowns.iter().map(|&i| direction[i] * residual[i] / self.size[i]).sum();
            let known: f64 = (k + 1..self.picked.len())
                .map(|j| self.triangle[j * most + k] * self.picked[j].1)
                .sum();
            self.picked[k].1 = (-along - known) / self.triangle[k * most + k];
        }
    }
}

impl Relaxation for QuasiNewton {
    fn begin(&mut self) {
        self.has_last = false;
    }

    fn factor(&mut self, _: &[usize], _: &DVector<f64>, _: &DVector<f64>) -> f64 {
        self.first
    }

    fn correct(&mut self, unknowns: &[usize], u: &mut DVector<f64>, residual: &DVector<f64>) {
        self.remember(unknowns, u, residual);
        self.orthogonalise(unknowns);
        self.combine(unknowns, residual);
        if self.picked.is_empty() {
            unknowns.iter().for_each(|&i| u[i] -= self.first * residual[i]);
            return;
        }
        for &i in unknowns {
            let shares = self.picked.iter().map(|(c, share)| share * self.changes[*c].law[i]);
            u[i] += shares.sum::<f64>() - residual[i];
        }
    }
}

fn norm(unknowns: &[usize], x: &DVector<f64>) -> f64 {
    unknowns.iter().map(|&i| x[i].powi(2)).sum::<f64>().sqrt()
}
