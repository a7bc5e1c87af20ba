//! Why an entry could not be run.

use coupling::CouplingError;
use coupling::slave::SlaveError;
use macrostep::analysis::{AnalysisError, LargestStep, Limits};
use macrostep::fmi::FmuError;
use macrostep::scenario::ScenarioError;

/// Why an entry could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// A scenario does not fit the FMUs.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// An FMU cannot be used.
    #[error(transparent)]
    Fmu(#[from] FmuError),
    /// A run failed.
    #[error(transparent)]
    Coupling(#[from] CouplingError),
    /// A step of an FMU failed.
    #[error("a step of an FMU failed: {0}")]
    Slave(#[from] SlaveError),
    /// A scenario could not be analysed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The states of an FMU cannot be set, or it is not linear where it should be.
    #[error("the FMUs are not those that this entry needs; export them again from fmus/")]
    NotLinear,
    /// A search for a limit came to a step that could not be judged.
    #[error("no limit was found up to a step that fails: {0}")]
    Unfinished(String),
}

/// The largest stable step as a number, if the search came to an end: 0 where none is stable, infinity where all are.
pub fn limit(limits: Limits) -> Result<f64, ReproduceError> {
    match (limits.largest, limits.failed) {
        (LargestStep::Limit(h), _) => Ok(h),
        (LargestStep::None, _) => Ok(0.0),
        (LargestStep::Unlimited, None) => Ok(f64::INFINITY),
        (LargestStep::Unlimited, Some(reason)) => Err(ReproduceError::Unfinished(reason)),
    }
}
