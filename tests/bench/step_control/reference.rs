//! The reference solution of a system, and the errors of runs against it.

use crate::run::{Run, run};
use crate::systems::System;

/// Points of the reference through which a polynomial gives values between them.
const POINTS: usize = 6;

/// What the coupled variables really are: a run with very small fixed steps.
pub struct Reference {
    run: Run,
    /// Largest minus smallest value of each variable.
    ranges: Vec<f64>,
}

/// The worst of all coupled variables.
pub struct Worst {
    /// Its largest error at a communication point, over its range.
    pub error: f64,
    pub variable: String,
}

impl Reference {
    /// Newton's method with cubic inputs, in steps of `fine`.
    pub fn of(system: &System) -> Self {
        Self::by_steps(system, system.fine)
    }

    fn by_steps(system: &System, h: f64) -> Self {
        let method = "[scheme]\nkind = 'newton'\nrelative = 1e-11\n[inputs]\nextrapolation = 'polynomial'\ndegree = 3";
        let run = run(system.scenario(method, h))
            .unwrap_or_else(|error| panic!("{}: {error}", system.name));
        let range = |i: usize| {
            let values = run.rows.iter().map(|row| row[i]);
            values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
        };
        let ranges = (0..run.names.len()).map(range).collect();
        Self { run, ranges }
    }

    /// How far it may be off itself: its distance from one with steps twice as long.
    pub fn uncertainty(&self, system: &System) -> f64 {
        self.worst(&Self::by_steps(system, 2.0 * system.fine).run).error
    }

    /// The worst variable of a run.
    pub fn worst(&self, run: &Run) -> Worst {
        let mut worst = Worst { error: 0.0, variable: String::new() };
        let mut exact = vec![0.0; self.ranges.len()];
        for (t, row) in run.times.iter().zip(&run.rows) {
            self.at(*t, &mut exact);
            for (i, (value, exact)) in row.iter().zip(&exact).enumerate() {
                let error = (value - exact).abs() / self.ranges[i];
                if error > worst.error || error.is_nan() {
                    worst = Worst { error, variable: self.run.names[i].clone() };
                }
            }
        }
        worst
    }

    /// The values at a time, by Lagrange's formula.
    fn at(&self, t: f64, values: &mut [f64]) {
        let times = &self.run.times;
        let after = times.partition_point(|&point| point < t);
        let first = after.saturating_sub(POINTS / 2).min(times.len() - POINTS);
        values.fill(0.0);
        for j in first..first + POINTS {
            let others = (first..first + POINTS).filter(|&k| k != j);
            let weight: f64 = others.map(|k| (t - times[k]) / (times[j] - times[k])).product();
            for (value, point) in values.iter_mut().zip(&self.run.rows[j]) {
                *value += weight * point;
            }
        }
    }
}
