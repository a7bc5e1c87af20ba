//! When an iteration over a macro step ends: converged, used up, or standing still.
//!
//! Slaves with solvers of their own answer the same inputs with outputs that differ by the errors of these
//! solvers. Below that noise the residual does not fall, however long one iterates: where its best value has
//! not become a tenth smaller for a fifth of the iterations, ten at least, and it is small beside the inputs,
//! the iteration stands still. A residual up to [`CLOSE`] times what is allowed is then accepted and counted.

use super::interface_problem::InterfaceProblem;
use super::macro_step::MacroStep;
use crate::CouplingError;

/// Beyond this part of an input a residual that does not fall is no noise.
const NOISE: f64 = 1e-4;
/// A residual has fallen if it is this part of the best one.
const FALLEN: f64 = 0.9;
/// Noise up to so many times what is allowed is accepted.
const CLOSE: f64 = 100.0;

/// When an iteration ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Convergence {
    /// What is left of |u − law(y)| may be this part of the largest |u| so far …
    pub relative: f64,
    /// … and this much, for each input; where an equation determines it, what is left of that and its terms count.
    pub absolute: Vec<f64>,
    /// Iterations at most.
    pub most: usize,
    /// Whether the run goes on where that is not enough.
    pub go_on: bool,
}

/// The unknown that is farthest from what is allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Farthest {
    unknown: usize,
    /// How many times what is allowed its residual is.
    by: f64,
    /// The size of its residual.
    residual: f64,
    /// The residual as a part of the input.
    relative: f64,
}

/// How an iteration has come along so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    iterations: usize,
    best: f64,
    /// Iterations since the best residual.
    since: usize,
}

/// Macro steps whose iterations ended without having converged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NotConverged {
    /// How many went on because the user says so.
    pub accepted: u64,
    /// How many stood still close to what is allowed …
    pub close: u64,
    /// … and this many times of it at most.
    pub worst: f64,
}

impl Progress {
    /// After the first `iterations`.
    pub(super) fn after(iterations: usize) -> Self {
        Self { iterations, best: f64::INFINITY, since: 0 }
    }

    fn note(&mut self, by: f64) {
        if by < FALLEN * self.best {
            (self.best, self.since) = (by, 0);
        } else {
            self.since += 1;
        }
    }
}

impl Convergence {
    /// The unknown that is farthest from what is allowed, if one is not there yet.
    pub(super) fn missed(&self, problem: &InterfaceProblem) -> Option<Farthest> {
        let InterfaceProblem { unknowns, residual, .. } = problem;
        let size = |i: usize| problem.scale(i);
        // An input that is nothing beside the others, such as a force that has hardly arrived at the
        // end of a chain, need not be better than their rounding.
        let largest = unknowns.iter().map(|&i| size(i)).fold(0.0, f64::max);
        let by = |i: usize| {
            let allowed = self.absolute[i] + self.relative * size(i) + f64::EPSILON * largest;
            residual[i].abs() / allowed
        };
        // 0/0 is an input that is 0 and may be nothing else.
        let missed = unknowns.iter().map(|&i| (i, by(i))).filter(|(_, by)| *by > 1.0);
        let (unknown, by) = missed.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let residual = residual[unknown].abs();
        Some(Farthest { unknown, by, residual, relative: residual / size(unknown) })
    }

    /// Whether an iteration that has not converged ends here all the same; an error if it may not.
    pub(super) fn ends(
        &self,
        progress: &mut Progress,
        farthest: Farthest,
        over: &MacroStep,
        not_converged: &mut NotConverged,
    ) -> Result<bool, CouplingError> {
        progress.note(farthest.by);
        let stands = progress.since >= (self.most / 5).max(10) && farthest.relative <= NOISE;
        if stands && farthest.by <= CLOSE {
            not_converged.close += 1;
            not_converged.worst = not_converged.worst.max(farthest.by);
            return Ok(true);
        }
        if !stands && progress.iterations < self.most {
            progress.iterations += 1;
            return Ok(false);
        }
        not_converged.accepted += 1;
        if self.go_on {
            return Ok(true);
        }
        let input = over.network.input_names().swap_remove(farthest.unknown);
        let Farthest { residual, relative, .. } = farthest;
        let (iterations, t) = (progress.iterations, over.step.end);
        Err(if stands {
            CouplingError::StandsStill { input, residual, relative, iterations, t }
        } else {
            CouplingError::NotConverged { input, residual, iterations, t }
        })
    }
}
