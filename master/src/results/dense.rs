//! Rows at times of the user's choice, between the communication points.
//!
//! Values are interpolated by the cubic through the last four communication points, of which the newest
//! lies behind the time asked for. Discrete ones keep the value of the last point.

use std::collections::VecDeque;

use coupling::scheme::Outcome;
use coupling::signals::Lagrange;
use coupling::simulation::{Observer, Progress};

use crate::scenario::Scenario;
use crate::scenario::check::{ColumnKind, Place};

/// Points that a row is interpolated through.
const POINTS: usize = 4;
/// A time asked for within this part of the interval from a communication point lies on it.
const ROUNDING: f64 = 1e-9;

/// Passes rows at start + k · interval on to another observer.
pub struct Dense<'a> {
    inner: &'a mut dyn Observer,
    start: f64,
    interval: f64,
    /// Rows passed on so far.
    rows: u64,
    past: VecDeque<(f64, Outcome)>,
    row: Option<Outcome>,
    discrete: Vec<Place>,
}

impl<'a> Dense<'a> {
    /// Rows for `inner` every `interval` seconds.
    pub fn new(scenario: &Scenario, interval: f64, inner: &'a mut dyn Observer) -> Self {
        let columns = scenario.columns.iter().filter(|column| column.kind == ColumnKind::Integer);
        Self {
            inner,
            start: scenario.time.start,
            interval,
            rows: 0,
            past: VecDeque::with_capacity(POINTS + 1),
            row: None,
            discrete: columns.map(|column| column.place).collect(),
        }
    }

    fn remember(&mut self, t: f64, point: &Outcome) {
        let mut oldest = match self.past.len() {
            POINTS => self.past.pop_back().expect("it is not empty"),
            _ => (t, point.clone()),
        };
        oldest.0 = t;
        oldest.1.clone_from(point);
        self.past.push_front(oldest);
    }

    /// Fills in the values at time `t`, between the two newest points.
    fn between(&self, t: f64, row: &mut Outcome) {
        let (newest, length) = (self.past[0].0, self.past[0].0 - self.past[1].0);
        let nodes: [f64; POINTS] = std::array::from_fn(|k| {
            self.past.get(k).map_or(0.0, |(point, _)| (point - newest) / length)
        });
        let basis = Lagrange::through(&nodes[..self.past.len()]);
        let s = (t - newest) / length;
        for i in 0..row.y.len() {
            row.y[i] = basis.combine(|k| self.past[k].1.y[i]).value(s);
        }
        for i in 0..row.u.len() {
            row.u[i] = basis.combine(|k| self.past[k].1.u[i]).value(s);
        }
        for i in 0..row.energy.len() {
            row.energy[i] = basis.combine(|k| self.past[k].1.energy[i]).value(s);
        }
        for place in &self.discrete {
            match *place {
                Place::Output(i) => row.y[i] = self.past[1].1.y[i],
                Place::Input(i) => row.u[i] = self.past[1].1.u[i],
                Place::Energy(i) => row.energy[i] = self.past[1].1.energy[i],
            }
        }
    }
}

impl Observer for Dense<'_> {
    fn accept(&mut self, t: f64, point: &Outcome, progress: Progress) -> Result<(), String> {
        self.remember(t, point);
        loop {
            let next = self.start + self.rows as f64 * self.interval;
            let near = ROUNDING * self.interval;
            if next > t + near {
                break;
            }
            self.rows += 1;
            if next >= t - near {
                self.inner.accept(next, point, progress)?;
                return Ok(());
            }
            let mut row = self.row.take().unwrap_or_else(|| point.clone());
            self.between(next, &mut row);
            self.inner.accept(next, &row, progress)?;
            self.row = Some(row);
        }
        // The last point counts wherever it lies.
        if progress.taken == progress.steps {
            self.inner.accept(t, point, progress)?;
        }
        Ok(())
    }
}
