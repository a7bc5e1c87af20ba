//! How the inputs were set at the start.

use std::fmt;

use coupling::network::{Solution, Stage};
use serde::Serialize;

use super::SHOWN;

/// Inputs that were set together at the start.
#[derive(Clone, Debug, Serialize)]
pub struct StageSummary {
    /// `slave.input`.
    pub inputs: Vec<String>,
    /// How they were found, where they form an algebraic loop.
    #[serde(rename = "loop")]
    pub solution: Option<LoopSummary>,
}

/// How the inputs on an algebraic loop were found.
#[derive(Clone, Debug, Serialize)]
pub struct LoopSummary {
    /// Newton iterations, and rounds in which discrete inputs changed.
    pub iterations: usize,
    /// What remained, relative to the inputs.
    pub residual: f64,
}

impl StageSummary {
    pub(super) fn new(stage: &Stage) -> Self {
        let solution = stage
            .solution
            .map(|Solution { iterations, residual }| LoopSummary { iterations, residual });
        Self { inputs: stage.inputs.clone(), solution }
    }

    /// A line for an algebraic loop.
    pub(super) fn write_loop(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(LoopSummary { iterations, residual }) = self.solution else { return Ok(()) };
        let inputs = shortened(&self.inputs);
        let plural = if iterations == 1 { "" } else { "s" };
        writeln!(
            f,
            "loop      through {inputs}: {iterations} iteration{plural} at the start, \
             residual {residual:.1e}"
        )
    }
}

/// Names for one line; the sidecar has them all.
fn shortened(names: &[String]) -> String {
    match names.get(..SHOWN) {
        Some(first) if names.len() > SHOWN => {
            format!("{} and {} more", first.join(", "), names.len() - SHOWN)
        }
        _ => names.join(", "),
    }
}
