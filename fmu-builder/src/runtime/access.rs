//! Setting and getting values by value reference.

use super::phase::{BEFORE, INPUTS, VALUES};
use super::{Failure, Instance, within_bounds};
use crate::layout::Layout;
use crate::model::Model;
use crate::settings::SETTINGS;
use crate::solver_kind::SolverKind;
use crate::variables::{Kind, Variable};

/// The value reference of the Enumeration `solver` among the Integers.
pub const SOLVER_REFERENCE: u32 = 0;

impl<M: Model> Instance<M> {
    /// `fmi2SetReal`: inputs and tunable parameters at any time, others until the initialisation ends.
    pub fn set_real(&mut self, references: &[u32], values: &[f64]) -> Result<(), Failure> {
        self.phase.require("fmi2SetReal", INPUTS)?;
        for (reference, value) in references.iter().zip(values) {
            let at = *reference as usize;
            if !self.layout.inputs().contains(&at) || self.kinds[at] != Kind::Real {
                self.check_settable("fmi2SetReal", Kind::Real, *reference, *value)?;
            }
            self.set(at, *value);
        }
        Ok(())
    }

    #[inline]
    fn set(&mut self, at: usize, value: f64) {
        if self.values[at].to_bits() != value.to_bits() {
            self.values[at] = value;
            self.own_stale |= self.layout.fixed().contains(&at);
            self.mark_changed();
        }
    }

    /// `fmi2GetReal`: outputs and derivatives are computed if anything has changed.
    pub fn get_real(&mut self, references: &[u32], values: &mut [f64]) -> Result<(), Failure> {
        self.phase.require("fmi2GetReal", VALUES)?;
        self.refresh_starts()?;
        for (reference, value) in references.iter().zip(values) {
            *value = self.get("fmi2GetReal", Kind::Real, *reference)?;
        }
        Ok(())
    }

    /// The value of a variable of that type.
    #[inline]
    fn get(&mut self, function: &'static str, kind: Kind, reference: u32) -> Result<f64, Failure> {
        let at = reference as usize;
        if self.kinds.get(at) != Some(&kind) {
            return Err(unknown(function, kind, reference));
        }
        if at >= self.layout.y {
            self.refresh_computed(at)?;
        }
        Ok(self.values[at])
    }

    /// `fmi2SetInteger`: Integers, the Enumeration `solver` and the model's choices.
    pub fn set_integer(&mut self, references: &[u32], values: &[i32]) -> Result<(), Failure> {
        const FUNCTION: &str = "fmi2SetInteger";
        self.phase.require(FUNCTION, INPUTS)?;
        for (reference, value) in references.iter().zip(values) {
            let at = *reference as usize;
            if *reference == SOLVER_REFERENCE {
                self.phase.require(FUNCTION, BEFORE)?;
                self.kind = solver::<M>(*value)?;
            } else if let Some(choice) = self.choice(*reference) {
                self.phase.require(FUNCTION, BEFORE)?;
                check_item(choice, *value)?;
                self.set(at, f64::from(*value));
            } else {
                self.check_settable(FUNCTION, Kind::Integer, *reference, f64::from(*value))?;
                self.set(at, f64::from(*value));
            }
        }
        Ok(())
    }

    /// `fmi2GetInteger`.
    pub fn get_integer(&mut self, references: &[u32], values: &mut [i32]) -> Result<(), Failure> {
        const FUNCTION: &str = "fmi2GetInteger";
        self.phase.require(FUNCTION, VALUES)?;
        self.refresh_starts()?;
        for (reference, value) in references.iter().zip(values) {
            *value = match self.choice(*reference) {
                _ if *reference == SOLVER_REFERENCE => self.kind.item(),
                Some(_) => self.values[*reference as usize] as i32,
                None => {
                    let number = self.get(FUNCTION, Kind::Integer, *reference)?;
                    let whole = number as i32;
                    self.check_type(FUNCTION, *reference, number, f64::from(whole))?;
                    whole
                }
            };
        }
        Ok(())
    }

    /// `fmi2SetBoolean`.
    pub fn set_boolean(&mut self, references: &[u32], values: &[bool]) -> Result<(), Failure> {
        self.phase.require("fmi2SetBoolean", INPUTS)?;
        for (reference, value) in references.iter().zip(values) {
            let value = f64::from(*value);
            self.check_settable("fmi2SetBoolean", Kind::Boolean, *reference, value)?;
            self.set(*reference as usize, value);
        }
        Ok(())
    }

    /// `fmi2GetBoolean`.
    pub fn get_boolean(&mut self, references: &[u32], values: &mut [bool]) -> Result<(), Failure> {
        const FUNCTION: &str = "fmi2GetBoolean";
        self.phase.require(FUNCTION, VALUES)?;
        self.refresh_starts()?;
        for (reference, value) in references.iter().zip(values) {
            let number = self.get(FUNCTION, Kind::Boolean, *reference)?;
            *value = number == 1.0;
            self.check_type(FUNCTION, *reference, number, f64::from(*value))?;
        }
        Ok(())
    }

    /// Sets a variable of any type; Integers, Booleans and choices by their number.
    pub(crate) fn set_number(&mut self, reference: u32, value: f64) -> Result<(), Failure> {
        match self.kinds.get(reference as usize) {
            Some(Kind::Integer | Kind::Choice) => self.set_integer(&[reference], &[value as i32]),
            Some(Kind::Boolean) => self.set_boolean(&[reference], &[value != 0.0]),
            _ => self.set_real(&[reference], &[value]),
        }
    }

    /// Reads a variable of any type as a number.
    #[cfg(feature = "in-process")]
    pub(crate) fn get_number(&mut self, reference: u32) -> Result<f64, Failure> {
        let (mut real, mut whole, mut truth) = (0.0, 0, false);
        let at = [reference];
        match self.kinds.get(reference as usize) {
            Some(Kind::Integer | Kind::Choice) => {
                self.get_integer(&at, std::slice::from_mut(&mut whole))?;
                Ok(f64::from(whole))
            }
            Some(Kind::Boolean) => {
                self.get_boolean(&at, std::slice::from_mut(&mut truth))?;
                Ok(f64::from(truth))
            }
            _ => {
                self.get_real(&at, std::slice::from_mut(&mut real))?;
                Ok(real)
            }
        }
    }

    /// Whether a variable is Real.
    #[cfg(feature = "in-process")]
    pub(crate) fn is_real(&self, reference: u32) -> bool {
        self.kinds.get(reference as usize) == Some(&Kind::Real)
    }

    /// A computed Integer or Boolean must be the number that can be told.
    fn check_type(
        &self,
        function: &'static str,
        reference: u32,
        computed: f64,
        told: f64,
    ) -> Result<(), Failure> {
        if computed == told {
            return Ok(());
        }
        let (name, kind) = (self.name(reference as usize), self.kinds[reference as usize]);
        let reason =
            format!("the model computed {computed} for \"{name}\", which is not of type {kind:?}");
        Err(Failure::BadArgument { function, reason })
    }

    /// The choice with that value reference: its position among all values, which is never 0.
    pub(crate) fn choice(&self, reference: u32) -> Option<&Variable> {
        let at = (reference as usize).checked_sub(Layout::P)?;
        self.variables.parameters.get(at).filter(|parameter| parameter.kind == Kind::Choice)
    }

    /// Chooses the solver; possible until the initialisation ends.
    pub fn set_solver(&mut self, kind: SolverKind) -> Result<(), Failure> {
        self.set_integer(&[SOLVER_REFERENCE], &[kind.item()])
    }

    /// The value reference of the Real variable or choice with that name.
    pub fn reference(&self, name: &str) -> Option<u32> {
        self.names().find(|(_, known)| known == name).map(|(at, _)| at as u32)
    }

    /// All Real variables and choices by value reference.
    pub fn names(&self) -> impl Iterator<Item = (usize, String)> + '_ {
        (0..self.layout.end).map(|at| (at, self.name(at)))
    }

    /// Makes sure that the computed value at that position, which is one of them, holds.
    #[inline]
    pub(super) fn refresh_computed(&mut self, at: usize) -> Result<(), Failure> {
        if (self.outputs_stale || self.derivatives_stale) && BEFORE.contains(&self.phase) {
            self.check_fit()?;
        }
        if at < self.layout.dx {
            if self.outputs_stale {
                self.layout.evaluate_outputs(&self.model, &mut self.values);
                if let Some(own) = &self.own {
                    self.layout.recall(&**own, &mut self.values);
                }
                self.outputs_stale = false;
            }
        } else if self.derivatives_stale {
            self.layout.evaluate_derivatives(&self.model, &mut self.values);
            self.derivatives_stale = false;
        }
        Ok(())
    }

    /// What is set must be an input or a parameter of that type, and a fixed parameter only while
    /// the initialisation lasts. What is checked at once is what can change later.
    fn check_settable(
        &mut self,
        function: &'static str,
        kind: Kind,
        reference: u32,
        value: f64,
    ) -> Result<(), Failure> {
        let at = reference as usize;
        if self.kinds.get(at) != Some(&kind) {
            return Err(unknown(function, kind, reference));
        }
        let variable = self.layout.known(&self.variables, at);
        let tunable = variable.is_some_and(|variable| variable.tunable);
        let reason = if self.layout.inputs().contains(&at) {
            return variable.map_or(Ok(()), |input| within_bounds("input", input, value));
        } else if !self.layout.fixed().contains(&at) {
            "is computed by the FMU and cannot be set; a state starts from its parameter"
        } else if BEFORE.contains(&self.phase) {
            return Ok(());
        } else if tunable {
            variable.map_or(Ok(()), |variable| within_bounds("parameter", variable, value))?;
            self.solver_stale = true;
            return Ok(());
        } else {
            "is a fixed parameter; set it before the initialisation ends"
        };
        Err(Failure::NotPossible { function, variable: self.name(at), reason })
    }

    /// The name of the variable at that position.
    pub(super) fn name(&self, at: usize) -> String {
        let (l, v) = (&self.layout, &self.variables);
        match at {
            Layout::TIME => "time".into(),
            at if at < l.settings => v.parameters[at - Layout::P].name.clone(),
            at if at < l.u => SETTINGS[at - l.settings].0.into(),
            at if at < l.d => v.inputs[at - l.u].name.clone(),
            at if at < l.x => v.discretes[at - l.d].name.clone(),
            at if at < l.q => v.states[at - l.x].name.clone(),
            at if at < l.y => v.integrals[at - l.q].name.clone(),
            at if at < l.m => v.outputs[at - l.y].name.clone(),
            at if at < l.dx => v.remembered[at - l.m].name.clone(),
            at if at < l.dq => format!("der({})", v.states[at - l.dx].name),
            at => format!("der({})", v.integrals[at - l.dq].name),
        }
    }
}

/// The error for a value reference that no variable of that type has.
#[cold]
pub(super) fn unknown(function: &'static str, kind: Kind, reference: u32) -> Failure {
    let kind = match kind {
        Kind::Real => "Real",
        Kind::Boolean => "Boolean",
        Kind::Integer | Kind::Choice => "Integer or Enumeration",
    };
    Failure::UnknownReference { function, kind, reference }
}

fn solver<M: Model>(item: i32) -> Result<SolverKind, Failure> {
    let items = || SolverKind::of::<M>().map(|kind| (kind.item(), kind.name()));
    SolverKind::from_item::<M>(item).ok_or_else(|| no_item("solver", item, items()))
}

fn check_item(choice: &Variable, value: i32) -> Result<(), Failure> {
    if (1..=choice.items.len() as i32).contains(&value) {
        return Ok(());
    }
    let items = (1..).zip(choice.items.iter().map(|(item, _)| item.as_str()));
    Err(no_item(&choice.name, value, items))
}

fn no_item<'a>(name: &str, value: i32, items: impl Iterator<Item = (i32, &'a str)>) -> Failure {
    let items: Vec<_> = items.map(|(number, item)| format!("{number} = {item}")).collect();
    let reason = format!("{name} = {value} is not an item; the items are {}", items.join(", "));
    Failure::BadArgument { function: "fmi2SetInteger", reason }
}
