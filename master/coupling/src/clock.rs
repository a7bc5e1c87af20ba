//! Time as start + count · h, never a running sum.

use crate::slave::Step;

/// A last step shorter than this part of h is joined to the one before it, as rounding.
const ROUNDING: f64 = 1e-9;
/// An inserted point nearer than this part of h to another one is the same point.
const JOIN: f64 = 1e-6;

/// Communication points tₖ = t₀ + k·h up to the stop time, on which the last step ends exactly.
#[derive(Clone, Debug)]
pub struct Clock {
    start: f64,
    stop: f64,
    h: f64,
    steps: u64,
    taken: u64,
    /// The present point, computed from the start and the count.
    t: f64,
    /// Points between those of the grid, and how many of them have been reached.
    extra: Vec<f64>,
    reached: usize,
    /// What rounding has cut off from t, if steps have no fixed length: t is a compensated sum then.
    rest: Option<f64>,
}

impl Clock {
    /// Points from `start` to `stop` every `h`; the last step is shorter where h does not fit.
    pub fn new(start: f64, stop: f64, h: f64) -> Self {
        let exact = (stop - start) / h;
        let near = exact.round();
        let fits = (exact - near).abs() <= ROUNDING * near.max(1.0);
        let steps = if fits { near } else { exact.ceil() };
        Self {
            start,
            stop,
            h,
            steps: steps as u64,
            taken: 0,
            t: start,
            extra: Vec::new(),
            reached: 0,
            rest: None,
        }
    }

    /// Steps of any length, the first one of `h`; the last one ends on `stop`.
    pub fn free(start: f64, stop: f64, h: f64) -> Self {
        Self { rest: Some(0.0), ..Self::new(start, stop, h) }
    }

    /// Gives the next steps another length.
    pub fn set_step(&mut self, h: f64) {
        self.h = h;
    }

    /// Inserts communication points; those within a millionth of h from another one are left out.
    #[must_use]
    pub fn with_points(mut self, mut points: Vec<f64>) -> Self {
        let near = JOIN * self.h;
        points.sort_by(f64::total_cmp);
        points.dedup_by(|later, earlier| *later - *earlier <= near);
        points.retain(|&t| {
            let count = ((t - self.start) / self.h).round().max(0.0) as u64;
            let grid = self.point(count);
            t > self.start + near && t < self.stop - near && (t - grid).abs() > near
        });
        self.extra = points;
        self
    }

    /// The time of the present communication point.
    #[inline]
    pub fn t(&self) -> f64 {
        self.t
    }

    /// The time of the last communication point.
    pub fn stop(&self) -> f64 {
        self.stop
    }

    /// How many steps there are in all.
    pub fn steps(&self) -> u64 {
        if self.rest.is_some() {
            return self.taken + ((self.stop - self.t) / self.h).ceil() as u64;
        }
        self.steps + self.extra.len() as u64
    }

    /// How many steps have been taken.
    pub fn taken(&self) -> u64 {
        self.taken + self.reached as u64
    }

    /// The next step, unless the stop time is reached.
    #[inline(always)]
    pub fn next(&self) -> Option<Step> {
        if self.rest.is_some() {
            return self.next_free();
        }
        (self.taken < self.steps).then(|| {
            let (t, end) = (self.t, self.next_extra().unwrap_or(self.point(self.taken + 1)));
            let short = (end - t) < self.h * (1.0 - 1e3 * ROUNDING);
            Step { t, end, h: if short { end - t } else { self.h } }
        })
    }

    #[inline(always)]
    fn next_free(&self) -> Option<Step> {
        let Self { t, stop, .. } = *self;
        let left = stop - t;
        // What is left is divided rather than ended by a step that is much shorter.
        let h = match left / self.h {
            steps if steps <= 1.0 + ROUNDING => left,
            steps if steps < 2.0 => left / 2.0,
            _ => self.h,
        };
        let end = if h == left { stop } else { t + h };
        (left > 0.0).then_some(Step { t, end, h })
    }

    /// The step from the present point over `count` steps of the grid, at most to the stop time.
    pub fn ahead(&self, count: u64) -> Step {
        let (t, end) = (self.t(), self.point(self.taken + count));
        Step { t, end, h: count as f64 * self.h }
    }

    /// Moves to the end of `step`, which is the [next](Self::next) one.
    #[inline]
    pub fn advance(&mut self, step: &Step) {
        let mut end = step.end;
        if let Some(rest) = &mut self.rest {
            let h = step.h + *rest;
            if end != self.stop {
                end = self.t + h;
            }
            *rest = h - (end - self.t);
            self.taken += 1;
        } else if self.next_extra().is_some() {
            self.reached += 1;
        } else {
            self.taken += 1;
        }
        self.t = end;
    }

    /// The inserted point before the next one of the grid.
    #[inline]
    fn next_extra(&self) -> Option<f64> {
        if self.extra.is_empty() {
            return None;
        }
        let end = self.point(self.taken + 1);
        self.extra.get(self.reached).copied().filter(|extra| *extra < end)
    }

    #[inline]
    fn point(&self, count: u64) -> f64 {
        if count >= self.steps { self.stop } else { self.start + count as i64 as f64 * self.h }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut clock: Clock) -> Vec<Step> {
        std::iter::from_fn(|| {
            let step = clock.next()?;
            clock.advance(&step);
            Some(step)
        })
        .collect()
    }

    #[test]
    fn a_million_tenths_do_not_drift() {
        let steps = all(Clock::new(0.0, 100_000.0, 0.1));
        assert_eq!(steps.len(), 1_000_000);
        for (k, step) in steps.iter().enumerate() {
            assert_eq!(step.t, k as f64 * 0.1);
            assert_eq!(step.t + (step.end - step.t), step.end);
            assert_eq!(step.h, 0.1);
        }
        assert_eq!(steps.last().map(|s| s.end), Some(100_000.0));
    }

    #[test]
    fn the_last_step_ends_on_the_stop_time() {
        let steps = all(Clock::new(1.0, 2.0, 0.3));
        assert_eq!(steps.len(), 4);
        assert_eq!(steps[3].end, 2.0);
        assert!((steps[3].h - 0.1).abs() < 1e-15);
        assert_eq!(all(Clock::new(0.0, 1e-3, 1.0))[0], Step { t: 0.0, end: 1e-3, h: 1e-3 });
    }

    #[test]
    fn inserted_points_divide_steps_and_leave_the_grid_as_it_is() {
        let points = vec![0.25, 0.4, 0.4000000001, 0.2 + 1e-9, -1.0, 0.0, 1.0, 7.0];
        let clock = Clock::new(0.0, 1.0, 0.1).with_points(points);
        assert_eq!(clock.steps(), 11);
        let steps = all(clock);
        assert_eq!(steps.len(), 11);
        assert_eq!((steps[2].t, steps[2].end, steps[3].end), (0.2, 0.25, 3.0 * 0.1));
        assert!((steps[2].h - 0.05).abs() < 1e-15 && (steps[3].h - 0.05).abs() < 1e-15);
        assert_eq!(steps[4].h, 0.1);
        assert!(steps.windows(2).all(|pair| pair[0].end == pair[1].t));
    }

    #[test]
    fn no_time_means_no_step() {
        assert!(all(Clock::new(1.0, 1.0, 0.1)).is_empty());
    }
}
