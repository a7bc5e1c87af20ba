//! Steps by the scheme's estimate of its error.
//!
//! An output may make an error of `tolerance`, relative to its size, in the time that it takes from one
//! extreme to the other:
//!
//! ```text
//! ratio = max over outputs of |error| / (tolerance · size) · τ / h
//! τ     = 2 size / mean |ẏ|          half a period, if it swings; at most the whole time span
//! ```
//!
//! Error per unit of time instead of error per step makes what is reached proportional to the
//! tolerance; measuring time in τ makes the factor near 1 for motions that forget or renew themselves
//! while they swing.

use nalgebra::DVector;

use super::{Controller, LEAST, Limits, StepControl, StepReport, Verdict, larger};
use crate::slave::Step;

/// Judges steps by the errors of outputs.
#[derive(Clone, Debug)]
pub struct ByError {
    limits: Limits,
    controller: Controller,
    /// The whole time span.
    span: f64,
    /// Outputs that count, and what is known of them.
    outputs: Vec<Output>,
    elapsed: f64,
}

#[derive(Clone, Copy, Debug)]
struct Output {
    position: usize,
    last: Option<f64>,
    size: f64,
    /// Sum of its changes so far.
    path: f64,
}

impl ByError {
    /// Controls a scheme of the given order over `span` seconds, by the outputs at `positions` in y.
    pub fn new(
        limits: Limits,
        order: usize,
        can_reject: bool,
        span: f64,
        positions: impl IntoIterator<Item = usize>,
    ) -> Self {
        let output = |position| Output { position, last: None, size: 0.0, path: 0.0 };
        Self {
            limits,
            controller: Controller::new(&limits, order, can_reject),
            span,
            outputs: positions.into_iter().map(output).collect(),
            elapsed: 0.0,
        }
    }

    /// The largest error over what is allowed.
    fn ratio(&self, step: &Step, y: &DVector<f64>, error: &DVector<f64>) -> f64 {
        let part = |output: &Output| {
            let error = error[output.position].abs();
            let size = output.size.max(y[output.position].abs());
            let allowed = self.limits.tolerance * size * step.h / self.time_scale(output);
            if error == 0.0 { 0.0 } else { error / allowed }
        };
        self.outputs.iter().map(part).fold(LEAST, larger)
    }

    /// Half a period of an output that swings.
    fn time_scale(&self, output: &Output) -> f64 {
        let found = 2.0 * output.size * self.elapsed / output.path;
        match self.limits.time_scale {
            Some(given) => given,
            None if found.is_finite() => found.min(self.span),
            None => self.span,
        }
    }

    fn learn(&mut self, step: &Step, y: &DVector<f64>) {
        for output in &mut self.outputs {
            let value = y[output.position];
            output.path += output.last.map_or(0.0, |last| (value - last).abs());
            output.last = Some(value);
            output.size = output.size.max(value.abs());
        }
        self.elapsed += step.h;
    }
}

impl StepControl for ByError {
    fn judge(&mut self, step: &Step, tried: StepReport) -> Verdict {
        let Some(error) = tried.error else { return Verdict::Accept(step.h) };
        let ratio = self.ratio(step, tried.y, error);
        let verdict = self.controller.judge(step, ratio);
        if matches!(verdict, Verdict::Accept(_)) {
            self.learn(step, tried.y);
        }
        verdict
    }

    fn controller(&self) -> &Controller {
        &self.controller
    }
}
