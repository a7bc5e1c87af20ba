//! A slave with everything about it resolved.

use std::sync::Arc;
use std::time::Duration;

use indexmap::IndexSet;

use crate::fmi::{Fmu, LogLevel, Value};
use crate::fmu::Description;
use crate::sandbox::Sandbox;
use crate::scenario::places::Place;
use crate::scenario::rule::Rule;
use crate::table::Table;

/// What stands behind a slave.
#[derive(Clone)]
pub enum Origin {
    /// A co-simulation FMU.
    Fmu(Arc<Fmu>),
    /// A CSV file whose columns are outputs.
    Table(Arc<Table>),
}

/// A slave with everything about it resolved.
#[derive(Clone)]
pub struct CheckedSlave {
    /// Its name.
    pub name: String,
    /// What stands behind it.
    pub origin: Origin,
    /// Start values in the order of the file.
    pub start: Vec<(String, Value)>,
    /// Coupled inputs.
    pub inputs: IndexSet<String>,
    /// Coupled and recorded outputs.
    pub outputs: IndexSet<String>,
    /// How each coupled input is continued over a step.
    pub rules: Vec<Rule>,
    /// How it is continued while derivatives that its rule needs are not known.
    pub without_derivatives: Vec<Rule>,
    /// How input polynomials reach it.
    pub handed_over: HandedOver,
    /// Whether the derivatives that it gives of its outputs are used.
    pub rates: bool,
    /// Whether it follows slopes of its inputs without sub-steps.
    pub takes_slopes: bool,
    /// How many ticks make one of its steps.
    pub every: u64,
    /// What of its messages is shown.
    pub logging: LogLevel,
    /// Whether every call of an FMI function is shown.
    pub log_calls: bool,
    /// In which process it runs.
    pub place: Place,
    /// What its process is confined to, if it is.
    pub sandbox: Option<Sandbox>,
    /// The group of slaves that take turns, if it is in one.
    pub turns: Option<usize>,
    /// The thread that takes all its steps, if it must be the same one.
    pub thread: Option<usize>,
    /// Further instances that run perturbed steps beside it.
    pub clones: usize,
    /// How long it may take to answer when it is isolated.
    pub timeout: Duration,
    /// Whether a refused step is taken again in shorter parts.
    pub retry: bool,
    /// Whether fmi2Reset brings it back to its start.
    pub resets: bool,
    /// Pairs of an output and an input on which a probe saw it depend at once, though that is not declared.
    pub feedthrough: Vec<(String, String)>,
    /// Whether outputs right after restoring a state are compared with those at its save.
    pub compares_restored: bool,
}

impl Origin {
    /// Whether its state can be saved and restored.
    pub fn can_rewind(&self) -> bool {
        match self {
            Self::Fmu(fmu) => fmu.can_rewind(),
            Self::Table(_) => true,
        }
    }

    /// Its FMU, if it is one.
    pub fn fmu(&self) -> Option<&Fmu> {
        match self {
            Self::Fmu(fmu) => Some(fmu),
            Self::Table(_) => None,
        }
    }

    /// The description of its FMU, if it is one.
    pub fn description(&self) -> Option<&Description> {
        match self {
            Self::Fmu(fmu) => Some(fmu.description()),
            Self::Table(_) => None,
        }
    }
}

/// How input polynomials reach a slave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandedOver {
    /// Inputs do not change over the step.
    Held,
    /// As input derivatives.
    Derivatives,
    /// As held mean values over so many parts of the step.
    Parts(usize),
}
