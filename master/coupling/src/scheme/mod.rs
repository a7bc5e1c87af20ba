//! Coupling schemes: how the network is carried over one macro step, one file each.

mod banded_lu;
mod convergence;
mod explicit;
mod inertia;
mod interface_jacobian;
mod iterated;
mod multi_rate;
mod quasi_newton;
mod relaxation;
mod residuals;
mod semi_implicit;
mod start_up;
pub mod sweep;
#[cfg(test)]
mod tests;
mod trial;

pub use convergence::{Convergence, NotConverged};
pub use explicit::Explicit;
pub use inertia::Inertia;
pub use interface_jacobian::Jacobian;
pub use iterated::Iterated;
pub use multi_rate::MultiRate;
pub use quasi_newton::QuasiNewton;
pub use relaxation::{Aitken, Constant, Relaxation};
pub use residuals::Residuals;
pub use semi_implicit::SemiImplicit;
pub use start_up::StartUp;

use nalgebra::DVector;

use crate::CouplingError;
use crate::network::Network;
use crate::signals::Signals;
use crate::slave::Step;

/// What a scheme leaves at the end of a macro step; filled anew each time, never allocated.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Inputs at the end of the step, as the laws give them.
    pub u: DVector<f64>,
    /// Outputs at the end of the step.
    pub y: DVector<f64>,
    /// Time derivatives of the inputs there, where the extrapolation asks for them.
    pub rates: DVector<f64>,
    /// Time derivatives of the outputs there, where the extrapolation asks for those of inputs; NaN
    /// where they are not known.
    pub dy: DVector<f64>,
    /// What the [energy monitor](crate::energy::Monitor) shows, if there is one.
    pub energy: DVector<f64>,
    /// What each input was at the start and at the end of the last step of its slave, two values each, if
    /// they are shown.
    pub applied: DVector<f64>,
}

impl Outcome {
    /// Room for the values of a network.
    pub fn of(network: &Network) -> Self {
        let inputs = DVector::zeros(network.input_count());
        let y = DVector::zeros(network.output_count());
        let dy = DVector::from_element(y.len(), f64::NAN);
        let (energy, applied) = (DVector::zeros(0), DVector::zeros(0));
        Self { rates: inputs.clone(), u: inputs, y, dy, energy, applied }
    }
}

/// What a scheme did beyond one step of every slave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Runs of the slaves over a macro step, perturbed ones not counted.
    pub runs: u64,
    /// How many times the interface Jacobian was found by perturbed runs.
    pub jacobians: u64,
    /// Macro steps whose iteration did not converge.
    pub not_converged: NotConverged,
    /// What it left of the coupling conditions.
    pub residuals: Residuals,
}

/// A way to carry the network over one macro step.
pub trait Scheme: Send {
    /// Moves every slave to the end of `step` and fills in what was reached.
    fn macro_step(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        end: &mut Outcome,
    ) -> Result<(), CouplingError>;

    /// What it expects the error of each output to be that the last step, which led to `y`, has made; if
    /// it can tell.
    fn error(&mut self, _signals: &Signals, _y: &DVector<f64>) -> Option<&DVector<f64>> {
        None
    }

    /// What it has done so far, if it repeats steps.
    fn effort(&self) -> Option<Effort> {
        None
    }
}
