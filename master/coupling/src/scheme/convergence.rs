//! When an iteration over a macro step ends: converged, used up, or standing still.
//!
//! Slaves with solvers of their own answer the same inputs with outputs that differ by the errors of these
//! solvers. Below that noise the residual does not fall, however long one iterates: where its best value has
//! not become a tenth smaller for a fifth of the iterations, ten at least, and it is small beside the inputs,
//! the iteration stands still. A residual up to [`CLOSE`] times what is allowed is then accepted and counted.

use nalgebra::DVector;

use super::interface_problem::InterfaceProblem;
use crate::CouplingError;
use crate::network::Network;
use crate::slave::Step;

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
    /// … and this much, for each input.
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
    /// A course after its first `iterations`.
    pub(super) fn after(iterations: usize) -> Self {
        Self { iterations, best: f64::INFINITY, since: 0 }
    }

    fn note(&mut self, by: f64) {
        match by < FALLEN * self.best {
            true => (self.best, self.since) = (by, 0),
            false => self.since += 1,
        }
    }
}

impl Convergence {
    /// The unknown that is farthest from what is allowed, if one is not there yet.
    pub(super) fn missed(
        &self,
        problem: &InterfaceProblem,
        u: &DVector<f64>,
        residual: &DVector<f64>,
    ) -> Option<Farthest> {
        let size = |i: usize| problem.size[i].max(u[i].abs());
        // An input that is nothing beside the others, such as a force that has hardly arrived at the
        // end of a chain, need not be better than their rounding.
        let largest = problem.unknowns().iter().map(|&i| size(i)).fold(0.0, f64::max);
        let by = |i: usize| {
            let allowed = self.absolute[i] + self.relative * size(i) + f64::EPSILON * largest;
            residual[i].abs() / allowed
        };
        // 0/0 is an input that is 0 and may be nothing else.
        let missed = problem.unknowns().iter().map(|&i| (i, by(i))).filter(|(_, by)| *by > 1.0);
        let (unknown, by) = missed.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(Farthest { unknown, by, relative: residual[unknown].abs() / size(unknown) })
    }

    /// Whether an iteration that has not converged ends here all the same; an error if it may not.
    pub(super) fn ends(
        &self,
        course: &mut Progress,
        farthest: Farthest,
        (network, step): (&Network, &Step),
        residual: &DVector<f64>,
        not_converged: &mut NotConverged,
    ) -> Result<bool, CouplingError> {
        course.note(farthest.by);
        let stands = course.since >= (self.most / 5).max(10) && farthest.relative <= NOISE;
        if stands && farthest.by <= CLOSE {
            not_converged.close += 1;
            not_converged.worst = not_converged.worst.max(farthest.by);
            return Ok(true);
        }
        if !stands && course.iterations < self.most {
            course.iterations += 1;
            return Ok(false);
        }
        not_converged.accepted += 1;
        if self.go_on {
            return Ok(true);
        }
        let input = network.input_names().swap_remove(farthest.unknown);
        let (residual, t) = (residual[farthest.unknown].abs(), step.end);
        let (iterations, relative) = (course.iterations, farthest.relative);
        Err(match stands {
            true => CouplingError::StandsStill { input, residual, relative, iterations, t },
            false => CouplingError::NotConverged { input, residual, iterations, t },
        })
    }
}
