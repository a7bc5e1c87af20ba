//! The error of one macro step from states and a past that are right.
//!
//! A fine run gives states, past and what follows. Its own start does not matter: whatever motion it
//! has come to is one of the coupled system.

use coupling::CommunicationPoint;
use coupling::imposed::{Beginning, Imposed};

use super::AnalysisError;
use super::order::{Errors, FINER, value};
use super::stability::imposed;
use crate::scenario::Scenario;
use crate::scenario::check::Column;

/// Coarse steps before the one that is looked at, besides its past: the fine run's own start is
/// over by then.
const BEFORE: usize = 8;

/// How well a run from imposed states must continue the run they were taken from, relative to the
/// local error; else the column depends on states that cannot be set.
const CONTINUED: f64 = 1e-2;
/// Differences that are rounding, relative to the size of a column.
const ROUNDING: f64 = 1e-13;

/// Local errors at the scenario's step halved up to `halvings` times, NaN in columns that depend on
/// states that cannot be set; none if all do.
pub fn local_errors(
    scenario: &Scenario,
    columns: &[Column],
    halvings: usize,
) -> Result<Option<Vec<Errors>>, AnalysisError> {
    let Some(mut system) = imposed(scenario)? else { return Ok(None) };
    let fine = Fine::run(scenario, &mut system, halvings)?;
    let mut all = Vec::new();
    for k in 0..=halvings {
        let each = fine.errors_of(&mut system, fine.parts >> k, 1, columns)?;
        let ticks = scenario.time.ticks as f64;
        all.push(Errors { h: ticks * fine.h * (fine.parts >> k) as f64, each });
    }
    // In fine steps over the coarse one, the imposed run must be the one it was taken from.
    let continued = fine.errors_of(&mut system, 1, fine.parts, columns)?;
    let known: Vec<bool> = (all[0].each.iter().zip(&continued))
        .map(|(error, difference)| *difference <= CONTINUED * error + ROUNDING)
        .collect();
    for (error, known) in all.iter_mut().flat_map(|errors| errors.each.iter_mut().zip(&known)) {
        *error = if *known { *error } else { f64::NAN };
    }
    Ok(known.contains(&true).then_some(all))
}

/// A run in fine steps up to a point and beyond it.
struct Fine {
    /// Its step.
    h: f64,
    /// Fine steps in a coarse one.
    parts: usize,
    /// Where states are known: its time, the number of its point, the states.
    t: f64,
    at: usize,
    states: nalgebra::DVector<f64>,
    points: Vec<CommunicationPoint>,
}

impl Fine {
    fn run(
        scenario: &Scenario,
        system: &mut Imposed,
        halvings: usize,
    ) -> Result<Self, AnalysisError> {
        let parts = FINER << halvings;
        let h = scenario.time.step / (scenario.time.ticks as f64 * parts as f64);
        let at =
            (system.reach().next_multiple_of(system.cycle()) + BEFORE * system.cycle()) * parts;
        let from = system.start().clone();
        let states = system.run(&from, h, at, |_| {})?;
        let mut points = from.past.clone();
        system.run(&from, h, at + parts * system.cycle(), |point| points.push(point.clone()))?;
        Ok(Self { h, parts, t: from.t + at as f64 * h, at, states, points })
    }

    /// The states, with a past whose points are so many fine steps apart.
    fn beginning(&self, system: &Imposed, parts: usize) -> Beginning {
        let back = |k: usize| self.points[self.at - k * parts].clone();
        let past = (0..system.reach()).rev().map(back).collect();
        Beginning { t: self.t, states: self.states.clone(), past }
    }

    /// Differences from the point so many fine steps on, relative to the sizes in the whole run.
    fn errors(&self, found: &CommunicationPoint, on: usize, columns: &[Column]) -> Vec<f64> {
        let error = |column: &Column| {
            let exact = value(column, &self.points[self.at + on]);
            let size = self.points.iter().map(|p| value(column, p).abs()).fold(0.0, f64::max);
            (value(column, found) - exact).abs() / if size > 0.0 { size } else { 1.0 }
        };
        columns.iter().map(error).collect()
    }

    /// Errors after `count` cycles of steps that are `parts` fine ones long, from the right states
    /// and past.
    fn errors_of(
        &self,
        system: &mut Imposed,
        parts: usize,
        count: usize,
        columns: &[Column],
    ) -> Result<Vec<f64>, AnalysisError> {
        let (from, steps) = (self.beginning(system, parts), count * system.cycle());
        let mut end = None;
        system.run(&from, self.h * parts as f64, steps, |point| end = Some(point.clone()))?;
        let end = end.expect("a step has an end");
        Ok(self.errors(&end, parts * steps, columns))
    }
}
