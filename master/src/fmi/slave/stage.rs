//! Where an instance is in its life.

use super::failed;
use crate::fmi::instance::{Initializing, Instance, Stepping};
use crate::fmi::library::Component;
use coupling::slave::SlaveError;

/// Between initialisation and end.
pub(super) enum Stage {
    Initializing(Initializing),
    Stepping(Stepping),
    /// Freed when the slave is dropped: what happens then is no part of the run any more.
    Terminated {
        _instance: Stepping,
    },
    Ended,
}

impl Stage {
    #[inline]
    pub(super) fn component(&mut self) -> Result<&mut Component, SlaveError> {
        match self {
            Stage::Stepping(instance) => Ok(&mut instance.0.component),
            Stage::Initializing(instance) => Ok(&mut instance.0.component),
            _ => Err(failed("the run has ended; nothing can be asked any more")),
        }
    }

    /// The running instance.
    pub(super) fn running(&mut self) -> Result<&mut Instance, SlaveError> {
        match self {
            Stage::Stepping(instance) => Ok(&mut instance.0),
            _ => Err(failed("its states were asked for before the start or after the end")),
        }
    }

    #[inline]
    pub(super) fn stepping(&mut self) -> Result<&mut Component, SlaveError> {
        match self {
            Stage::Stepping(instance) => Ok(&mut instance.0.component),
            Stage::Initializing(_) => Err(failed("a step was asked for before the start")),
            _ => Err(failed("a step was asked for after the end")),
        }
    }
}
