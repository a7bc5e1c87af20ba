//! Saving and restoring at every point of the default experiment, as schemes do.
//!
//! At each point the state is saved over the last one and the step is taken three times: A goes on, B and C
//! begin from the restored state, and C is where the walk goes on. Where B and C differ, states are not
//! what is restored. Where A and B agree but for a few points, at which the step becomes another one, the FMU
//! loses what was about to happen there, such as an event at just that time.

use crate::fmi::FmuError;
use crate::probe::stopped::Stopped;
use crate::probe::subject::{Run, Saved, Subject};
use crate::probe::trajectory::{STILL, identical, percent};
use crate::probe::verdict::{Found, Verdict};
use std::time::Instant;

/// Points where the default experiment does not say when it ends.
const POINTS: usize = 500;
/// How long a walk may take: so many seconds, and such a part of the time for the check.
const LONGEST: f64 = 2.0;
const SHARE: f64 = 0.25;
/// Differences between A and B below this part of the range are rounding.
const ROUNDING: f64 = 1e-9;
/// A step of which A and B differ by this part of what it changes is another step.
const ANOTHER_STEP: f64 = 0.2;
/// A difference that is so many times the usual one is exceptional.
const EXCEPTIONAL: f64 = 20.0;

/// What a walk has seen.
pub(super) struct Walk {
    /// Where A and B differ.
    differing: Vec<Difference>,
    /// The points that were visited, of so many.
    visited: usize,
    points: usize,
    /// When it ended, and how long the rest would have taken, in s.
    until: f64,
    rest: f64,
    /// The smallest and the largest value of each variable.
    low: Vec<f64>,
    high: Vec<f64>,
    /// Whether outputs right after restoring were always those at the save.
    pub(super) outputs_return: bool,
    /// What shows that restored states are wrong.
    fault: Option<String>,
}

/// A point at which A and B differ.
struct Difference {
    t: f64,
    /// |A − B|, and what the step changes, of each variable.
    apart: Vec<f64>,
    change: Vec<f64>,
}

impl Walk {
    /// Walks from where the run is to the end of the default experiment, or as far as there is time.
    pub(super) fn take(
        subject: &Subject,
        run: &mut Run,
        mut saved: Saved,
    ) -> Result<Self, Stopped> {
        let y = run.read()?;
        let points = subject.horizon().unwrap_or(POINTS);
        let mut walk = Self {
            differing: Vec::new(),
            visited: 0,
            points,
            until: run.t,
            rest: 0.0,
            low: y.clone(),
            high: y,
            outputs_return: true,
            fault: None,
        };
        let (begin, longest) = (Instant::now(), LONGEST.min(SHARE * subject.seconds()));
        while walk.visited < points && walk.fault.is_none() {
            let taken = begin.elapsed().as_secs_f64();
            if taken > longest {
                walk.rest = taken / walk.visited as f64 * (points - walk.visited) as f64;
                break;
            }
            match walk.visit(subject, run, saved)? {
                Some(again) => saved = again,
                // It has come to its own end, as some models do.
                None => break,
            }
            walk.until = run.t;
        }
        run.free(saved)?;
        Ok(walk)
    }

    /// Takes one step three times.
    fn visit(
        &mut self,
        subject: &Subject,
        run: &mut Run,
        saved: Saved,
    ) -> Result<Option<Saved>, Stopped> {
        let saved = run.save(Some(saved))?;
        let (t, before) = (run.t, run.read()?);
        let a = match run.advance(1) {
            Err(Stopped::Fmu(FmuError::Call { .. })) => return Ok(None),
            a => a?.swap_remove(0),
        };
        run.restore(saved)?;
        let same = |a: &Vec<f64>, b: &Vec<f64>| {
            identical(std::slice::from_ref(a), std::slice::from_ref(b))
        };
        self.outputs_return &= same(&before, &run.read()?);
        let b = run.advance(1)?.swap_remove(0);
        run.restore(saved)?;
        let c = run.advance(1)?.swap_remove(0);
        self.visited += 1;
        for (k, x) in [&a, &b].into_iter().flat_map(|row| row.iter().enumerate()) {
            self.low[k] = self.low[k].min(*x);
            self.high[k] = self.high[k].max(*x);
        }
        if !same(&b, &c) {
            let differs = |k: &usize| b[*k].to_bits() != c[*k].to_bits();
            let column = (0..b.len()).find(differs).unwrap_or_default();
            let name = &subject.watched.names[column];
            self.fault =
                Some(format!("two restored runs differ, {name} in the step from t = {t} s"));
        }
        if !same(&a, &b) {
            let apart = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).collect();
            let rows = a.iter().zip(&b).zip(&before);
            let change = rows.map(|((a, b), y)| (a - y).abs().max((b - y).abs())).collect();
            self.differing.push(Difference { t, apart, change });
        }
        Ok(Some(saved))
    }

    /// The verdict, of an FMU of which restored runs were found to be `found` so far.
    pub(super) fn judge(&self, found: Found, names: &[String]) -> Found {
        if let Some(fault) = &self.fault {
            return Found::new(Verdict::Wrong, fault);
        }
        if let Some((t, column, part)) = self.lost() {
            let detail = format!(
                "what happens at t = {t} s is lost when the state is saved and restored there: restored runs \
                 agree, but the run that went on differs, {} by {} of its range",
                names[column],
                percent(part)
            );
            return Found::new(Verdict::Wrong, detail);
        }
        let worst = self.differing.iter().map(|point| self.part(point));
        let (part, column) =
            worst.fold((0.0, 0), |worst, one| if one.0 > worst.0 { one } else { worst });
        let mut found = match found.verdict {
            Verdict::Exact if !self.differing.is_empty() => {
                let (name, part) = (&names[column], percent(part));
                let (count, points) = (self.differing.len(), self.visited);
                let detail = format!(
                    "the run that went on differs after {count} of {points} points, {name} by {part} of its range"
                );
                Found::new(Verdict::ExactWhenRestored, detail)
            }
            _ => found,
        };
        if self.rest > 0.0 {
            let tried = format!(
                "tried up to t = {} s, at {} of {} points; the others would take about {:.0} s",
                self.until, self.visited, self.points, self.rest
            );
            let join = if found.detail.is_empty() { "" } else { "; " };
            found.detail = format!("{}{join}{tried}", found.detail);
        }
        found.with("tried_until", self.until).with(OUTPUTS_RETURN, self.outputs_return)
    }

    /// The first point at which something is lost: when, of which variable, by which part of its range.
    fn lost(&self) -> Option<(f64, usize, f64)> {
        let mut parts: Vec<f64> = self.differing.iter().map(|point| self.part(point).0).collect();
        parts.resize(self.visited.max(parts.len()), 0.0);
        parts.sort_by(f64::total_cmp);
        let usual = parts.get(parts.len() / 2).copied().unwrap_or_default();
        self.differing.iter().find_map(|point| {
            let (part, column) = self.part(point);
            let another = point.apart[column] > ANOTHER_STEP * point.change[column];
            let exceptional = part > ROUNDING && part > EXCEPTIONAL * usual;
            (another && exceptional).then_some((point.t, column, part))
        })
    }

    /// The largest difference at a point as a part of a variable's range, and of which.
    fn part(&self, point: &Difference) -> (f64, usize) {
        let parts = point.apart.iter().enumerate().map(|(k, apart)| {
            let (low, high) = (self.low[k], self.high[k]);
            let size = (high - low).max(STILL * high.abs().max(low.abs()));
            (if *apart == 0.0 { 0.0 } else { apart / size }, k)
        });
        parts.fold((0.0, 0), |worst, one| if one.0 > worst.0 { one } else { worst })
    }
}

/// The name of the fact whether outputs right after restoring were always those at the save.
pub const OUTPUTS_RETURN: &str = "outputs_return";
