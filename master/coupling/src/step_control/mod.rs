//! The macro step where it may vary: accepted or rejected, and how long the next one is.
//!
//! [`ByError`] follows the scheme's estimate of its error, [`ByEnergy`] the power residual of the bonds.
//! Both give a ratio of what was found over what is allowed, from which a PI controller makes the
//! next length:
//!
//! ```text
//! h_new = 0.9 h ratio^(−0.7/p) ratio_before^(0.4/p)          p the order of what is measured
//! ```
//!
//! Small changes of the length are not worth a new interface Jacobian. The exponents are those of
//! Gustafsson's PI controller (1991).

mod energy;
mod error;

use nalgebra::DVector;

pub use self::energy::ByEnergy;
pub use self::error::ByError;
use crate::energy::Exchange;
use crate::slave::Step;

/// The step aims at this part of what is allowed.
const SAFETY: f64 = 0.9;
/// From one step to the next its length changes at most by these factors.
const SHRINK: f64 = 0.2;
const GROW: f64 = 2.0;
/// Between these factors it stays as it is.
const STAYS: std::ops::Range<f64> = 0.9..1.2;
/// A ratio is never quite zero.
const LEAST: f64 = 1e-10;

/// What the user asks of the steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// What is allowed, relatively.
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

/// What is known of a step that has been tried.
#[derive(Clone, Copy, Debug)]
pub struct Tried<'a> {
    /// The outputs that it led to.
    pub y: &'a DVector<f64>,
    /// The error that the scheme expects of them, if it can tell.
    pub error: Option<&'a DVector<f64>>,
    /// What passed through each bond.
    pub exchanges: &'a [Exchange],
}

/// A way to judge steps.
pub trait StepControl: Send {
    /// Judges a step.
    fn judge(&mut self, step: &Step, tried: Tried) -> Verdict;

    /// What turns its ratios into lengths.
    fn controller(&self) -> &Controller;
}

/// A PI controller of the macro step.
#[derive(Clone, Debug)]
pub struct Controller {
    shortest: f64,
    longest: f64,
    /// Order of what is measured.
    order: f64,
    /// Whether slaves can be brought back to the start of a step.
    can_reject: bool,
    /// The ratio of the last accepted step.
    before: Option<f64>,
    rejected: u64,
}

impl Controller {
    /// Keeps steps within limits; what is measured is of the given order.
    pub fn new(limits: &Limits, order: usize, can_reject: bool) -> Self {
        let Limits { shortest, longest, .. } = *limits;
        Self { shortest, longest, order: order as f64, can_reject, before: None, rejected: 0 }
    }

    /// How many steps were taken again.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Whether steps may be taken again.
    pub fn can_reject(&self) -> bool {
        self.can_reject
    }

    /// What becomes of a step whose error is `ratio` times what is allowed.
    fn judge(&mut self, step: &Step, ratio: f64) -> Verdict {
        let length = |factor: f64| (step.h * factor).clamp(self.shortest, self.longest);
        if self.can_reject && (ratio > 1.0 || ratio.is_nan()) && step.h > self.shortest {
            self.rejected += 1;
            let factor = SAFETY * ratio.powf(-1.0 / self.order);
            return Verdict::Reject(length(factor.clamp(SHRINK, SAFETY)));
        }
        let before = self.before.replace(ratio).unwrap_or(ratio);
        let factor = SAFETY * ratio.powf(-0.7 / self.order) * before.powf(0.4 / self.order);
        match STAYS.contains(&factor) {
            true => Verdict::Accept(step.h),
            false => Verdict::Accept(length(factor.clamp(SHRINK, GROW))),
        }
    }
}
