//! Why an instance did not do what it was asked.

use thiserror::Error;

use super::phase::Phase;
use crate::solver::SolverError;

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Failure {
    /// The call came at the wrong time.
    #[error("{function} is not allowed {phase}; it is allowed {allowed}")]
    WrongOrder {
        /// The name of the C function.
        function: &'static str,
        /// Where the instance is.
        phase: Phase,
        /// Where it would have to be.
        allowed: String,
    },
    /// There is no such variable.
    #[error("{function}: there is no {kind} variable with value reference {reference}")]
    UnknownReference {
        /// The name of the C function.
        function: &'static str,
        /// Real, Integer, Boolean or String.
        kind: &'static str,
        /// The value reference asked for.
        reference: u32,
    },
    /// There is no variable of that name.
    #[error("there is no variable \"{name}\"")]
    UnknownName {
        /// The name asked for.
        name: String,
    },
    /// The variable exists, but not for this purpose.
    #[error("{function}: variable \"{variable}\" {reason}")]
    NotPossible {
        /// The name of the C function.
        function: &'static str,
        /// Its name.
        variable: String,
        /// What is wrong and what to do.
        reason: &'static str,
    },
    /// A parameter or input is outside its bounds.
    #[error("{role} \"{name}\" = {value}{} must be {bound}; set another value", space_before(unit))]
    OutOfBounds {
        /// Parameter or input.
        role: &'static str,
        /// Its name.
        name: String,
        /// Its value.
        value: f64,
        /// Its unit.
        unit: String,
        /// What it must be.
        bound: String,
    },
    /// Parameters do not fit together.
    #[error("{reason}; set parameters before the initialisation ends")]
    Unfit {
        /// What the model says.
        reason: String,
    },
    /// What happens at the start cannot.
    #[error("at t = {t} s {reason}")]
    Event {
        /// The start time.
        t: f64,
        /// What is wrong and what to do.
        reason: String,
    },
    /// An argument makes no sense.
    #[error("{function}: {reason}")]
    BadArgument {
        /// The name of the C function.
        function: &'static str,
        /// What is wrong and what to do.
        reason: String,
    },
    /// The solver cannot be used with this model or these settings.
    #[error("{0}")]
    Solver(#[from] SolverError),
    /// The step was not done; a shorter one may succeed, and the state is that before the step.
    #[error("the step from t = {t} s of {h} s was not done: {reason}")]
    Refused {
        /// Where the step began; the instance still stands there.
        t: f64,
        /// Its length.
        h: f64,
        /// Why.
        reason: String,
    },
    /// The model panicked; the instance can only be reset, restored or freed.
    #[error("{function}: the model panicked: {message}")]
    Panicked {
        /// The name of the C function.
        function: &'static str,
        /// The message of the panic.
        message: String,
    },
}

/// A unit with a space before it, if there is one.
fn space_before(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

impl Phase {
    /// An error unless this is one of the phases that `function` is allowed in.
    #[inline]
    pub(super) fn require(self, function: &'static str, allowed: &[Self]) -> Result<(), Failure> {
        if allowed.contains(&self) { Ok(()) } else { Err(self.wrong_order(function, allowed)) }
    }

    #[cold]
    fn wrong_order(self, function: &'static str, allowed: &[Self]) -> Failure {
        let allowed: Vec<String> = allowed.iter().map(Self::to_string).collect();
        Failure::WrongOrder { function, phase: self, allowed: allowed.join(", ") }
    }
}
