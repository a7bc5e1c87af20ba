//! What a scheme repeated.

use std::fmt;

use coupling::scheme::Statistics;
use serde::Serialize;

/// What a scheme repeated.
#[derive(Clone, Debug, Serialize)]
pub struct StatisticsSummary {
    /// Runs over a macro step for each that counts, perturbed ones not counted.
    pub runs_per_step: f64,
    /// How many times the interface Jacobian was found.
    pub jacobians: u64,
    /// Macro steps whose iteration did not converge.
    pub not_converged: u64,
    /// The largest residual of the coupling conditions that a step left, relative to the inputs, and the end
    /// of that step in s.
    pub residual: (f64, f64),
    /// Macro steps whose iteration ended at the noise of the FMUs, and the largest noise of such a step, relative to
    /// the inputs.
    pub within_noise: (u64, f64),
    /// Macro steps in which the corrector left more than half of the predictor's residual.
    pub not_corrected: u64,
}

impl StatisticsSummary {
    /// Sums up a run of that many macro steps.
    pub(super) fn new(statistics: &Statistics, steps: u64) -> Self {
        Self {
            runs_per_step: statistics.runs as f64 / steps.max(1) as f64,
            jacobians: statistics.jacobians,
            not_converged: statistics.not_converged.accepted,
            residual: statistics.residuals.largest,
            within_noise: (statistics.not_converged.within_noise, statistics.not_converged.noise),
            not_corrected: statistics.residuals.useless,
        }
    }
}

impl fmt::Display for StatisticsSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} per step", self.runs_per_step)?;
        match self.jacobians {
            0 => {}
            1 => f.write_str(", Jacobian found once")?,
            n => write!(f, ", Jacobian found {n} times")?,
        }
        match self.not_converged {
            0 => {}
            n => write!(f, ", not converged in {n} steps")?,
        }
        match self.residual {
            (0.0, _) => {}
            (residual, t) => write!(f, ", residual at most {residual:.1e} at t = {t} s")?,
        }
        match self.within_noise {
            (0, _) => Ok(()),
            (steps, noise) => write!(f, ", at noise of {noise:.1e} in {steps} steps"),
        }
    }
}
