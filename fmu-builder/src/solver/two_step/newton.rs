//! The corrector of the two-step scheme: Newton's method for a and λ at the end of a step.

use crate::motion::{EquationsOfMotion, Motion};
use crate::sample::Sample;
use crate::solver::lu::Lu;

/// How many corrections are enough; three or four are needed.
const MAX_CORRECTIONS: usize = 30;
/// A correction this small against the positions is the last: the next one is lost in rounding.
const LAST: f64 = 1e-10;
/// How far positions are moved for difference quotients, relative to their size.
const MOVED: f64 = 1e-7;

/// A motion in one vector: q, v, a and λ.
#[derive(Clone, Debug)]
pub(super) struct Point {
    n: usize,
    pub x: Vec<f64>,
}

impl Point {
    fn new(n: usize, m: usize) -> Self {
        Self { n, x: vec![0.0; 3 * n + m] }
    }

    fn motion(&self) -> Motion<'_> {
        let (q, rest) = self.x.split_at(self.n);
        let (v, rest) = rest.split_at(self.n);
        let (a, lambda) = rest.split_at(self.n);
        Motion { q, v, a, lambda }
    }

    /// Moves a and λ, and v and q with a: ∂v = β ∂a, ∂q = β² ∂a (9).
    fn correct(&mut self, unknown: usize, by: f64, beta: f64) {
        let n = self.n;
        if unknown < n {
            self.x[unknown] += beta * beta * by;
            self.x[n + unknown] += beta * by;
        }
        self.x[2 * n + unknown] += by;
    }
}

/// (10a)–(10c) with β = b₀ Δt: the residual by ∂a and ∂λ.
///
/// The rows of the constraints are divided by β², so that all parts of the matrix are of the size of M.
pub(super) struct Newton {
    n: usize,
    m: usize,
    pub point: Point,
    moved: Point,
    origin: Point,
    residual: Vec<f64>,
    column: Vec<f64>,
    matrix: Vec<f64>,
    lu: Lu,
    /// β of the matrix that is factored, where it may be kept.
    factored: f64,
    zeros: Vec<f64>,
}

impl Newton {
    pub fn new(n: usize, m: usize, givens: usize) -> Self {
        let point = Point::new(n, m);
        Self {
            n,
            m,
            moved: point.clone(),
            origin: point.clone(),
            point,
            residual: vec![0.0; n + m],
            column: vec![0.0; n + m],
            matrix: vec![0.0; (n + m) * (n + m)],
            lu: Lu::new(n + m),
            factored: 0.0,
            zeros: vec![0.0; givens],
        }
    }

    /// Corrects the predicted point.
    pub fn correct(
        &mut self,
        equations: &dyn EquationsOfMotion,
        s: &Sample,
        beta: f64,
    ) -> Result<(), &'static str> {
        if equations.is_linear() {
            // The matrix is that of a rounded β, so the second correction removes what is left.
            self.keep_factored(equations, s, rounded(beta));
            self.correction(equations, s, beta);
            self.correction(equations, s, beta);
            return Ok(());
        }
        for _ in 0..MAX_CORRECTIONS {
            let point = std::mem::take(&mut self.point.x);
            self.factor(equations, s, &point, beta);
            self.point.x = point;
            if self.correction(equations, s, beta) <= LAST {
                return Ok(());
            }
        }
        Err("the corrector did not converge; choose a shorter micro_step")
    }

    /// One correction; its largest part relative to the positions.
    fn correction(&mut self, equations: &dyn EquationsOfMotion, s: &Sample, beta: f64) -> f64 {
        scaled_residual(equations, s, &self.point, beta, &mut self.residual);
        self.lu.solve(&mut self.residual);
        let (mut change, mut size) = (0.0_f64, f64::MIN_POSITIVE);
        for (unknown, by) in self.residual.iter().enumerate() {
            self.point.correct(unknown, -by, beta);
            if unknown < self.n {
                change = change.max(beta * beta * by.abs());
                let (q, v) = (self.point.x[unknown], self.point.x[self.n + unknown]);
                size = size.max(q.abs()).max((beta * v).abs());
            }
        }
        if change.is_finite() { change / size } else { f64::INFINITY }
    }

    /// Factors the matrix of a linear model for this β, unless it is there. It comes from the origin, so
    /// that it does not depend on the past of the run.
    fn keep_factored(&mut self, equations: &dyn EquationsOfMotion, s: &Sample, beta: f64) {
        if self.factored != beta {
            let (origin, zeros) =
                (std::mem::take(&mut self.origin.x), std::mem::take(&mut self.zeros));
            let (u, d) = zeros.split_at(s.u.len());
            let at_rest = Sample { t: 0.0, u, d: &d[..s.d.len()], ..*s };
            self.factor(equations, &at_rest, &origin, beta);
            (self.origin.x, self.zeros, self.factored) = (origin, zeros, beta);
        }
    }

    /// Factors the matrix at a point, by difference quotients.
    fn factor(&mut self, equations: &dyn EquationsOfMotion, s: &Sample, at: &[f64], beta: f64) {
        let (n, size) = (self.n, self.n + self.m);
        self.moved.x.copy_from_slice(at);
        scaled_residual(equations, s, &self.moved, beta, &mut self.residual);
        for unknown in 0..size {
            let by = if unknown < n {
                MOVED * at[unknown].abs().max(1.0) / (beta * beta)
            } else {
                at[2 * n + unknown].abs().max(1.0)
            };
            self.moved.correct(unknown, by, beta);
            scaled_residual(equations, s, &self.moved, beta, &mut self.column);
            for (row, (moved, rest)) in self.column.iter().zip(&self.residual).enumerate() {
                self.matrix[row * size + unknown] = (moved - rest) / by;
            }
            self.moved.x.copy_from_slice(at);
        }
        let matrix = &self.matrix;
        self.lu.fill(|i, j| matrix[i * size + j]);
        self.lu.factor();
    }
}

/// The residual, with the constraints divided by β².
fn scaled_residual(
    equations: &dyn EquationsOfMotion,
    s: &Sample,
    at: &Point,
    beta: f64,
    r: &mut [f64],
) {
    equations.residual(s, &at.motion(), r);
    r[at.n..].iter_mut().for_each(|g| *g /= beta * beta);
}

/// `beta` with 28 bits of mantissa: rounding in the length of a step does not ask for another matrix.
fn rounded(beta: f64) -> f64 {
    const DROPPED: u64 = 24;
    f64::from_bits((beta.to_bits() + (1 << (DROPPED - 1))) & !((1 << DROPPED) - 1))
}
