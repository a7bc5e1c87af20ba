//! Start-up without loss of order: the past before the start, found by repeating the first steps.
//!
//! A rule of degree k looks at k + 1 communication points, and at the start there is one. Lower degrees cost an
//! order: explicit schemes hold their inputs over the first step, an error of H² that shows from k = 2 on; implicit
//! ones begin with a line through its end, an error of H³ that shows from k = 3 on. So the first k steps are
//! repeated, whatever the scheme:
//!
//! ```text
//! P(t)  of degree k through the points t₀ … t_k of the last pass
//! the past of the next pass:  P(t₀ − kH), …, P(t₀ − H), and the point t₀ itself
//! ```
//!
//! Each pass gains an order; after k + 1 of them the past stands. Where a pass changes the points more than the one
//! before, steps of this length do not resolve the motion, and a past that is continued backwards would be noise:
//! the run then begins with lower degrees after all.
//!
//! Needs slaves that can be rewound. It takes k (k + 1) more macro steps, once.

use nalgebra::DVector;

use super::Simulation;
use crate::CouplingError;
use crate::clock::Clock;
use crate::point::CommunicationPoint;
use crate::signals::Lagrange;
use crate::slave::Slot;

/// Changes below this part of an input are rounding.
const ROUNDING: f64 = 1e-12;
/// Changes count in relation to this part of the largest input at least: one that begins at nothing has no size of its own.
const NOTHING: f64 = 1e-3;

/// How the first steps were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartUp {
    /// They are to be repeated for rules of this degree.
    Wanted(usize),
    /// They were repeated until their inputs were right.
    Repeated,
    /// They begin with lower degrees, for repeating them did not converge, or there are too few of them.
    Lower,
}

impl Simulation {
    /// Repeats the first steps for rules of `degree`, where that is 2 or more; all slaves must be rewindable and have the same step.
    #[must_use]
    pub fn repeating_start(mut self, degree: usize) -> Self {
        self.start_up = Some(StartUp::Wanted(degree));
        self
    }

    /// How the first steps were taken, if they were to be repeated.
    pub fn start_up(&self) -> Option<StartUp> {
        self.start_up
    }

    /// Finds the past before the start, if that is wanted.
    pub(super) fn find_past(&mut self) -> Result<(), CouplingError> {
        let Some(StartUp::Wanted(degree @ 2..)) = self.start_up else { return Ok(()) };
        let (begin, start) = (self.clock.clone(), self.end.clone());
        self.network.save(begin.t(), Slot::Trial)?;
        let found = self.repeat(degree, &begin, &start)?;
        self.network.restore(begin.t(), Slot::Trial)?;
        self.start_up = Some(if found.is_some() { StartUp::Repeated } else { StartUp::Lower });
        let h = begin.next().map_or(0.0, |step| step.h);
        self.resume(begin, h, &found.unwrap_or_else(|| vec![start]));
        Ok(())
    }

    /// The past to which the passes converge, if they do.
    fn repeat(
        &mut self,
        degree: usize,
        begin: &Clock,
        start: &CommunicationPoint,
    ) -> Result<Option<Vec<CommunicationPoint>>, CouplingError> {
        let (mut last, mut change) = (Vec::new(), f64::INFINITY);
        for pass in 0..=degree {
            let past = if pass == 0 { vec![start.clone()] } else { before(&last, start) };
            if pass > 0 {
                self.network.restore(begin.t(), Slot::Trial)?;
                self.resume(begin.clone(), last[0].0, &past);
            }
            let points = match self.first_steps(degree) {
                Ok(Some(points)) => points,
                Err(error) if pass == 0 => return Err(error),
                _ => return Ok(None),
            };
            if pass > 0 {
                let changed = largest_change(&last, &points);
                if changed.is_nan() || changed > change.max(ROUNDING) {
                    return Ok(None);
                }
                change = changed;
            }
            last = points;
        }
        Ok(Some(before(&last, start)))
    }

    /// Takes the first `count` steps: the length of each and where it led to; none if there are too few.
    fn first_steps(&mut self, count: usize) -> Result<Option<Vec<FirstStep>>, CouplingError> {
        let mut points = Vec::with_capacity(count);
        for _ in 0..count {
            let Some(step) = self.clock.next() else { return Ok(None) };
            self.carry(&step)?;
            self.clock.advance(&step);
            self.remember(&step)?;
            points.push((step.h, self.end.clone()));
        }
        Ok(Some(points))
    }
}

/// The length of a step and the point to which it led.
type FirstStep = (f64, CommunicationPoint);

/// The polynomial through the start and the points after it, continued to as many points before it, one step
/// apart, oldest first and with the start itself.
fn before(steps: &[FirstStep], start: &CommunicationPoint) -> Vec<CommunicationPoint> {
    let h = steps[0].0;
    let lengths = steps.iter().scan(0.0, |t, (length, _)| {
        *t += length / h;
        Some(*t)
    });
    let nodes: Vec<f64> = std::iter::once(0.0).chain(lengths).collect();
    let basis = Lagrange::through(&nodes);
    let continued = |at: f64, of: fn(&CommunicationPoint) -> &DVector<f64>| {
        let value = |i: usize, j: usize| if j == 0 { of(start)[i] } else { of(&steps[j - 1].1)[i] };
        DVector::from_fn(of(start).len(), |i, _| basis.combine(|j| value(i, j)).value(at))
    };
    let virtual_point = |k: usize| {
        let at = -(k as f64);
        CommunicationPoint {
            u: continued(at, |point| &point.u),
            y: continued(at, |point| &point.y),
            du: continued(at, |point| &point.du),
            dy: continued(at, |point| &point.dy),
            ..start.clone()
        }
    };
    (1..=steps.len()).rev().map(virtual_point).chain([start.clone()]).collect()
}

/// By how much of itself an input has changed at most from one pass to the next.
fn largest_change(one: &[FirstStep], other: &[FirstStep]) -> f64 {
    let size = |i: usize| one.iter().chain(other).map(|(_, p)| p.u[i].abs()).fold(0.0, f64::max);
    let inputs = 0..one[0].1.u.len();
    let least = NOTHING * inputs.clone().map(size).fold(f64::MIN_POSITIVE, f64::max);
    let changed = |i: usize| {
        let changes = one.iter().zip(other).map(|((_, a), (_, b))| (a.u[i] - b.u[i]).abs());
        changes.fold(0.0, f64::max) / size(i).max(least)
    };
    inputs.map(changed).fold(0.0, f64::max)
}
