//! The continuous states of an FMU, set by starting it anew.
//!
//! FMI 2.0 lets nobody write states during co-simulation, but start values decide where they begin: a
//! state that has one itself, or a parameter for it, such as `x0` for `x`. Which parameter that is,
//! trials show: one that moves exactly one state, one to one. States that nothing moves so are left
//! out; whether they matter shows in what the FMU does.

use crate::fmi::FmuError;
use crate::fmi::instance::Instance;
use crate::fmi::variable::settable_before_initialisation;
use crate::fmu::{Causality, Description, ValueReference, Variable, VariableType};

/// How far a start value is moved on trial; a power of two, so that few digits are lost.
const MOVED: f64 = 0.5;
/// Rounding that a move by [`MOVED`] may suffer, relative to the values.
const ROUNDING: f64 = 1e-12;

/// The states that can be set, and the start values that set them.
pub struct States {
    /// Their names.
    pub names: Vec<String>,
    references: Vec<ValueReference>,
    setters: Vec<ValueReference>,
}

impl States {
    /// Finds them by trials, after which the instance stands at its start.
    pub fn find(instance: &mut Instance) -> Result<Self, FmuError> {
        let described = instance.described.clone();
        let model = &described.model;
        let all: Vec<&Variable> = model.states().collect();
        let references: Vec<_> = all.iter().map(|state| state.reference).collect();
        let t = instance.start_time();
        let rest = start(instance, t, &references, &[])?;
        let mut found: Vec<Option<ValueReference>> = vec![None; all.len()];
        for candidate in candidates(model, &references) {
            let moved = [(candidate.reference, instance.start_of(candidate) + MOVED)];
            let Ok(x) = start(instance, t, &references, &moved) else { continue };
            if let Some(state) = only_moved(&rest, &x) {
                found[state].get_or_insert(candidate.reference);
            }
        }
        start(instance, t, &references, &[])?;
        let (mut names, mut set, mut setters) = (Vec::new(), Vec::new(), Vec::new());
        for (state, setter) in all.iter().zip(found).filter_map(|(s, f)| Some((s, f?))) {
            names.push(state.name.clone());
            set.push(state.reference);
            setters.push(setter);
        }
        Ok(Self { names, references: set, setters })
    }

    /// Reads the states.
    pub fn get(&self, instance: &mut Instance, x: &mut [f64]) -> Result<(), FmuError> {
        instance.component.get_real(&self.references, x)
    }

    /// Starts the FMU anew at `t` with these states.
    pub fn set(&self, instance: &mut Instance, t: f64, x: &[f64]) -> Result<(), FmuError> {
        let values: Vec<_> = self.setters.iter().copied().zip(x.iter().copied()).collect();
        instance.start_again(t, &values)
    }
}

/// Start values that may set a state: its own first, then parameters.
fn candidates<'a>(
    model: &'a Description,
    states: &'a [ValueReference],
) -> impl Iterator<Item = &'a Variable> {
    let settable =
        |v: &&Variable| v.kind == VariableType::Real && settable_before_initialisation(v).is_ok();
    let real = || model.variables.iter().filter(settable);
    let own = real().filter(|v| states.contains(&v.reference));
    own.chain(real().filter(|v| v.causality == Causality::Parameter))
}

/// The states after a start with some start values changed.
fn start(
    instance: &mut Instance,
    t: f64,
    states: &[ValueReference],
    changed: &[(ValueReference, f64)],
) -> Result<Vec<f64>, FmuError> {
    let mut x = vec![0.0; states.len()];
    instance.start_again(t, changed)?;
    instance.component.get_real(states, &mut x)?;
    Ok(x)
}

/// The state that has moved by [`MOVED`], if no other has moved at all.
fn only_moved(rest: &[f64], moved: &[f64]) -> Option<usize> {
    let mut changed = rest.iter().zip(moved).enumerate().filter(|(_, (a, b))| a != b);
    let (state, (before, after)) = changed.next()?;
    let as_much = (after - before - MOVED).abs() <= ROUNDING * (1.0 + before.abs());
    (as_much && changed.next().is_none()).then_some(state)
}
