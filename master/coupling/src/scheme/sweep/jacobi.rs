//! Jacobi: all slaves step at once, each with extrapolated inputs.

use nalgebra::DVector;

use super::Sweep;
use crate::CouplingError;
use crate::scheme::macro_step::MacroStep;

/// All slaves in parallel, none knows what the others find.
pub struct Jacobi;

impl Sweep for Jacobi {
    #[inline(always)]
    fn sweep(&mut self, over: &mut MacroStep, y: &mut DVector<f64>) -> Result<(), CouplingError> {
        over.network.step_all(over.step, over.signals.inputs(), y)
    }
}
