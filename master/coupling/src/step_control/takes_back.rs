//! A control for tests of what becomes of steps that are taken back.

use super::{Controller, Limits, StepControl, StepReport, Verdict};
use crate::point::CommunicationPoint;
use crate::slave::Step;

/// Takes back steps that are longer than 5 ms, and lets all others be 4 ms long.
pub(crate) struct TakesBackLongSteps(Controller);

impl Default for TakesBackLongSteps {
    fn default() -> Self {
        let limits = Limits { tolerance: 1.0, shortest: 1e-9, longest: 1.0, time_scale: None };
        Self(Controller::new(&limits, 1, true))
    }
}

impl StepControl for TakesBackLongSteps {
    fn begin(&mut self, _start: &CommunicationPoint) {}

    fn judge(&mut self, step: &Step, _tried: StepReport) -> Verdict {
        if step.h > 5e-3 { Verdict::Reject(4e-3) } else { Verdict::Accept(4e-3) }
    }

    fn controller(&self) -> &Controller {
        &self.0
    }
}
