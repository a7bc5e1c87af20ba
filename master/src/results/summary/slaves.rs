//! What each slave did: how long it was busy, how its inputs reached it, where it ran.

use std::fmt;
use std::time::Duration;

use coupling::simulation::Simulation;
use serde::Serialize;

use crate::results::step_warnings::StepWarningsSummary;
use crate::scenario::Scenario;
use crate::scenario::deferred_log::DeferredLog;
use crate::scenario::places::Place;

/// What a slave did.
#[derive(Clone, Debug, Serialize)]
pub struct SlaveSummary {
    /// Its name.
    pub name: String,
    /// Time in its steps in s.
    pub time: f64,
    /// The part of the wall time that its steps take.
    pub share: f64,
    /// Whether the time is an estimate from a sample of the steps.
    pub estimated: bool,
    /// How inputs reached it.
    pub inputs: String,
    /// Where it ran, if not in the master's process.
    pub place: Option<String>,
    /// Its steps that ended with fmi2Warning, if there were any.
    pub step_warnings: Option<StepWarningsSummary>,
}

/// Sums up every slave of a run that took `wall_time` in s.
pub(super) fn slaves(
    scenario: &Scenario,
    simulation: &Simulation,
    wall_time: f64,
    deferred_log: &DeferredLog,
) -> Vec<SlaveSummary> {
    let times = within(simulation.times(), wall_time * scenario.threads.count as f64);
    let slaves = times.into_iter().zip(&scenario.slaves);
    let summary = slaves.map(|((time, estimated), slave)| SlaveSummary {
        name: slave.name.clone(),
        time,
        share: time / wall_time,
        estimated,
        inputs: if slave.inputs.is_empty() { "none".into() } else { slave.handed_over.to_string() },
        place: (slave.place != Place::Here).then(|| slave.place.to_string()),
        step_warnings: StepWarningsSummary::of(&slave.name, deferred_log),
    });
    summary.collect()
}

/// Times in s. Estimates that come to more than the threads had time are reduced in proportion.
fn within(times: Vec<(Duration, bool)>, room: f64) -> Vec<(f64, bool)> {
    let sum = |wanted: bool| -> f64 {
        let those = times.iter().filter(|(_, estimated)| *estimated == wanted);
        those.map(|(time, _)| time.as_secs_f64()).sum()
    };
    let (exact, estimated) = (sum(false), sum(true));
    let factor = ((room - exact).max(0.0) / estimated).min(1.0);
    let reduce = |(time, estimated): (Duration, bool)| {
        if estimated { (time.as_secs_f64() * factor, true) } else { (time.as_secs_f64(), false) }
    };
    times.into_iter().map(reduce).collect()
}

impl fmt::Display for SlaveSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, share, inputs, .. } = self;
        let about = if self.estimated { "about " } else { "" };
        write!(f, "{about}{time:.3} s ({:.0} %), inputs {inputs}", 100.0 * share)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, ", {place}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_never_come_to_more_than_there_was_time() {
        let second = Duration::from_secs(1);
        assert_eq!(within(vec![(27 * second, true)], 1.0), [(1.0, true)]);
        let times = vec![(second, false), (4 * second, true), (2 * second, true)];
        assert_eq!(within(times, 4.0), [(1.0, false), (2.0, true), (1.0, true)]);
        assert_eq!(within(vec![(second, true)], 2.0), [(1.0, true)]);
    }
}
