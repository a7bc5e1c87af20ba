//! The continuous states of an FMU, set by starting it anew.
//!
//! FMI 2.0 lets nobody write states during co-simulation, but start values decide where they begin: a
//! state that has one itself, or a parameter for it, such as `x0` for `x`. Which parameter that is,
//! trials show: one that moves exactly one state, one to one. States that nothing moves so are left
//! out; whether they matter shows in what the FMU does.
//!
//! Some parameters count only if another one says so, as a past that is given with `history = true`: see
//! [`switch`]. What the FMU says to values that it refuses is nobody's concern.

mod switch;

use self::switch::Switch;
use crate::fmi::FmuError;
use crate::fmi::instance::Instance;
use crate::fmi::variable::settable_before_initialisation;
use crate::fmu::{Causality, ValueReference, Variable, VariableType};

/// How far a start value is moved on trial; a power of two, so that few digits are lost.
const MOVED: f64 = 0.5;
/// Rounding that a move by [`MOVED`] may suffer, relative to the values.
const ROUNDING: f64 = 1e-12;

/// The states that can be set, and the start values that set them.
pub struct States {
    /// Their names.
    pub names: Vec<String>,
    references: Vec<ValueReference>,
    /// The start values that set them, and what these are by themselves.
    setters: Vec<(ValueReference, f64)>,
    switch: Option<Switch>,
}

impl States {
    /// Finds them by trials, after which the instance stands at its start.
    pub fn find(instance: &mut Instance) -> Result<Self, FmuError> {
        instance.component.silence(true);
        let found = Self::by_trials(instance);
        instance.component.silence(false);
        found
    }

    fn by_trials(instance: &mut Instance) -> Result<Self, FmuError> {
        let described = instance.described.clone();
        let all: Vec<&Variable> = described.model.states().collect();
        let mut best = Self::settable(instance, &all, None)?;
        for switch in Switch::all(instance) {
            if best.names.len() == all.len() {
                break;
            }
            let Ok(found) = Self::settable(instance, &all, Some(switch)) else { continue };
            if found.names.len() > best.names.len() && switch::goes_on(instance, &found) {
                best = found;
            }
        }
        instance.start_again(instance.start_time(), &[], None)?;
        Ok(best)
    }

    /// Those of `all` states that can be set, with the switch if there is one.
    fn settable(
        instance: &mut Instance,
        all: &[&Variable],
        switch: Option<Switch>,
    ) -> Result<Self, FmuError> {
        let references: Vec<_> = all.iter().map(|state| state.reference).collect();
        let (t, candidates) = (instance.start_time(), candidates(instance, &references));
        let mut start = |changed: &[(ValueReference, f64)]| -> Result<Vec<f64>, FmuError> {
            let mut x = vec![0.0; references.len()];
            instance.start_again(t, changed, switch.map(Switch::setting))?;
            instance.component.get_real(&references, &mut x)?;
            Ok(x)
        };
        let rest = start(&[])?;
        let mut found: Vec<Option<(ValueReference, f64)>> = vec![None; all.len()];
        for (candidate, value) in candidates {
            let Ok(x) = start(&[(candidate, value + MOVED)]) else { continue };
            if let Some(state) = only_moved(&rest, &x) {
                found[state].get_or_insert((candidate, value));
            }
        }
        let (mut names, mut set, mut setters) = (Vec::new(), Vec::new(), Vec::new());
        for (state, setter) in all.iter().zip(found).filter_map(|(s, f)| Some((s, f?))) {
            names.push(state.name.clone());
            set.push(state.reference);
            setters.push(setter);
        }
        Ok(Self { names, references: set, setters, switch })
    }

    /// Reads the states.
    pub fn get(&self, instance: &mut Instance, x: &mut [f64]) -> Result<(), FmuError> {
        instance.component.get_real(&self.references, x)
    }

    /// Starts the FMU anew at `t` with these states.
    pub fn set(&self, instance: &mut Instance, t: f64, x: &[f64]) -> Result<(), FmuError> {
        let values = self.setters.iter().zip(x).map(|((setter, _), x)| (*setter, *x));
        let values: Vec<_> = values.collect();
        instance.start_again(t, &values, self.switch.map(Switch::setting))
    }
}

/// Start values that may set a state, its own first, then parameters; and what they are.
fn candidates(instance: &Instance, states: &[ValueReference]) -> Vec<(ValueReference, f64)> {
    let settable =
        |v: &&Variable| v.kind == VariableType::Real && settable_before_initialisation(v).is_ok();
    let real = || instance.described.model.variables.iter().filter(settable);
    let own = real().filter(|v| states.contains(&v.reference));
    let all = own.chain(real().filter(|v| v.causality == Causality::Parameter));
    all.map(|v| (v.reference, instance.start_of(v))).collect()
}

/// The state that has moved by [`MOVED`], if no other has moved at all.
fn only_moved(rest: &[f64], moved: &[f64]) -> Option<usize> {
    let mut changed = rest.iter().zip(moved).enumerate().filter(|(_, (a, b))| a != b);
    let (state, (before, after)) = changed.next()?;
    let as_much = (after - before - MOVED).abs() <= ROUNDING * (1.0 + before.abs());
    (as_much && changed.next().is_none()).then_some(state)
}
