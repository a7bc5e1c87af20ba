//! What can be said of a scenario without trusting a single run: stability and order.
//!
//! All of it steps the coupled FMUs by the code that runs them.

pub mod answer;
pub mod energy;
mod equal_steps;
pub mod largest_step;
mod linear;
mod linearised;
pub mod local_error;
mod nonlinear;
mod observed;
pub mod order;
mod outward;
pub mod stability;
pub mod zero_stability;

pub use self::answer::{Answer, Assessment, Basis, Radius, Verdict};
pub use self::largest_step::{LargestStep, Limits, Scan};
pub use self::stability::{Stability, imposed};
pub use self::zero_stability::ZeroStability;

use coupling::CouplingError;

use crate::fmi::FmuError;

/// Why a scenario could not be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// An FMU could not be made into a slave.
    #[error("slave {0}")]
    Fmu(#[from] FmuError),
    /// A slave failed in a step.
    #[error("{0}")]
    Coupling(#[from] CouplingError),
    /// The eigenvalues of the amplification matrix were not found.
    #[error(
        "the eigenvalues of the amplification matrix at H = {h} s were not found, because its \
         entries are not finite or too large; look at smaller steps"
    )]
    Eigenvalues {
        /// The macro step.
        h: f64,
    },
}
