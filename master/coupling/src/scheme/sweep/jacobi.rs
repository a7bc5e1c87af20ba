//! Jacobi: all slaves step at once, each with extrapolated inputs.

use nalgebra::DVector;

use super::Sweep;
use crate::CouplingError;
use crate::network::Network;
use crate::signals::Signals;
use crate::slave::Step;

/// All slaves in parallel, none knows what the others find.
pub struct Jacobi;

impl Sweep for Jacobi {
    #[inline(always)]
    fn sweep(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        network.step_all(step, signals.inputs(), y)
    }
}
