//! Sweeps: who steps when, one file each.

mod gauss_seidel;
mod jacobi;

pub use gauss_seidel::GaussSeidel;
pub use jacobi::Jacobi;

use nalgebra::DVector;

use crate::CouplingError;
use crate::scheme::macro_step::MacroStep;

/// An order in which the slaves step, and what each knows of the others.
pub trait Sweep: Send {
    /// Steps every slave once and fills in the outputs at the end of the step.
    fn sweep(&mut self, over: &mut MacroStep, y: &mut DVector<f64>) -> Result<(), CouplingError>;
}
