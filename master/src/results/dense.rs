//! Rows at times of the user's choice, between the communication points.
//!
//! Values are interpolated by the cubic through four communication points: the two around the time asked for,
//! one before and one after them, as far as there are such and no jump lies between them. They stay between
//! the values at the two points around them, but for smooth turns. Over a jump, and where they are discrete, they keep the value of
//! the last point. Rows follow one communication point behind, for only then a jump can be told from a kink.

use std::collections::VecDeque;

use coupling::CommunicationPoint;
use coupling::signals::{Lagrange, jump};
use coupling::simulation::{Observer, Progress};
use nalgebra::DVector;

use crate::scenario::Scenario;
use crate::scenario::check::Place;

/// Points that a row is interpolated through.
const POINTS: usize = jump::POINTS;
/// Bends that differ by no more than this factor are those of one smooth turn.
const ALIKE: f64 = 1.5;
/// A time asked for within this part of the interval from a communication point lies on it.
const ROUNDING: f64 = 1e-9;

/// Passes rows at start + k · interval on to another observer.
pub struct Dense<'a> {
    inner: &'a mut dyn Observer,
    start: f64,
    interval: f64,
    /// Rows passed on so far.
    rows: u64,
    past: VecDeque<(f64, CommunicationPoint)>,
    row: Option<CommunicationPoint>,
    progress: Option<Progress>,
    discrete: Vec<Place>,
}

/// A time between two of the last points, which are counted from the newest.
struct Between {
    /// Where the points lie; their unit is the length of the step that is looked at.
    nodes: [f64; POINTS],
    known: usize,
    /// The point behind the time; the next one lies before it.
    behind: usize,
    /// Where the value is asked for.
    s: f64,
    /// Through all points that are known.
    basis: Lagrange,
}

impl<'a> Dense<'a> {
    /// Rows for `inner` every `interval` seconds.
    pub fn new(scenario: &Scenario, interval: f64, inner: &'a mut dyn Observer) -> Self {
        let columns = scenario.columns.iter().filter(|column| column.discrete);
        Self {
            inner,
            start: scenario.time.start,
            interval,
            rows: 0,
            past: VecDeque::with_capacity(POINTS + 1),
            row: None,
            progress: None,
            discrete: columns.map(|column| column.place).collect(),
        }
    }

    fn remember(&mut self, t: f64, point: &CommunicationPoint) {
        let mut oldest = match self.past.len() {
            POINTS => self.past.pop_back().expect("it is not empty"),
            _ => (t, point.clone()),
        };
        oldest.0 = t;
        oldest.1.clone_from(point);
        self.past.push_front(oldest);
    }

    /// Passes on the rows up to the point `behind` points before the newest.
    fn pass_on(&mut self, behind: usize, progress: Progress) -> Result<(), String> {
        let Some((t, _)) = self.past.get(behind) else { return Ok(()) };
        let near = ROUNDING * self.interval;
        loop {
            let next = self.start + self.rows as f64 * self.interval;
            if next > t + near {
                return Ok(());
            }
            self.rows += 1;
            if next >= t - near {
                return self.inner.accept(next, &self.past[behind].1, progress);
            }
            let mut row = self.row.take().unwrap_or_else(|| self.past[behind].1.clone());
            self.between(next, behind, &mut row);
            self.inner.accept(next, &row, progress)?;
            self.row = Some(row);
        }
    }

    /// Passes on what remains when a run ends before its stop time.
    pub fn finish(&mut self) -> Result<(), String> {
        match self.progress {
            Some(progress) if progress.taken < progress.steps => self.pass_on(0, progress),
            _ => Ok(()),
        }
    }

    /// Fills in the values at time `t`, in the step that ends `behind` points before the newest.
    fn between(&self, t: f64, behind: usize, row: &mut CommunicationPoint) {
        let between = Between::new(self.past.iter().map(|(t, _)| *t), behind, t);
        let fill = |row: &mut DVector<f64>, of: fn(&CommunicationPoint) -> &DVector<f64>| {
            for (i, value) in row.iter_mut().enumerate() {
                *value = between.value(|k| of(&self.past[k].1)[i]);
            }
        };
        fill(&mut row.y, |point| &point.y);
        fill(&mut row.u, |point| &point.u);
        fill(&mut row.energy, |point| &point.energy);
        fill(&mut row.told, |point| &point.told);
        let (end, start) = (&self.past[behind].1, &self.past[behind + 1].1);
        // What was applied belongs to the whole step.
        row.applied.copy_from(&end.applied);
        for place in &self.discrete {
            match *place {
                Place::Output(i) => row.y[i] = start.y[i],
                Place::Input(i) => row.u[i] = start.u[i],
                Place::Energy(i) => row.energy[i] = start.energy[i],
                Place::Applied(_) | Place::Told(_) => {}
            }
        }
    }
}

impl Between {
    /// At time `t`, which lies between the point `behind` and the one before it.
    fn new(points: impl Iterator<Item = f64> + Clone, behind: usize, t: f64) -> Self {
        let mut around = points.clone().skip(behind);
        let end = around.next().unwrap_or(t);
        let length = end - around.next().unwrap_or(t);
        let (mut nodes, mut known) = ([0.0; POINTS], 0);
        for (node, point) in nodes.iter_mut().zip(points) {
            (*node, known) = ((point - end) / length, known + 1);
        }
        let basis = Lagrange::through(&nodes[..known]);
        Self { nodes, known, behind, s: (t - end) / length, basis }
    }

    /// The value there of a signal that is `at(k)` at point k.
    fn value(&self, at: impl Fn(usize) -> f64) -> f64 {
        let (end, start) = (at(self.behind), at(self.behind + 1));
        let value = match self.jump(&at) {
            None => self.basis.combine(&at).value(self.s),
            Some(jump) if jump == self.behind => return start,
            Some(jump) => {
                // Only the points on this side of the jump.
                let side = if jump < self.behind { jump + 1..self.known } else { 0..jump + 1 };
                let basis = Lagrange::through(&self.nodes[side.clone()]);
                basis.combine(|k| at(side.start + k)).value(self.s)
            }
        };
        let beyond = self.turn(&at);
        value.max(end.min(start) - beyond).min(end.max(start) + beyond)
    }

    /// How far the signal may lie beyond the two points around the time: as a parabola does where it turns
    /// smoothly between them, bending alike before and after; else not at all.
    fn turn(&self, at: impl Fn(usize) -> f64) -> f64 {
        if (self.known, self.behind) != (POINTS, 1) {
            return 0.0;
        }
        let slope = |k: usize| (at(k) - at(k + 1)) / (self.nodes[k] - self.nodes[k + 1]);
        let bend = |k: usize| 2.0 * (slope(k) - slope(k + 1)) / (self.nodes[k] - self.nodes[k + 2]);
        let (after, before) = (bend(0), bend(1));
        let turns = slope(0) * slope(2) < 0.0;
        let alike = (1.0 / ALIKE..=ALIKE).contains(&(after / before));
        if turns && alike { after.abs().max(before.abs()) / 8.0 } else { 0.0 }
    }

    /// Which change between two points is a jump, by the newer of them. Of two changes one is a jump only if the
    /// signal rests in the other.
    fn jump(&self, at: impl Fn(usize) -> f64) -> Option<usize> {
        let change = |k: usize| (at(k) - at(k + 1)) / (self.nodes[k] - self.nodes[k + 1]);
        match self.known {
            POINTS => jump::jump(std::array::from_fn(change)),
            3 => match [change(0), change(1)] {
                [a, b] if a != 0.0 && b == 0.0 => Some(0),
                [a, b] if a == 0.0 && b != 0.0 => Some(1),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Observer for Dense<'_> {
    fn accept(
        &mut self,
        t: f64,
        point: &CommunicationPoint,
        progress: Progress,
    ) -> Result<(), String> {
        self.remember(t, point);
        self.progress = Some(progress);
        self.pass_on(1, progress)?;
        if progress.taken < progress.steps {
            return Ok(());
        }
        let before = self.rows;
        self.pass_on(0, progress)?;
        // The last point counts wherever it lies.
        let last = self.start + (self.rows.max(1) - 1) as f64 * self.interval;
        if self.rows > before && (last - t).abs() <= ROUNDING * self.interval {
            Ok(())
        } else {
            self.inner.accept(t, point, progress)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values at ten places in each step of a signal with these values a second apart.
    fn rows(values: &[f64]) -> Vec<Vec<f64>> {
        let step = |end: usize| {
            let behind = usize::from(end + 1 < values.len());
            let newest = end + behind;
            let times = (0..POINTS.min(newest + 1)).map(|k| (newest - k) as f64);
            let row = |part: i32| {
                let t = end as f64 - 1.0 + 0.1 * f64::from(part);
                Between::new(times.clone(), behind, t).value(|k| values[newest - k])
            };
            (0..10).map(row).collect()
        };
        (1..values.len()).map(step).collect()
    }

    #[test]
    fn but_for_smooth_turns_rows_never_lie_beyond_the_points_around_them() {
        let values = [0.0, 0.0, 0.0, 100.0, 100.0, 100.0, 70.0, 40.0, 30.0, 90.0, 95.0, 0.0, 30.0];
        for (step, rows) in rows(&values).iter().enumerate() {
            let (a, b) = (values[step].min(values[step + 1]), values[step].max(values[step + 1]));
            assert!(rows.iter().all(|row| (a..=b).contains(row)), "step {step}: {rows:?}");
        }
    }

    #[test]
    fn a_step_is_recorded_as_a_step() {
        let rows = rows(&[0.0, 0.0, 0.0, 0.0, 100.0, 100.0, 100.0]);
        assert_eq!((&rows[3], &rows[4]), (&vec![0.0; 10], &vec![100.0; 10]));
        // Also where only three points are known, and in the last step.
        assert_eq!(self::rows(&[5.0, 80.0, 80.0])[0], [5.0; 10]);
        assert_eq!(self::rows(&[5.0, 5.0, 80.0])[1], [5.0; 10]);
    }

    #[test]
    fn a_kink_is_no_step() {
        let rows = rows(&[0.0, 0.0, 0.0, 10.0, 20.0, 30.0]);
        assert!(rows[2].windows(2).all(|pair| pair[0] <= pair[1]) && rows[2][9] > 5.0, "{rows:?}");
    }

    #[test]
    fn a_smooth_course_is_followed_to_fourth_order_over_its_turns_too() {
        let error = |h: f64| {
            let steps = (0.5 / h) as usize..(7.0 / h) as usize;
            let misses = steps.map(|newest| {
                let times = (0..POINTS).map(|k| h * (newest - k) as f64);
                let t = h * (newest as f64 - 1.5);
                let value = Between::new(times, 1, t).value(|k| (h * (newest - k) as f64).sin());
                (value - t.sin()).abs()
            });
            misses.fold(0.0, f64::max)
        };
        let order = (error(0.05) / error(0.025)).log2();
        assert!((order - 4.0).abs() < 0.2, "{order}");
    }
}
