//! Steps by an estimate of their error.
//!
//! A coupled variable, output or input, may make an error of `tolerance`, relative to its size, in the time τ that
//! it takes from one extreme to the other:
//!
//! ```text
//! ratio = max over variables of E / (tolerance · size) · τ / h,    E² = e² + (ė T)²
//! T     = min(τ/π, 1/ω),   ω² = Σ|ė| / Σ|∫δu|
//! ```
//!
//! Error per unit of time instead of error per step makes what is reached proportional to the tolerance; measuring
//! time in τ makes the factor near 1 for motions that forget or renew themselves while they swing.
//!
//! e is the error of the variable at the end of the step, ė that of its rate, which goes on to move it after the step: a
//! volume is hardly wrong where its flow is. In a variable that swings with half the period τ, ė leads to ė τ/π, a quarter of
//! a period later than e. Where the coupling is stiffer than the motion is fast, its answer is sooner: the
//! error ∫δu of an input's integral over the step has made the error ė of its rate, so that ω is the frequency with which
//! the coupling itself swings. Sizes and τ are those of [`Motion`].
//!
//! In the first step, all that a variable does may be an error, however short the step: a body at rest is
//! pulled by a force that rises from zero. Where a shorter attempt does not make the error of a variable smaller in
//! relation to what is allowed, the variable does not count in this step; what it does to inputs of others does.

use super::variable::{Coupled, Motion, Variable};
use super::{Controller, Errors, LEAST, Limits, StepControl, StepReport, Verdict, larger};
use crate::point::CommunicationPoint;
use crate::slave::Step;

/// Judges steps by the errors of coupled variables.
#[derive(Clone, Debug)]
pub struct ByError {
    limits: Limits,
    controller: Controller,
    /// The whole time span.
    span: f64,
    variables: Vec<Known>,
    /// Whether no step stands yet, and how long the last one was that was taken back.
    first: bool,
    rejected: Option<f64>,
}

/// What is known of a variable that counts.
#[derive(Clone, Copy, Debug)]
struct Known {
    variable: Variable,
    motion: Motion,
    /// With the step that is judged.
    tried: Motion,
    /// Its error over what is allowed in the last attempt.
    ratio: f64,
    /// Whether a shorter attempt of the first step did not make that smaller.
    hopeless: bool,
}

impl ByError {
    /// Controls a scheme of the given order over `span` seconds by the errors of `variables`.
    pub fn new(
        limits: Limits,
        order: usize,
        can_reject: bool,
        span: f64,
        variables: impl IntoIterator<Item = Variable>,
    ) -> Self {
        let motion = Motion::begin(0.0, None);
        let (ratio, hopeless) = (f64::INFINITY, false);
        let known = |variable| Known { variable, motion, tried: motion, ratio, hopeless };
        Self {
            limits,
            controller: Controller::new(&limits, order, can_reject),
            span,
            variables: variables.into_iter().map(known).collect(),
            first: true,
            rejected: None,
        }
    }

    /// The largest error over what is allowed.
    fn ratio(&mut self, step: &Step, end: &CommunicationPoint, errors: &Errors) -> f64 {
        let Self { limits, span, first, rejected, .. } = *self;
        let mut ratio = LEAST;
        for known in &mut self.variables {
            let (error, tau) = known.judge(step.h, end, errors, span);
            if error == 0.0 {
                continue;
            }
            let tau = limits.time_scale.unwrap_or(tau);
            let own = error / (limits.tolerance * known.tried.size()) * tau / step.h;
            let before = std::mem::replace(&mut known.ratio, own);
            known.hopeless |= rejected.is_some_and(|h| own > before * (step.h / h).sqrt());
            if first && known.hopeless {
                continue;
            }
            ratio = larger(ratio, own);
        }
        ratio
    }
}

impl Known {
    /// Follows a step that is tried; the error E that it makes, and τ.
    fn judge(
        &mut self,
        h: f64,
        end: &CommunicationPoint,
        errors: &Errors,
        span: f64,
    ) -> (f64, f64) {
        let Errors { y, dy, u, du, impulse, terms } = *errors;
        let (error, rate) = match self.variable.place {
            Coupled::Output(i) => {
                self.tried = self.motion.and(h, end.y[i]);
                (y[i], dy[i])
            }
            Coupled::Input(i) => {
                let answering = self.motion.and(h, end.u[i]).answering(du[i], impulse[i]);
                self.tried = answering.made_of(terms[i]);
                (u[i], du[i])
            }
        };
        let tau = self.tried.time_scale().map_or(span, |found| found.min(span));
        (error.hypot(rate * self.tried.lasting(tau)), tau)
    }
}

impl StepControl for ByError {
    fn begin(&mut self, start: &CommunicationPoint) {
        for Known { variable, motion, .. } in &mut self.variables {
            let value = match variable.place {
                Coupled::Output(i) => start.y[i],
                Coupled::Input(i) => start.u[i],
            };
            *motion = Motion::begin(value, variable.nominal);
        }
    }

    fn judge(&mut self, step: &Step, tried: StepReport) -> Verdict {
        let Some(errors) = tried.error else { return Verdict::Accept(step.h) };
        let ratio = self.ratio(step, tried.end, &errors);
        let verdict = self.controller.judge(step, ratio);
        if matches!(verdict, Verdict::Accept(_)) {
            self.first = false;
            self.variables.iter_mut().for_each(|known| known.motion = known.tried);
        } else {
            self.rejected = Some(step.h);
        }
        verdict
    }

    fn controller(&self) -> &Controller {
        &self.controller
    }
}
