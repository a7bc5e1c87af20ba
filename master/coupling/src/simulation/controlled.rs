//! Macro steps that may be taken back: tried, judged, taken again.

use super::Simulation;
use super::doubling::Doubling;
use super::law_errors::LawErrors;
use crate::CouplingError;
use crate::scheme::Estimate;
use crate::slave::{Slot, Step};
use crate::step_control::{Errors, History, StepReport, Verdict};

impl Simulation {
    /// Takes one macro step whose length is controlled, again and again until it stands; false when the stop
    /// time has been reached before.
    #[inline(never)]
    pub(super) fn advance_controlled(&mut self) -> Result<bool, CouplingError> {
        loop {
            let Some(step) = self.clock.next() else { return Ok(false) };
            if self.control.as_ref().is_some_and(|c| c.controller().can_reject()) {
                self.network.save(step.t, Slot::Trial)?;
            }
            self.carry_cycle(&step)?;
            self.take_in_halves(&step)?;
            if self.stands(&step)? {
                match self.doubling {
                    Some(_) => self.commit_cycle(&step.halves()[1])?,
                    None => self.commit_cycle(&step)?,
                };
                self.accept_cycle();
                self.monitor();
                return Ok(true);
            }
        }
    }

    /// Moves the clock to the end of a step that stands, or the slaves back to its start.
    fn stands(&mut self, step: &Step) -> Result<bool, CouplingError> {
        let control = self.control.as_mut().expect("steps are controlled");
        let monitor = self.monitor.as_mut();
        let exchanges = monitor.map(|m| m.weigh(step.end, &self.network, &self.end));
        let end = &self.end;
        let error = match &self.doubling {
            Some(Doubling { y, u, impulse, .. }) => {
                let LawErrors { dy, du, terms, .. } = self.law_errors.of(&self.network, &end.y, y);
                Some(Errors { y, dy, u, du, impulse, terms })
            }
            None => self.scheme.error(&self.signals, &end.y).map(|Estimate { error, share }| {
                let impulse = &mut self.impulse;
                if let Some(share) = share {
                    for (i, impulse) in impulse.iter_mut().enumerate() {
                        let corrected = self.signals.interpolate(i, end.u[i]).mean(0.0, 1.0);
                        let predicted = self.signals.inputs()[i].mean(0.0, 1.0);
                        *impulse = share * step.h * (corrected - predicted);
                    }
                }
                let LawErrors { dy, u, du, terms, .. } =
                    self.law_errors.of(&self.network, &end.y, error);
                Errors { y: error, dy, u, du, impulse, terms }
            }),
        };
        let exchanges = exchanges.unwrap_or_default();
        match control.judge(step, StepReport { end, error, exchanges }) {
            Verdict::Reject(h) => {
                self.clock.set_step(h);
                self.network.restore(step.t, Slot::Trial)?;
                if self.cycle.is_some() {
                    self.take_back_cycle();
                } else if self.doubling.is_some() {
                    self.signals.take_back();
                }
                return Ok(false);
            }
            Verdict::Accept(h) => {
                self.clock.advance(step);
                self.clock.set_step(h);
            }
        }
        let history = control.controller().history();
        self.stall.look((step.end, step.h), self.clock.stop(), history)?;
        Ok(true)
    }

    /// What has become of the steps so far, if they are controlled.
    pub fn controlled_steps(&self) -> Option<&History> {
        self.control.as_ref().map(|control| control.controller().history())
    }
}
