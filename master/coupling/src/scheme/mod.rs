//! Coupling schemes: how the network is carried over one macro step, one file each.

mod aitken;
mod banded_lu;
mod convergence;
mod corrector;
pub(crate) mod coupling_gain;
mod explicit;
mod facts;
mod implicit;
mod inertia;
mod interface_jacobian;
mod interface_problem;
mod iterated;
mod jacobian_policy;
mod least_squares;
mod level;
mod macro_step;
mod multi_rate;
mod multi_rate_implicit;
mod newton;
mod noise;
mod own_steps;
mod quasi_newton;
mod relaxation;
mod residuals;
mod semi_implicit;
mod sizes;
pub mod sweep;
#[cfg(test)]
mod tests;

pub use aitken::Aitken;
pub use convergence::{Convergence, NotConverged};
pub(crate) use coupling_gain::coupling_gain;
pub use explicit::Explicit;
pub use facts::Facts;
pub use implicit::Implicit;
pub use inertia::Inertia;
pub use iterated::Iterated;
pub use jacobian_policy::Jacobian;
pub use level::Level;
pub use macro_step::MacroStep;
pub use multi_rate::MultiRate;
pub use multi_rate_implicit::MultiRateImplicit;
pub use quasi_newton::QuasiNewton;
pub use relaxation::{Constant, Iterate, Relaxation};
pub use residuals::Residuals;
pub use semi_implicit::SemiImplicit;

use nalgebra::DVector;

use crate::CouplingError;
use crate::id::InputId;
use crate::point::CommunicationPoint;
use crate::signals::Signals;

/// What a scheme did beyond one step of every slave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Runs of the slaves over a macro step, perturbed ones not counted.
    pub runs: u64,
    /// How many times the interface Jacobian was found by perturbed runs.
    pub jacobians: u64,
    /// Macro steps whose iteration did not converge.
    pub not_converged: NotConverged,
    /// What it left of the coupling conditions.
    pub residuals: Residuals,
}

impl Statistics {
    /// What two schemes did in one run.
    fn and(self, other: Self) -> Self {
        let (mine, others) = (self.not_converged, other.not_converged);
        Self {
            runs: self.runs + other.runs,
            jacobians: self.jacobians + other.jacobians,
            not_converged: NotConverged {
                accepted: mine.accepted + others.accepted,
                within_noise: mine.within_noise + others.within_noise,
                residual: mine.residual.max(others.residual),
                times: mine.times.max(others.times),
                noise: mine.noise.max(others.noise),
            },
            residuals: self.residuals.and(other.residuals),
        }
    }
}

/// A way to carry the network over one macro step.
pub trait Scheme: Send {
    /// Moves every slave to the end of the step and fills in what was reached.
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError>;

    /// Whether it solves for an input, so that [equations](crate::law::Equations) may determine it.
    fn solves_for(&self, _input: InputId) -> bool {
        false
    }

    /// What it expects the error of each output to be that the last step, which led to `y`, has made; if
    /// it can tell.
    fn error(&mut self, _signals: &Signals, _y: &DVector<f64>) -> Option<&DVector<f64>> {
        None
    }

    /// The [gain](self::coupling_gain) of the coupling over a step when it last found the interface Jacobian, if it
    /// does.
    fn coupling_gain(&self) -> Option<f64> {
        None
    }

    /// What it has done so far, if it repeats steps.
    fn statistics(&self) -> Option<Statistics> {
        None
    }
}
