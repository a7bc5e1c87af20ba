//! The macro step by an error estimate: accepted or rejected, and how long the next one is.
//!
//! An output may make an error of `tolerance`, relative to its size, in the time that it takes from one
//! extreme to the other:
//!
//! ```text
//! ratio = max over outputs of |error| / (tolerance · size) · τ / h
//! τ     = 2 size / mean |ẏ|          half a period, if it swings; at most the whole time span
//! h_new = 0.9 h ratio^(−0.7/p) ratio_before^(0.4/p)          p the order of the scheme
//! ```
//!
//! Error per unit of time instead of error per step makes what is reached proportional to the
//! tolerance; measuring time in τ makes the factor near 1 for motions that forget or renew themselves
//! while they swing. Small changes of the length are not worth a new interface Jacobian. The exponents are those of Gustafsson's PI controller (1991).

use nalgebra::DVector;

use crate::slave::Step;

/// The step aims at this part of what is allowed.
const SAFETY: f64 = 0.9;
/// From one step to the next its length changes at most by these factors.
const SHRINK: f64 = 0.2;
const GROW: f64 = 2.0;
/// Between these factors it stays as it is.
const STAYS: std::ops::Range<f64> = 0.9..1.2;

/// What the user asks of the steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Error of an output relative to its size, within its own time scale.
    pub tolerance: f64,
    /// Steps are not made shorter, in s.
    pub shortest: f64,
    /// Nor longer.
    pub longest: f64,
    /// The time scale of all outputs in s, if it is not to be found from their motion.
    pub time_scale: Option<f64>,
}

/// What becomes of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It stands; the next one has this length.
    Accept(f64),
    /// It is taken again with this length.
    Reject(f64),
}

/// A PI controller of the macro step.
#[derive(Clone, Debug)]
pub struct StepControl {
    limits: Limits,
    /// Order of the scheme.
    order: f64,
    /// Whether slaves can be brought back to the start of a step.
    can_reject: bool,
    /// The whole time span.
    span: f64,
    /// Outputs that count, and what is known of them.
    outputs: Vec<Output>,
    elapsed: f64,
    /// The ratio of the last accepted step.
    before: Option<f64>,
    rejected: u64,
}

#[derive(Clone, Copy, Debug)]
struct Output {
    position: usize,
    last: Option<f64>,
    size: f64,
    /// Sum of its changes so far.
    path: f64,
}

impl StepControl {
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
            order: order as f64,
            can_reject,
            span,
            outputs: positions.into_iter().map(output).collect(),
            elapsed: 0.0,
            before: None,
            rejected: 0,
        }
    }

    /// How many steps were taken again.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Whether steps may be taken again.
    pub fn can_reject(&self) -> bool {
        self.can_reject
    }

    /// Judges a step that led to `y` with the given error.
    pub fn judge(&mut self, step: Step, y: &DVector<f64>, error: &DVector<f64>) -> Verdict {
        let ratio = self.ratio(step, y, error);
        let Limits { shortest, longest, .. } = self.limits;
        let length = |factor: f64| (step.h * factor).clamp(shortest, longest);
        if self.can_reject && (ratio > 1.0 || ratio.is_nan()) && step.h > shortest {
            self.rejected += 1;
            let factor = SAFETY * ratio.powf(-1.0 / self.order);
            return Verdict::Reject(length(factor.clamp(SHRINK, SAFETY)));
        }
        self.learn(step, y);
        let before = self.before.replace(ratio).unwrap_or(ratio);
        let factor = SAFETY * ratio.powf(-0.7 / self.order) * before.powf(0.4 / self.order);
        match STAYS.contains(&factor) {
            true => Verdict::Accept(step.h),
            false => Verdict::Accept(length(factor.clamp(SHRINK, GROW))),
        }
    }

    /// The largest error over what is allowed, never quite zero.
    fn ratio(&self, step: Step, y: &DVector<f64>, error: &DVector<f64>) -> f64 {
        let part = |output: &Output| {
            let size = output.size.max(y[output.position].abs());
            let allowed = self.limits.tolerance * size * step.h / self.time_scale(output);
            match error[output.position].abs() {
                0.0 => 0.0,
                error => error / allowed,
            }
        };
        self.outputs.iter().map(part).fold(1e-10, f64::max)
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

    fn learn(&mut self, step: Step, y: &DVector<f64>) {
        for output in &mut self.outputs {
            let value = y[output.position];
            output.path += output.last.map_or(0.0, |last| (value - last).abs());
            output.last = Some(value);
            output.size = output.size.max(value.abs());
        }
        self.elapsed += step.h;
    }
}
