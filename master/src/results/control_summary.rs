//! What became of controlled steps, for the summary.

use std::fmt;

use coupling::step_control::History;
use serde::Serialize;

/// What became of controlled steps.
#[derive(Clone, Debug, Serialize)]
pub struct ControlSummary {
    /// Steps that were taken again with a smaller length.
    pub rejected: u64,
    /// The shortest step that stands, in s; none before the first.
    pub shortest: Option<f64>,
    /// Steps that stand although they missed the tolerance.
    pub missed: u64,
    /// The factor by which they missed it at most, and the end of that step in s.
    pub worst: Option<(f64, f64)>,
}

impl From<&History> for ControlSummary {
    fn from(history: &History) -> Self {
        let History { rejected, missed, worst, shortest } = *history;
        let worst = (missed > 0).then_some(worst);
        Self { rejected, shortest: shortest.is_finite().then_some(shortest), missed, worst }
    }
}

impl fmt::Display for ControlSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rejected", self.rejected)?;
        self.shortest.map_or(Ok(()), |h| write!(f, ", the shortest {h:.1e} s"))
    }
}

/// What the user should know of steps that missed the tolerance.
pub(super) fn warning(history: &History, taken: u64) -> Option<String> {
    let History { missed, worst: (factor, t), .. } = *history;
    (missed > 0).then(|| {
        format!(
            "{missed} of {taken} steps missed step_control.tolerance, by a factor of up to {factor:.1e} at t = {t} s: \
             they were as short as step_control.shortest allows, or could not be taken back"
        )
    })
}
