//! A slave in its place in the network.

use std::ops::Range;

use super::stopwatch::Stopwatch;
use crate::CouplingError;
use crate::id::SlaveId;
use crate::polynomial::Polynomial;
use crate::slave::{Slave, SlaveError};

/// What to look at when an output is not finite at a communication point itself.
const ADVICE: &str = "look at its start values and at the inputs that it is given there";

/// A slave in its place.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) slave: Box<dyn Slave>,
    pub(crate) inputs: Range<usize>,
    pub(crate) outputs: Range<usize>,
    /// It is in the middle of a step that is longer than those of the clock.
    pub(crate) between: bool,
    /// Where its states lie among all that can be set.
    pub(crate) states: Range<usize>,
    /// The inputs over its last step; empty where nobody asks for them.
    pub(super) applied: Vec<Polynomial>,
    pub(super) time: Stopwatch,
    /// The slave that it is a clone of.
    pub(super) clone_of: Option<SlaveId>,
}

impl Member {
    /// Reads the outputs for the given inputs, unless it is in the middle of a step.
    pub(crate) fn read(&mut self, t: f64, u: &[f64], y: &mut [f64]) -> Result<(), CouplingError> {
        if self.between {
            return Ok(());
        }
        let y = &mut y[self.outputs.clone()];
        let answer = self.slave.outputs(&u[self.inputs.clone()], y);
        answer.map_err(|source| self.failed(t, source))?;
        check_finite(y).map_err(|i| self.not_finite(i, y[i], t, ADVICE.into()))
    }

    #[cold]
    pub(crate) fn failed(&self, t: f64, source: SlaveError) -> CouplingError {
        CouplingError::Slave { slave: self.name.clone(), t, source }
    }

    pub(super) fn not_finite(&self, i: usize, value: f64, t: f64, advice: String) -> CouplingError {
        let variable = self.slave.ports().outputs[i].name.clone();
        CouplingError::NotFinite { slave: self.name.clone(), variable, value, t, advice }
    }
}

/// The position of the first value that is NaN or infinite, as an error.
#[inline]
pub(super) fn check_finite(y: &[f64]) -> Result<(), usize> {
    if y.iter().all(|y| y.is_finite()) {
        return Ok(());
    }
    Err(y.iter().position(|y| !y.is_finite()).unwrap_or_default())
}
