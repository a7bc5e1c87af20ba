//! Setting and getting values by value reference.

use super::phase::{BEFORE, INPUTS, VALUES};
use super::{Failure, Instance};
use crate::layout::{Layout, SETTINGS};
use crate::model::Model;
use crate::solver::SolverKind;
use crate::variables::Variable;

/// The value reference of the Enumeration `solver` among the Integers.
pub const SOLVER_REFERENCE: u32 = 0;

impl<M: Model> Instance<M> {
    /// `fmi2SetReal`: inputs at any time, parameters until the initialisation ends.
    pub fn set_real(&mut self, references: &[u32], values: &[f64]) -> Result<(), Failure> {
        self.phase.require("fmi2SetReal", INPUTS)?;
        for (reference, value) in references.iter().zip(values) {
            let at = *reference as usize;
            if !self.layout.inputs().contains(&at) {
                self.check_parameter(*reference)?;
            }
            if self.values[at].to_bits() != value.to_bits() {
                self.values[at] = *value;
                self.mark_changed();
            }
        }
        Ok(())
    }

    /// `fmi2GetReal`: outputs and derivatives are computed if anything has changed.
    pub fn get_real(&mut self, references: &[u32], values: &mut [f64]) -> Result<(), Failure> {
        self.phase.require("fmi2GetReal", VALUES)?;
        self.refresh_starts();
        for (reference, value) in references.iter().zip(values) {
            let at = *reference as usize;
            if at >= self.layout.y {
                self.refresh_computed("fmi2GetReal", at)?;
            } else if at < self.layout.settings && self.choice(*reference).is_some() {
                return Err(unknown("fmi2GetReal", *reference));
            }
            *value = self.values[at];
        }
        Ok(())
    }

    /// `fmi2SetInteger`: the Enumeration `solver` and the model's choices.
    pub fn set_integer(&mut self, references: &[u32], values: &[i32]) -> Result<(), Failure> {
        self.phase.require("fmi2SetInteger", BEFORE)?;
        for (reference, value) in references.iter().zip(values) {
            match *reference {
                SOLVER_REFERENCE => self.kind = solver::<M>(*value)?,
                reference => self.set_choice(reference, *value)?,
            }
        }
        Ok(())
    }

    fn set_choice(&mut self, reference: u32, value: i32) -> Result<(), Failure> {
        let unknown = || no_integer("fmi2SetInteger", reference);
        let choice = self.choice(reference).ok_or_else(unknown)?;
        if !(1..=choice.items.len() as i32).contains(&value) {
            let items = choice.items.iter().map(|(item, _)| item.as_str());
            return Err(no_item(&choice.name, value, items));
        }
        self.values[reference as usize] = f64::from(value);
        self.mark_changed();
        Ok(())
    }

    /// `fmi2GetInteger`.
    pub fn get_integer(&self, references: &[u32], values: &mut [i32]) -> Result<(), Failure> {
        self.phase.require("fmi2GetInteger", VALUES)?;
        for (reference, value) in references.iter().zip(values) {
            *value = match self.choice(*reference) {
                _ if *reference == SOLVER_REFERENCE => self.kind.item(),
                Some(_) => self.values[*reference as usize] as i32,
                None => return Err(no_integer("fmi2GetInteger", *reference)),
            };
        }
        Ok(())
    }

    /// The choice with that value reference: its position among all values, which is never 0.
    pub(crate) fn choice(&self, reference: u32) -> Option<&Variable> {
        let at = (reference as usize).checked_sub(Layout::P)?;
        self.variables.parameters.get(at).filter(|parameter| parameter.is_choice())
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

    /// Makes sure that the computed value at that position holds.
    #[inline]
    pub(super) fn refresh_computed(
        &mut self,
        function: &'static str,
        at: usize,
    ) -> Result<(), Failure> {
        if (self.outputs_stale || self.derivatives_stale) && BEFORE.contains(&self.phase) {
            self.check_fit()?;
        }
        if at < self.layout.dx {
            if self.outputs_stale {
                self.layout.evaluate_outputs(&self.model, &mut self.values);
                self.outputs_stale = false;
            }
        } else if at >= self.layout.end {
            return Err(unknown(function, at as u32));
        } else if self.derivatives_stale {
            self.layout.evaluate_derivatives(&self.model, &mut self.values);
            self.derivatives_stale = false;
        }
        Ok(())
    }

    /// A variable that is not an input must be a parameter, and the initialisation must last.
    fn check_parameter(&self, reference: u32) -> Result<(), Failure> {
        let (function, at) = ("fmi2SetReal", reference as usize);
        if at >= self.layout.end || self.choice(reference).is_some() {
            return Err(unknown(function, reference));
        }
        let reason = if !self.layout.fixed().contains(&at) {
            "is computed by the FMU and cannot be set; a state starts from its parameter"
        } else if !BEFORE.contains(&self.phase) {
            "is a fixed parameter; set it before the initialisation ends"
        } else {
            return Ok(());
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
            at if at < l.x => v.inputs[at - l.u].name.clone(),
            at if at < l.q => v.states[at - l.x].name.clone(),
            at if at < l.y => v.integrals[at - l.q].name.clone(),
            at if at < l.dx => v.outputs[at - l.y].name.clone(),
            at if at < l.dq => format!("der({})", v.states[at - l.dx].name),
            at => format!("der({})", v.integrals[at - l.dq].name),
        }
    }
}

pub(super) fn unknown(function: &'static str, reference: u32) -> Failure {
    Failure::UnknownReference { function, kind: "Real", reference }
}

fn solver<M: Model>(item: i32) -> Result<SolverKind, Failure> {
    let names = || SolverKind::of::<M>().map(SolverKind::name);
    SolverKind::from_item::<M>(item).ok_or_else(|| no_item("solver", item, names()))
}

fn no_integer(function: &'static str, reference: u32) -> Failure {
    Failure::UnknownReference { function, kind: "Integer or Enumeration", reference }
}

fn no_item<'a>(name: &str, value: i32, items: impl Iterator<Item = &'a str>) -> Failure {
    let items: Vec<_> = items.zip(1..).map(|(item, number)| format!("{number} = {item}")).collect();
    let reason = format!("{name} = {value} is no item; the items are {}", items.join(", "));
    Failure::BadArgument { function: "fmi2SetInteger", reason }
}
