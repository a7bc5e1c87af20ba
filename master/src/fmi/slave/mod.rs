//! An FMU instance as a [`Slave`]; Boolean and Integer become `f64` here and only here.

mod found;
mod inputs;
mod outputs;
mod restored;
mod stage;
mod states;

use super::error::{FmuError, Status};
use super::instance::{Initializing, Instance};
use super::library::{Component, Observation, StateId, put_arithmetic_back};
use super::{variable, variable::wrong};
use crate::fmu::{Variable, VariableType};
use coupling::Polynomial;
use coupling::slave::{
    ContinuousStates, Feedthrough, Ports, Slave, SlaveError, Slot, StateTransfer, Step,
};
use inputs::Inputs;
use outputs::Outputs;
use restored::Restored;
use stage::Stage;
use states::States;

/// An FMU with the inputs and outputs that are coupled.
pub struct FmuSlave {
    ports: Box<Ports>,
    stage: Stage,
    inputs: Inputs,
    outputs: Outputs,
    /// Whether some output may depend on an input without delay.
    feedthrough: bool,
    /// Whether all inputs and outputs are Real.
    only_reals: bool,
    saved: [Option<StateId>; Slot::COUNT],
    /// What outputs were when states were saved, where that is compared.
    restored: Option<Box<Restored>>,
    /// Whether a state has been saved, to which it may return.
    rewinds: bool,
    /// The start values of the inputs.
    start: Vec<f64>,
    /// Whether it gives the time derivatives of its outputs, and takes slopes of inputs for them.
    gives_derivatives: bool,
    takes_slopes: bool,
    /// Whether its saved states can pass to other instances.
    serialises: bool,
    /// Whether it can be started anew.
    resets: bool,
    /// The states that can be set, once they have been asked for.
    states: Option<Box<States>>,
}

impl FmuSlave {
    /// The highest degree of an input that FMUs with input derivatives are asked to follow.
    pub const MAX_INPUT_DEGREE: usize = inputs::MAX_ORDER;

    /// Couples an instance through the inputs and outputs of these names.
    ///
    /// Any variable that is not text can be an output; inputs are variables of causality input.
    pub fn new(
        instance: Initializing,
        inputs: &[impl AsRef<str>],
        outputs: &[impl AsRef<str>],
    ) -> Result<Self, FmuError> {
        let chosen_inputs = numeric(&instance.0, inputs)?;
        if let Some(variable) =
            chosen_inputs.iter().find(|v| variable::settable_between_steps(v).is_err())
        {
            let reason = format!("is no input (its causality is {})", variable.causality);
            return Err(wrong(instance.name(), &variable.name, reason));
        }
        let chosen_outputs = numeric(&instance.0, outputs)?;
        let ports = Ports {
            inputs: inputs::ports(&chosen_inputs),
            outputs: outputs::ports(instance.description(), &chosen_inputs, &chosen_outputs),
            input_degree: input_degree(&instance.0),
            can_rewind: instance.0.can_rewind(),
        };
        let none = Feedthrough::Declared(Vec::new());
        let feedthrough = ports.outputs.iter().any(|output| output.feedthrough != none);
        let inputs = Inputs::new(&chosen_inputs, ports.input_degree);
        let outputs = Outputs::new(&chosen_outputs);
        let start = chosen_inputs.iter().map(|input| instance.0.start_of(input)).collect();
        let gives_derivatives = instance.0.gives_output_derivatives();
        let serialises = instance.0.can_serialise();
        let stage = Stage::Initializing(instance);
        let takes_slopes = ports.input_degree > 0;
        Ok(Self {
            ports: ports.into(),
            stage,
            feedthrough,
            only_reals: inputs.only_reals && outputs.only_reals,
            inputs,
            outputs,
            saved: [None; Slot::COUNT],
            restored: None,
            rewinds: false,
            start,
            gives_derivatives,
            takes_slopes,
            serialises,
            resets: true,
            states: None,
        })
    }

    /// Takes a step with inputs and outputs of any type, and with calls that are observed.
    #[inline(never)]
    fn step_observed(
        &mut self,
        step: &Step,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> Result<(), SlaveError> {
        let component = self.stage.stepping()?;
        let curved = self.inputs.begin_step(component, u, step.h)?;
        if let Err(error) = component.do_step(step.t, step.end - step.t, !self.rewinds) {
            return Err(Self::refusal(component, step, error));
        }
        if curved && self.feedthrough {
            self.inputs.set(component, |i| u[i].end())?;
        }
        self.outputs.get(component, y)
    }

    /// What the FMU has to say to a step that it did not complete.
    #[cold]
    fn refusal(component: &mut Component, step: &Step, error: FmuError) -> SlaveError {
        let FmuError::Call { status: Status::Discard, .. } = error else { return error.into() };
        let reached = component.last_successful_time();
        if component.wants_to_end() {
            return SlaveError::Ended { at: reached.unwrap_or(step.t) };
        }
        let reason = SlaveError::from(error).to_string();
        SlaveError::Refused { reached: reached.unwrap_or(step.t), reason }
    }
}

/// The variables of these names, none of which may be text.
fn numeric(instance: &Instance, names: &[impl AsRef<str>]) -> Result<Vec<Variable>, FmuError> {
    let slave = instance.component.name();
    let one = |name: &str| {
        let variable = variable::find(&instance.described.model, slave, name)?;
        if variable.kind == VariableType::String {
            return Err(wrong(slave, name, "is of type String and cannot be coupled"));
        }
        Ok(variable.clone())
    };
    names.iter().map(|name| one(name.as_ref())).collect()
}

/// The standard has no limit for the order; three serves all extrapolation rules that are stable.
fn input_degree(instance: &Instance) -> usize {
    if instance.takes_input_derivatives() { inputs::MAX_ORDER } else { 0 }
}

/// Saves the present state, over an earlier one if there is one, and restores it at once.
#[inline(always)]
fn save_over<O: Observation>(
    component: &mut Component<O>,
    saved: &mut Option<StateId>,
) -> Result<(), FmuError> {
    let id = component.save_state(*saved)?;
    *saved = Some(id);
    component.restore_state(id)
}

fn never_saved() -> SlaveError {
    failed("asked for a state that was never saved")
}

fn failed(reason: impl Into<String>) -> SlaveError {
    SlaveError::Failed { reason: reason.into() }
}

impl From<FmuError> for SlaveError {
    /// Without the name of the instance, which whoever holds the slave adds.
    fn from(error: FmuError) -> Self {
        match error {
            FmuError::Call { function, status, message, .. } => {
                failed(format!("{function} returned {status}: {message}"))
            }
            FmuError::Dead { function, .. } => failed(format!(
                "{function} was not called, because the FMU reported fmi2Fatal before"
            )),
            other => failed(other.to_string()),
        }
    }
}

impl Slave for FmuSlave {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        let component = self.stage.component()?;
        if self.only_reals
            && let Some(component) = component.unobserved()
        {
            self.inputs.set_reals_if_changed(component, u)?;
            let read = self.outputs.get(component, y);
            put_arithmetic_back();
            return read;
        }
        self.inputs.set_if_changed(component, u)?;
        self.outputs.get(component, y)
    }

    #[inline(always)]
    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        let component = self.stage.stepping()?;
        let unobserved = if self.only_reals { component.unobserved() } else { None };
        let Some(component) = unobserved else { return self.step_observed(step, u, y) };
        let curved = self.inputs.begin_step_of_reals(component, u, step.h)?;
        if let Err(error) = component.do_step(step.t, step.end - step.t, !self.rewinds) {
            return Err(Self::refusal(component.observed(), step, error));
        }
        if curved && self.feedthrough {
            self.inputs.set(component, |i| u[i].end())?;
        }
        let read = self.outputs.get(component, y);
        put_arithmetic_back();
        read
    }

    #[inline]
    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.note_saved(slot)?;
        let component = self.stage.component()?;
        let saved = &mut self.saved[slot as usize];
        match component.unobserved() {
            Some(component) => save_over(component, saved)?,
            None => save_over(component, saved)?,
        }
        self.rewinds = true;
        self.verify_restored(slot)
    }

    #[inline]
    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        let id = self.saved[slot as usize].ok_or_else(never_saved)?;
        self.inputs.forget();
        let component = self.stage.component()?;
        match component.unobserved() {
            Some(component) => component.restore_state(id)?,
            None => component.restore_state(id)?,
        }
        self.verify_restored(slot)
    }

    fn output_derivatives(
        &mut self,
        u: &[f64],
        du: &[f64],
        dy: &mut [f64],
    ) -> Result<(), SlaveError> {
        if !self.gives_derivatives {
            return Ok(());
        }
        let component = self.stage.component()?;
        self.inputs.set_if_changed(component, u)?;
        if self.takes_slopes {
            self.inputs.set_slopes(component, du)?;
        }
        self.outputs.get_derivatives(component, dy)
    }

    fn state_transfer(&mut self) -> Option<&mut dyn StateTransfer> {
        self.serialises.then_some(self as &mut dyn StateTransfer)
    }

    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        if !self.resets {
            return None;
        }
        if self.states.is_none() {
            self.inputs.forget();
            self.states = States::find(self.stage.running().ok()?).ok().map(Box::new);
        }
        self.states.is_some().then_some(self as &mut dyn ContinuousStates)
    }

    fn start_inputs(&self, u: &mut [f64]) {
        u.copy_from_slice(&self.start);
    }

    fn start(&mut self) -> Result<(), SlaveError> {
        match std::mem::replace(&mut self.stage, Stage::Ended) {
            Stage::Initializing(instance) => {
                self.stage = Stage::Stepping(instance.start()?);
                Ok(())
            }
            other => {
                self.stage = other;
                Err(failed("started twice"))
            }
        }
    }

    fn finish(&mut self) -> Result<(), SlaveError> {
        match std::mem::replace(&mut self.stage, Stage::Ended) {
            Stage::Stepping(mut instance) => {
                let done = instance.component().terminate();
                self.stage = Stage::Terminated { _instance: instance };
                Ok(done?)
            }
            _ => Ok(()),
        }
    }
}

impl StateTransfer for FmuSlave {
    fn serialise(&mut self, slot: Slot, bytes: &mut Vec<u8>) -> Result<(), SlaveError> {
        let id = self.saved[slot as usize].ok_or_else(never_saved)?;
        Ok(self.stage.component()?.serialize_state(id, bytes)?)
    }

    fn deserialise(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), SlaveError> {
        self.forget_saved(slot);
        // Taken out, so that a state which was freed and not replaced is not asked for again.
        let replaced = self.saved[slot as usize].take();
        let id = self.stage.component()?.deserialize_state(bytes, replaced)?;
        self.saved[slot as usize] = Some(id);
        Ok(())
    }
}

impl ContinuousStates for FmuSlave {
    fn names(&mut self) -> Result<Vec<String>, SlaveError> {
        Ok(self.states.as_ref().ok_or_else(not_found)?.names.clone())
    }

    fn read(&mut self, x: &mut [f64]) -> Result<(), SlaveError> {
        let states = self.states.as_ref().ok_or_else(not_found)?;
        Ok(states.get(self.stage.running()?, x)?)
    }

    fn set(&mut self, t: f64, x: &[f64]) -> Result<(), SlaveError> {
        let states = self.states.as_ref().ok_or_else(not_found)?;
        self.inputs.forget();
        Ok(states.set(self.stage.running()?, t, x)?)
    }
}

fn not_found() -> SlaveError {
    failed("its states were not looked for")
}
