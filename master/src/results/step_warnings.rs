//! Steps of a slave that ended with fmi2Warning, for the end of a run.

use std::fmt;

use serde::Serialize;

use crate::scenario::deferred_log::DeferredLog;

/// Steps that ended with fmi2Warning.
#[derive(Clone, Debug, Serialize)]
pub struct StepWarningsSummary {
    /// How many.
    pub steps: u64,
    /// When the first of them began, in s.
    pub first: f64,
    /// What the FMU said in it; empty if nothing.
    pub message: String,
}

impl StepWarningsSummary {
    /// Those of a slave, if there were any.
    pub(in crate::results) fn of(slave: &str, deferred_log: &DeferredLog) -> Option<Self> {
        let warnings = deferred_log.step_warnings(slave);
        let (first, message) = warnings.first()?;
        Some(Self { steps: warnings.count(), first, message })
    }
}

impl fmt::Display for StepWarningsSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { steps, first, message } = self;
        match steps {
            1 => write!(f, "a step ended with fmi2Warning, from t = {first} s")?,
            _ => write!(f, "{steps} steps ended with fmi2Warning, the first from t = {first} s")?,
        }
        match message.as_str() {
            "" => f.write_str("; the FMU gave no reason"),
            message => write!(f, ": {message}"),
        }
    }
}
