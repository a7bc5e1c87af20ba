//! Model exchange: the importer integrates, the instance answers.

use super::phase::{EXCHANGE, VALUES};
use super::{Failure, Instance, Phase};
use crate::layout::Layout;
use crate::model::Model;

impl<M: Model> Instance<M> {
    /// `fmi2SetTime`.
    pub fn set_time(&mut self, t: f64) -> Result<(), Failure> {
        self.phase.require("fmi2SetTime", EXCHANGE)?;
        self.values[Layout::TIME] = t;
        self.mark_changed();
        Ok(())
    }

    /// `fmi2SetContinuousStates`: states, then integrals.
    pub fn set_continuous_states(&mut self, x: &[f64]) -> Result<(), Failure> {
        self.phase.require("fmi2SetContinuousStates", &[Phase::ContinuousTime])?;
        self.check_count("fmi2SetContinuousStates", x.len())?;
        self.values[self.layout.continuous_states()].copy_from_slice(x);
        self.mark_changed();
        Ok(())
    }

    /// `fmi2GetContinuousStates`: states, then integrals.
    pub fn continuous_states(&mut self, x: &mut [f64]) -> Result<(), Failure> {
        self.phase.require("fmi2GetContinuousStates", VALUES)?;
        self.check_count("fmi2GetContinuousStates", x.len())?;
        self.refresh_starts()?;
        x.copy_from_slice(&self.values[self.layout.continuous_states()]);
        Ok(())
    }

    /// `fmi2GetDerivatives`.
    pub fn derivatives(&mut self, dx: &mut [f64]) -> Result<(), Failure> {
        self.phase.require("fmi2GetDerivatives", VALUES)?;
        self.check_count("fmi2GetDerivatives", dx.len())?;
        self.refresh_starts()?;
        if !dx.is_empty() {
            self.refresh_computed(self.layout.dx)?;
        }
        dx.copy_from_slice(&self.values[self.layout.derivatives()]);
        Ok(())
    }

    /// `fmi2GetNominalsOfContinuousStates`.
    pub fn nominals(&self, nominals: &mut [f64]) -> Result<(), Failure> {
        self.check_count("fmi2GetNominalsOfContinuousStates", nominals.len())?;
        let states = self.variables.states.iter().chain(&self.variables.integrals);
        for (nominal, state) in nominals.iter_mut().zip(states) {
            *nominal = state.nominal.unwrap_or(1.0);
        }
        Ok(())
    }

    /// `fmi2GetEventIndicators`: there are none.
    pub fn event_indicators(&self, count: usize) -> Result<(), Failure> {
        if count == 0 {
            return Ok(());
        }
        let reason = format!("there are no event indicators, but {count} were asked for");
        Err(Failure::BadArgument { function: "fmi2GetEventIndicators", reason })
    }

    /// `fmi2EnterEventMode`.
    pub fn enter_event_mode(&mut self) -> Result<(), Failure> {
        self.phase.require("fmi2EnterEventMode", EXCHANGE)?;
        self.phase = Phase::EventMode;
        Ok(())
    }

    /// `fmi2NewDiscreteStates`: nothing is discrete, so nothing changes.
    pub fn new_discrete_states(&self) -> Result<(), Failure> {
        self.phase.require("fmi2NewDiscreteStates", &[Phase::EventMode])
    }

    /// `fmi2EnterContinuousTimeMode`.
    pub fn enter_continuous_time_mode(&mut self) -> Result<(), Failure> {
        self.phase.require("fmi2EnterContinuousTimeMode", &[Phase::EventMode])?;
        self.phase = Phase::ContinuousTime;
        Ok(())
    }

    /// `fmi2CompletedIntegratorStep`: no step leads to an event.
    pub fn completed_integrator_step(&self) -> Result<(), Failure> {
        self.phase.require("fmi2CompletedIntegratorStep", &[Phase::ContinuousTime])
    }

    fn check_count(&self, function: &'static str, given: usize) -> Result<(), Failure> {
        let count = self.layout.continuous_states().len();
        if given == count {
            return Ok(());
        }
        let reason = format!("there are {count} continuous states, but the array has {given}");
        Err(Failure::BadArgument { function, reason })
    }
}
