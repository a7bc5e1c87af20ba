//! A Boolean parameter that lets more states be set: such as `history`, with which a past that a solver remembers is given.
//!
//! It is used only if the FMU steps as it does without it: a run that is started anew in its midst, with the switch and the
//! states that were reached, goes on as before.

use super::{MOVED, States};
use crate::fmi::FmuError;
use crate::fmi::instance::Instance;
use crate::fmi::variable::settable_before_initialisation;
use crate::fmu::{Causality, ValueReference, Variable, VariableType};

/// The length of trial steps in s where the FMU suggests none.
const STEP: f64 = 1e-3;
/// Trial steps before the run is started anew: whatever is remembered of the start is forgotten by then.
const STEPS: u32 = 4;
/// What the two runs may differ by, relative to the largest state.
const SAME: f64 = 1e-9;

/// A Boolean parameter, and the value that is not its own.
#[derive(Clone, Copy)]
pub(super) struct Switch {
    reference: ValueReference,
    value: bool,
}

impl Switch {
    /// All that there are, each set to what it is not.
    pub(super) fn all(instance: &Instance) -> Vec<Self> {
        let is_switch = |v: &&Variable| {
            v.kind == VariableType::Boolean
                && v.causality == Causality::Parameter
                && settable_before_initialisation(v).is_ok()
        };
        let switch =
            |v: &Variable| Self { reference: v.reference, value: instance.start_of(v) == 0.0 };
        instance.described.model.variables.iter().filter(is_switch).map(switch).collect()
    }

    /// Parameter and value.
    pub(super) fn setting(self) -> (ValueReference, bool) {
        (self.reference, self.value)
    }
}

/// Whether a run goes on from states that are set with the switch as it does without it.
pub(super) fn goes_on(instance: &mut Instance, states: &States) -> bool {
    tried(instance, states).unwrap_or(false)
}

fn tried(instance: &mut Instance, states: &States) -> Result<bool, FmuError> {
    let steps = Steps::of(instance);
    let moved = states.setters.iter().map(|(setter, start)| (*setter, start + MOVED));
    let moved: Vec<_> = moved.collect();
    instance.start_again(steps.t(0), &moved, None)?;
    (0..STEPS).try_for_each(|n| steps.take(instance, n))?;
    let read = |instance: &mut Instance| {
        let mut x = vec![0.0; states.names.len()];
        states.get(instance, &mut x).map(|()| x)
    };
    let reached = read(instance)?;
    steps.take(instance, STEPS)?;
    let onward = read(instance)?;
    states.set(instance, steps.t(STEPS), &reached)?;
    steps.take(instance, STEPS)?;
    let again = read(instance)?;
    let same =
        |k: usize| (again[k] - onward[k]).abs() <= SAME * onward[k].abs().max(reached[k].abs());
    Ok((0..onward.len()).all(same))
}

/// Steps on trial, with inputs that act: a switch may concern them.
struct Steps {
    start: f64,
    h: f64,
    inputs: Vec<ValueReference>,
}

impl Steps {
    fn of(instance: &Instance) -> Self {
        let model = &instance.described.model;
        let suggested = model.default_experiment.and_then(|experiment| experiment.step_size);
        let h = suggested.filter(|h| *h > 0.0).unwrap_or(STEP);
        let is_input =
            |v: &&Variable| v.kind == VariableType::Real && v.causality == Causality::Input;
        let inputs = model.variables.iter().filter(is_input).map(|v| v.reference).collect();
        Self { start: instance.start_time(), h, inputs }
    }

    fn t(&self, n: u32) -> f64 {
        self.start + f64::from(n) * self.h
    }

    fn take(&self, instance: &mut Instance, n: u32) -> Result<(), FmuError> {
        let component = &mut instance.component;
        component.set_real(&self.inputs, &vec![MOVED; self.inputs.len()])?;
        component.do_step(self.t(n), self.t(n + 1) - self.t(n), false)
    }
}
