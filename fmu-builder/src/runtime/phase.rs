//! The life of an instance: which calls the standard allows when.

use std::fmt;

/// Which interface an instance is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The importer integrates.
    ModelExchange,
    /// The instance integrates itself.
    CoSimulation,
}

/// Where an instance is in its life (FMI 2.0.4, sections 3.2.3 and 4.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Made; parameters and start values can be set.
    Instantiated,
    /// Initialisation mode.
    Initializing,
    /// Co-simulation between steps.
    Stepping,
    /// Model exchange in event mode.
    EventMode,
    /// Model exchange in continuous-time mode.
    ContinuousTime,
    /// The run has ended.
    Terminated,
    /// A call failed for good.
    Failed,
}

/// All phases, in the order of their numbers in a serialised state.
const ALL: [Phase; 7] = [
    Phase::Instantiated,
    Phase::Initializing,
    Phase::Stepping,
    Phase::EventMode,
    Phase::ContinuousTime,
    Phase::Terminated,
    Phase::Failed,
];

/// Before the end of the initialisation.
pub(super) const BEFORE: &[Phase] = &[Phase::Instantiated, Phase::Initializing];
/// Where inputs can be set.
pub(super) const INPUTS: &[Phase] = &[
    Phase::Stepping,
    Phase::EventMode,
    Phase::ContinuousTime,
    Phase::Initializing,
    Phase::Instantiated,
];
/// Where values can be read.
pub(super) const VALUES: &[Phase] = &[
    Phase::Stepping,
    Phase::EventMode,
    Phase::ContinuousTime,
    Phase::Initializing,
    Phase::Terminated,
    Phase::Failed,
];
/// While the run lasts.
pub(super) const RUNNING: &[Phase] = &[Phase::Stepping, Phase::EventMode, Phase::ContinuousTime];
/// The two modes of model exchange.
pub(super) const EXCHANGE: &[Phase] = &[Phase::EventMode, Phase::ContinuousTime];

impl Phase {
    /// Its number in a serialised state.
    pub(super) fn number(self) -> u8 {
        self as u8
    }

    /// The phase with that number.
    pub(super) fn from_number(number: u8) -> Option<Self> {
        ALL.get(usize::from(number)).copied()
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Instantiated => "before initialisation mode",
            Self::Initializing => "in initialisation mode",
            Self::Stepping => "between co-simulation steps",
            Self::EventMode => "in event mode",
            Self::ContinuousTime => "in continuous-time mode",
            Self::Terminated => "after termination",
            Self::Failed => "after an error (reset the instance or restore a state)",
        })
    }
}
