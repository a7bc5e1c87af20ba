//! A scenario whose macro steps are all taken alike, as analysis needs it.

use crate::scenario::Scenario;

/// The scenario over so many macro steps `h`, all of which are taken alike.
pub(super) fn at_step(scenario: &Scenario, h: f64, steps: usize) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.repeat_start = false;
    scenario.step_control = None;
    scenario.time.step = h;
    scenario.time.stop = scenario.time.start + steps as f64 * h;
    // Steps may go beyond any stop time that could be announced now.
    scenario.time.announce_stop = false;
    scenario
}
