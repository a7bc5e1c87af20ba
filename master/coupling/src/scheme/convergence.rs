//! When an iteration over a macro step ends: converged, down to the noise of the slaves, or used up.
//!
//! ```text
//! |r_i| ≤ absolute_i + relative · size_i + rounding_i        for every input: converged
//! ```
//!
//! Slaves with solvers of their own answer nearly the same inputs with outputs that differ by the errors of these
//! solvers. Where the residual has not become a tenth smaller for some iterations, its [noise](super::noise) is measured.
//! A residual within it is accepted and counted, unless it is large beside the inputs: nobody can ask for more. Later
//! steps know the noise and end there as soon as one more iteration does not halve the residual.

use nalgebra::DVector;

use super::interface_problem::InterfaceProblem;
use super::macro_step::MacroStep;
use super::noise::{Noise, WITHIN};
use crate::CouplingError;

/// Beyond this part of an input noise is not accepted.
const ACCEPTED: f64 = 1e-4;
/// A residual has become smaller if it is this part of the best one.
const SMALLER: f64 = 0.9;
/// An iteration goes on within the noise as long as it leaves at most this part of a residual.
const FALLS: f64 = 0.5;
/// How often noise is measured in a step at most.
const MEASURED: usize = 3;

/// When an iteration ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Convergence {
    /// What is left of |u − law(y)| may be this part of the size of u …
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
struct Farthest {
    unknown: usize,
    /// How many times what is allowed its residual is.
    by: f64,
    /// The size of its residual.
    residual: f64,
    /// The residual as a part of the input.
    relative: f64,
}

/// How iterations ended that did not converge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NotConverged {
    /// Macro steps that went on because the user says so.
    pub accepted: u64,
    /// Macro steps that ended within the noise of the slaves, …
    pub within_noise: u64,
    /// … the largest residual that they left, relative to its input, …
    pub residual: f64,
    /// … how many times what was allowed that is, …
    pub times: f64,
    /// … and the largest noise that was measured of such a one.
    pub noise: f64,
}

/// Judges the iterations of a run, step by step.
pub(super) struct Criterion {
    settings: Convergence,
    /// Iterations without progress after which noise is measured.
    patience: usize,
    /// What helps where an iteration does not converge.
    advice: &'static str,
    /// For each input, what may be left of its residual.
    allowed: Vec<f64>,
    pub(super) noise: Noise,
    /// Iterations of the present step, and how far the last one was from the end.
    iterations: usize,
    by: f64,
    /// The best of them, the iterations since, and how often noise was measured.
    best: f64,
    since: usize,
    measured: usize,
    pub(super) not_converged: NotConverged,
}

impl Criterion {
    /// Judges by `settings`, and measures noise after `patience` iterations without progress; where one does not
    /// converge, it gives `advice`.
    pub(super) fn new(settings: Convergence, patience: usize, advice: &'static str) -> Self {
        let inputs = settings.absolute.len();
        Self {
            settings,
            patience,
            advice,
            allowed: vec![0.0; inputs],
            noise: Noise::new(inputs),
            iterations: 0,
            by: f64::INFINITY,
            best: f64::INFINITY,
            since: 0,
            measured: 0,
            not_converged: NotConverged::default(),
        }
    }

    /// A macro step begins: its predictor has run.
    pub(super) fn begin(&mut self) {
        (self.iterations, self.since, self.measured) = (1, 0, 0);
        (self.by, self.best) = (f64::INFINITY, f64::INFINITY);
    }

    /// Takes note of a further run in the same iteration.
    pub(super) fn spend(&mut self) {
        self.iterations += 1;
    }

    /// How many times what is allowed the largest residual was when it was last judged.
    pub(super) fn by(&self) -> f64 {
        self.by
    }

    /// How many times it is what was allowed then.
    pub(super) fn by_now(&self, problem: &InterfaceProblem) -> f64 {
        let by = |&i: &usize| problem.residual[i].abs() / self.allowed[i];
        let is_nan = problem.unknowns.iter().any(|&i| problem.residual[i].is_nan());
        // 0/0 is an input that is 0 and may be nothing else.
        if is_nan { f64::INFINITY } else { problem.unknowns.iter().map(by).fold(0.0, f64::max) }
    }

    /// Whether what is left may be noise, as far as that is known.
    pub(super) fn is_within_noise(&self, problem: &InterfaceProblem) -> bool {
        let within = |&i: &usize| {
            problem.residual[i].abs() <= self.allowed[i] + WITHIN * self.noise.measured(i)
        };
        problem.unknowns.iter().all(within)
    }

    /// Whether the iteration ends after the run that led to `y`; an error if it may not and has to.
    pub(super) fn ends(
        &mut self,
        problem: &mut InterfaceProblem,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<bool, CouplingError> {
        if self.iterations == 1 {
            self.noise.round(over.network, y);
        }
        let Some(mut far) = self.farthest(problem) else { return Ok(true) };
        let falls = far.by <= FALLS * self.by;
        self.note(far.by);
        let mut within = !falls && self.is_within_noise(problem);
        if !within && self.since >= self.patience && self.measured < MEASURED {
            self.noise.measure(problem, over, y)?;
            (self.measured, self.since) = (self.measured + 1, 0);
            let Some(now) = self.farthest(problem) else { return Ok(true) };
            (far, within) = (now, self.is_within_noise(problem));
        }
        if within {
            return self.accept(far, problem, over);
        }
        if self.iterations >= self.settings.most {
            return self.give_up(far, over);
        }
        self.iterations += 1;
        self.noise.before.copy_from(&problem.u);
        Ok(false)
    }

    fn note(&mut self, by: f64) {
        self.by = by;
        if by < SMALLER * self.best {
            (self.best, self.since) = (by, 0);
        } else {
            self.since += 1;
        }
    }

    /// The unknown that is farthest from what is allowed, if one is not there yet.
    fn farthest(&mut self, problem: &InterfaceProblem) -> Option<Farthest> {
        let InterfaceProblem { unknowns, residual, .. } = problem;
        let Convergence { relative, absolute, .. } = &self.settings;
        let mut farthest: Option<Farthest> = None;
        for &unknown in unknowns {
            let (size, residual) = (problem.scale(unknown), residual[unknown].abs());
            let allowed = absolute[unknown] + relative * size + self.noise.rounding(unknown);
            self.allowed[unknown] = allowed;
            let by = residual / allowed;
            if by > farthest.map_or(1.0, |other| other.by) {
                farthest = Some(Farthest { unknown, by, residual, relative: residual / size });
            }
        }
        farthest
    }

    /// Ends an iteration at a residual that is noise, if it is small enough.
    fn accept(
        &mut self,
        far: Farthest,
        problem: &InterfaceProblem,
        over: &MacroStep,
    ) -> Result<bool, CouplingError> {
        let noise = self.noise.measured(far.unknown) / problem.scale(far.unknown);
        let NotConverged { within_noise, residual, times, noise: largest, .. } =
            &mut self.not_converged;
        (*residual, *largest) = (residual.max(far.relative), largest.max(noise));
        *times = times.max(far.by);
        if far.relative <= ACCEPTED {
            *within_noise += 1;
            return Ok(true);
        }
        self.not_converged.accepted += 1;
        if self.settings.go_on {
            return Ok(true);
        }
        let (iterations, t) = (self.iterations, over.step.end);
        let Farthest { unknown, residual, relative, .. } = far;
        let input = over.network.input_names().swap_remove(unknown);
        Err(CouplingError::StandsStill { input, residual, relative, noise, iterations, t })
    }

    /// Ends an iteration that has used up what it may.
    fn give_up(&mut self, far: Farthest, over: &MacroStep) -> Result<bool, CouplingError> {
        self.not_converged.accepted += 1;
        if self.settings.go_on {
            return Ok(true);
        }
        let (iterations, advice, t) = (self.iterations, self.advice, over.step.end);
        let Farthest { unknown, residual, .. } = far;
        let input = over.network.input_names().swap_remove(unknown);
        Err(CouplingError::NotConverged { input, residual, iterations, advice, t })
    }
}
