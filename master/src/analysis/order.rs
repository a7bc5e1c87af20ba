//! Errors against halved macro steps, and the orders they show.
//!
//! The *global* error is that of whole runs at the communication points of the coarsest. The *local*
//! error is that of one macro step (one cycle, where slaves have steps of their own) from states and a
//! past that are right ([`local_errors`](super::local_error::local_errors)).

use coupling::CommunicationPoint;

use super::AnalysisError;
use crate::scenario::Scenario;
use crate::scenario::build::build;
use crate::scenario::check::{Column, Place};

/// A run that stands in for the exact solution has steps this much shorter than the finest studied.
pub const FINER: usize = 32;

/// Values of chosen columns at the communication points of the coarsest run.
pub struct Trajectory(pub Vec<Vec<f64>>);

/// Errors of every column at one macro step.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors {
    /// The macro step in s.
    pub h: f64,
    /// One per column, relative to its size.
    pub each: Vec<f64>,
}

impl Errors {
    /// The largest of them.
    pub fn largest(&self) -> f64 {
        self.each.iter().copied().fold(0.0, f64::max)
    }
}

/// The orders between errors at steps that halve.
pub fn orders(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect()
}

/// The value of a column at a communication point.
pub(super) fn value(column: &Column, point: &CommunicationPoint) -> f64 {
    match column.place {
        Place::Output(i) => point.y[i],
        Place::Input(i) => point.u[i],
        Place::Energy(i) => point.energy[i],
        Place::Applied(i) => point.applied[i],
        Place::Told(i) => point.told[i],
    }
}

/// Runs the scenario with its step divided by `parts`, and keeps the points after `every` so many of its undivided
/// steps.
pub fn trajectory(
    scenario: &Scenario,
    columns: &[Column],
    parts: usize,
    every: usize,
) -> Result<Trajectory, AnalysisError> {
    let ticks = scenario.time.ticks as usize;
    let mut divided = scenario.clone();
    divided.time.step = scenario.time.step / parts as f64;
    let mut simulation = build(&divided)?;
    simulation.initialize()?;
    let mut rows = Vec::new();
    for k in 0_usize.. {
        if k.is_multiple_of(parts * every * ticks) {
            let point = simulation.point();
            rows.push(columns.iter().map(|column| value(column, point)).collect());
        }
        if !simulation.advance()? {
            return Ok(Trajectory(rows));
        }
    }
    unreachable!("a run ends")
}

impl Trajectory {
    /// The largest difference from a reference in each column, relative to its size there.
    pub fn errors(&self, reference: &Self) -> Vec<f64> {
        let columns = reference.0.first().map_or(0, Vec::len);
        let largest = |c: usize, size: fn(f64, f64) -> f64| {
            self.0.iter().zip(&reference.0).map(|(a, b)| size(a[c], b[c])).fold(0.0, f64::max)
        };
        let relative = |c: usize| {
            let size = largest(c, |_, exact| exact.abs());
            largest(c, |a, exact| (a - exact).abs()) / if size > 0.0 { size } else { 1.0 }
        };
        (0..columns).map(relative).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_relative_to_the_size_of_each_column() {
        let exact = Trajectory(vec![vec![0.0, 100.0], vec![2.0, -200.0]]);
        let found = Trajectory(vec![vec![0.0, 101.0], vec![2.5, -200.0]]);
        assert_eq!(found.errors(&exact), [0.25, 0.005]);
        assert_eq!(orders(&[8.0, 2.0, 1.0]), [2.0, 1.0]);
    }
}
