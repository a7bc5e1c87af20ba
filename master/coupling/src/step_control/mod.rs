//! The macro step where it may vary: accepted or rejected, and how long the next one is.
//!
//! [`ByError`] follows an estimate of the error of the step, [`ByEnergy`] the power residual of the bonds.
//! Both give a ratio of what was found over what is allowed, from which a PI controller makes the
//! next length:
//!
//! ```text
//! h_new = h f^0.7 f_before^(−0.4),   f = 0.9 ratio^(−1/p)          p the order of what is measured
//! ```
//!
//! It comes to rest where f is 1. A change by an f near 1 is not worth a new interface Jacobian. The exponents
//! are those of Gustafsson's PI controller (1991).

mod energy;
mod error;
mod stall;
#[cfg(test)]
mod takes_back;
mod variable;

use nalgebra::DVector;

pub use self::energy::ByEnergy;
pub use self::error::ByError;
pub(crate) use self::stall::Stall;
#[cfg(test)]
pub(crate) use self::takes_back::TakesBackLongSteps;
pub use self::variable::{Coupled, Variable};
use crate::energy::Exchange;
use crate::point::CommunicationPoint;
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
/// A step that exceeds the shortest one by less than this part of it cannot be made shorter: the last step
/// takes what is left, whatever rounding has made of it.
const ROUNDING: f64 = 1e-6;

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
pub struct StepReport<'a> {
    /// What it led to.
    pub end: &'a CommunicationPoint,
    /// What its error is estimated to be, if that is known.
    pub error: Option<Errors<'a>>,
    /// What passed through each bond.
    pub exchanges: &'a [Exchange],
}

/// Errors that a step is estimated to have made.
#[derive(Clone, Copy, Debug)]
pub struct Errors<'a> {
    /// Of the outputs at its end, and of their rates as far as they are known.
    pub y: &'a DVector<f64>,
    /// See `y`.
    pub dy: &'a DVector<f64>,
    /// Of the inputs at its end, and of their rates.
    pub u: &'a DVector<f64>,
    /// See `u`.
    pub du: &'a DVector<f64>,
    /// Of the integrals of the inputs over it, from which all other errors come.
    pub impulse: &'a DVector<f64>,
    /// The size of the terms of which laws make each input.
    pub terms: &'a DVector<f64>,
}

/// A way to judge steps.
pub trait StepControl: Send {
    /// Takes note of the values at the start time.
    fn begin(&mut self, _start: &CommunicationPoint) {}

    /// Judges a step.
    fn judge(&mut self, step: &Step, tried: StepReport) -> Verdict;

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
    /// The length of the last accepted step, and the largest ratio of late in steps of that length.
    before: Option<(f64, f64)>,
    history: History,
}

/// What has become of the steps so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct History {
    /// How many were taken again.
    pub rejected: u64,
    /// How many stand although they made a larger error than is allowed …
    pub missed: u64,
    /// … by this factor at most, in the step that ended at this time.
    pub worst: (f64, f64),
    /// The length of the shortest that stands, in s.
    pub shortest: f64,
}

impl Default for History {
    fn default() -> Self {
        Self { rejected: 0, missed: 0, worst: (0.0, 0.0), shortest: f64::INFINITY }
    }
}

impl History {
    fn accept(&mut self, step: &Step, ratio: f64) {
        self.shortest = self.shortest.min(step.h);
        if ratio <= 1.0 {
            return;
        }
        self.missed += 1;
        if self.worst.0 <= ratio {
            self.worst = (ratio, step.end);
        }
    }
}

impl Controller {
    /// Keeps steps within limits; what is measured is of the given order.
    pub fn new(limits: &Limits, order: usize, can_reject: bool) -> Self {
        let Limits { shortest, longest, .. } = *limits;
        let (order, history) = (order as f64, History::default());
        Self { shortest, longest, order, can_reject, before: None, history }
    }

    /// What has become of the steps so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether steps may be taken again.
    pub fn can_reject(&self) -> bool {
        self.can_reject
    }

    /// What becomes of a step whose error is `ratio` times what is allowed.
    fn judge(&mut self, step: &Step, ratio: f64) -> Verdict {
        let length = |factor: f64| (step.h * factor).clamp(self.shortest, self.longest);
        let can_be_shorter = step.h > self.shortest * (1.0 + ROUNDING);
        // What is not a number is as bad as can be.
        let ratio = if ratio.is_nan() { f64::INFINITY } else { ratio };
        if self.can_reject && ratio > 1.0 && can_be_shorter {
            self.history.rejected += 1;
            let factor = SAFETY * ratio.powf(-1.0 / self.order);
            return Verdict::Reject(length(factor.clamp(SHRINK, SAFETY)));
        }
        self.history.accept(step, ratio);
        if ratio.is_infinite() {
            // An error against nothing says nothing of lengths: a longer step may find something.
            self.before = None;
            return Verdict::Accept(length(GROW));
        }
        // What the largest error of late would be over a step of this length.
        let (h, before) = self.before.unwrap_or((step.h, ratio));
        let late = ratio.max(before * (step.h / h).powf(self.order));
        self.before = Some((step.h, ratio));
        let factor = SAFETY * late.powf(-1.0 / self.order);
        if STAYS.contains(&factor) {
            Verdict::Accept(step.h)
        } else {
            Verdict::Accept(length(factor.clamp(SHRINK, GROW)))
        }
    }
}

/// The larger one of two ratios; one that is not a number is larger than any.
fn larger(ratio: f64, other: f64) -> f64 {
    if other > ratio || other.is_nan() { other } else { ratio }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_cannot_be_made_shorter_stands_and_is_counted() {
        let limits = Limits { tolerance: 1e-4, shortest: 1e-3, longest: 1.0, time_scale: None };
        let mut controller = Controller::new(&limits, 2, true);
        let judge = |controller: &mut Controller, h: f64, ratio: f64| {
            controller.judge(&Step { t: 1.0, end: 1.0 + h, h }, ratio)
        };
        assert_eq!(judge(&mut controller, 2e-3, 9.0), Verdict::Reject(1e-3));
        // What is left at the end may exceed the shortest step by rounding.
        for h in [1e-3, 1e-3 * (1.0 + 1e-9)] {
            assert!(matches!(judge(&mut controller, h, 50.0), Verdict::Accept(_)), "{h}");
        }
        assert!(matches!(judge(&mut controller, 1e-3, 7.0), Verdict::Accept(_)));
        judge(&mut controller, 1e-3, 0.5);
        let History { rejected, missed, worst, shortest } = *controller.history();
        assert_eq!((rejected, missed, worst.0, shortest), (1, 3, 50.0, 1e-3));
    }

    #[test]
    fn lengths_stay_numbers_whatever_the_ratio() {
        let limits = Limits { tolerance: 1e-4, shortest: 1e-3, longest: 1.0, time_scale: None };
        let mut controller = Controller::new(&limits, 2, true);
        for ratio in [f64::INFINITY, f64::NAN, f64::INFINITY, 1e300, f64::INFINITY, 1e-10, f64::NAN]
        {
            for h in [1e-3, 0.1] {
                let step = Step { t: 0.0, end: h, h };
                let (Verdict::Accept(h) | Verdict::Reject(h)) = controller.judge(&step, ratio);
                assert!((1e-3..=1.0).contains(&h), "{ratio}: {h}");
            }
        }
    }

    #[test]
    fn a_ratio_that_is_not_a_number_is_not_lost() {
        assert!([1.0, f64::NAN, 2.0].into_iter().fold(LEAST, larger).is_nan());
        assert_eq!([1.0, 3.0, 2.0].into_iter().fold(LEAST, larger), 3.0);
    }
}
