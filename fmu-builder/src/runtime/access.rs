//! Setting and getting values by value reference.

use super::phase::{BEFORE, INPUTS, VALUES};
use super::{Failure, Instance};
use crate::layout::{Layout, SETTINGS};
use crate::model::Model;
use crate::solver::SolverKind;

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
            }
            *value = self.values[at];
        }
        Ok(())
    }

    /// `fmi2SetInteger`: the only Integer is the Enumeration `solver`.
    pub fn set_integer(&mut self, references: &[u32], values: &[i32]) -> Result<(), Failure> {
        self.phase.require("fmi2SetInteger", BEFORE)?;
        for (reference, value) in references.iter().zip(values) {
            require_solver("fmi2SetInteger", *reference)?;
            self.kind = SolverKind::from_item(*value).ok_or_else(|| Failure::BadArgument {
                function: "fmi2SetInteger",
                reason: format!("solver = {value} is no item; {}", items()),
            })?;
        }
        Ok(())
    }

    /// `fmi2GetInteger`.
    pub fn get_integer(&self, references: &[u32], values: &mut [i32]) -> Result<(), Failure> {
        self.phase.require("fmi2GetInteger", VALUES)?;
        for (reference, value) in references.iter().zip(values) {
            require_solver("fmi2GetInteger", *reference)?;
            *value = self.kind.item();
        }
        Ok(())
    }

    /// Chooses the solver; possible until the initialisation ends.
    pub fn set_solver(&mut self, kind: SolverKind) -> Result<(), Failure> {
        self.set_integer(&[SOLVER_REFERENCE], &[kind.item()])
    }

    /// The value reference of the Real variable with that name.
    pub fn reference(&self, name: &str) -> Option<u32> {
        self.names().find(|(_, known)| known == name).map(|(at, _)| at as u32)
    }

    /// All Real variables by value reference.
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
        if at >= self.layout.end {
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

    /// The name of the Real variable at that position.
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

fn require_solver(function: &'static str, reference: u32) -> Result<(), Failure> {
    let kind = "Integer or Enumeration";
    let unknown = Failure::UnknownReference { function, kind, reference };
    (reference == SOLVER_REFERENCE).then_some(()).ok_or(unknown)
}

fn items() -> String {
    let items = SolverKind::ALL.map(|kind| format!("{} = {}", kind.item(), kind.name()));
    format!("the items are {}", items.join(", "))
}
