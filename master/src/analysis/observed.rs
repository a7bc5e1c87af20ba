//! Stability as runs show it, for systems that are not linear.
//!
//! A nonlinear system may grow, swing or be chaotic by itself, so that growth alone says nothing of the
//! coupling. Runs are therefore compared with one at a much shorter step, over the same time: the reference,
//! whose step is made shorter until that changes nothing. Of each coupled variable the extremes in each
//! quarter of the time count. In the last one the swing at step h exceeds that of the reference by more than
//! half of it, and by more than 2 % of all that the variable moves, if the coupling is not stable; then it is
//! *growing* if the run fails or swings more than in the quarter before, and else a *limit cycle*.
//!
//! Growth that is slower than that is not seen.

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};

use super::AnalysisError;
use super::answer::Verdict;
use super::equal_steps::at_step;
use crate::scenario::Scenario;
use crate::scenario::build::build;

/// Steps of a run at most; longer ones are cut short.
const STEPS: f64 = 1e5;
/// The reference's step is at least this part of the scenario's …
const FINEST: f64 = 1.0 / 1024.0;
/// … and made shorter by this factor until that changes swings by less than this part of all motion.
const FINER: f64 = 0.25;
const SAME: f64 = 0.02;
/// A swing that exceeds the reference's by less than this part of it is the same.
const MORE: f64 = 0.5;
/// So is one that exceeds it by less than this part of all that the variable moves.
const NOTHING: f64 = 0.02;
/// A swing grows if it is so many times that of the quarter before.
const GROWS: f64 = 1.2;
/// Beyond so many times the largest value of the reference a run need not go on.
const BEYOND: f64 = 1e3;
/// A system is at rest if its swing in the last quarter is at most this part of all that it moves.
pub(super) const AT_REST: f64 = 0.05;

/// Runs of a scenario beside a reference.
pub struct Observed {
    scenario: Scenario,
    /// How long runs last, in s.
    pub span: f64,
    /// The macro step of the reference in s.
    pub reference_step: f64,
    /// None if runs fail at every step that was tried.
    reference: Option<Extremes>,
}

/// Smallest and largest values of variables in each quarter of a run.
#[derive(Clone)]
struct Extremes {
    quarters: [Vec<(f64, f64)>; 4],
}

impl Extremes {
    fn of(count: usize) -> Self {
        let nothing = vec![(f64::INFINITY, f64::NEG_INFINITY); count];
        Self { quarters: std::array::from_fn(|_| nothing.clone()) }
    }

    /// Half of the distance between the extremes of a variable in a quarter.
    fn swing(&self, quarter: usize, k: usize) -> f64 {
        let (low, high) = self.quarters[quarter][k];
        if high >= low { 0.5 * (high - low) } else { 0.0 }
    }

    /// The extremes of a variable in the whole run.
    fn whole(&self, k: usize) -> (f64, f64) {
        let all = self.quarters.iter().map(|quarter| quarter[k]);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), (c, d)| (a.min(c), b.max(d)))
    }

    /// All that a variable moves; what rounding does to one that stands still is nothing.
    fn motion(&self, k: usize) -> f64 {
        let (low, high) = self.whole(k);
        (high - low).max(1e-6 * low.abs().max(high.abs()))
    }

    fn count(&self) -> usize {
        self.quarters[0].len()
    }
}

/// Takes note of extremes, and ends a run that goes far beyond a reference.
struct Watch<'a> {
    outputs: &'a [usize],
    begin: f64,
    span: f64,
    extremes: Extremes,
    reference: Option<&'a Extremes>,
}

impl Observer for Watch<'_> {
    fn accept(&mut self, t: f64, point: &CommunicationPoint, _: Progress) -> Result<(), String> {
        let quarter = (4.0 * (t - self.begin) / self.span) as usize;
        let outputs = self.outputs.iter().map(|&i| point.y[i]);
        for (k, value) in outputs.chain(point.u.iter().copied()).enumerate() {
            let (low, high) = &mut self.extremes.quarters[quarter.min(3)][k];
            (*low, *high) = (low.min(value), high.max(value));
            let Some((low, high)) = self.reference.map(|reference| reference.whole(k)) else {
                continue;
            };
            let size = low.abs().max(high.abs());
            if size > 0.0 && value.abs() > BEYOND * size {
                return Err("far beyond the reference".into());
            }
        }
        Ok(())
    }
}

impl Observed {
    /// Finds a reference for the scenario.
    pub fn of(scenario: &Scenario) -> Result<Self, AnalysisError> {
        let step = scenario.time.step;
        let duration = scenario.time.stop - scenario.time.start;
        let mut found: Option<Self> = None;
        let mut h = step;
        loop {
            h *= FINER;
            let span = duration.min(STEPS * h).max(4.0 * step);
            let reference = match run(scenario, h, span, None) {
                Ok(extremes) => Some(extremes),
                Err(Failed::ToBegin(error)) => return Err(error),
                Err(Failed::OnTheWay) => None,
            };
            let finest = h * FINER < FINEST * step || STEPS * h * FINER < 0.25 * duration;
            let next = Self { scenario: scenario.clone(), span, reference_step: h, reference };
            // A step at which the run fails is no reference, unless there is none.
            let same = found.as_ref().is_some_and(|other| other.agrees_with(&next));
            if next.reference.is_some() || found.is_none() {
                found = Some(next);
            }
            if let Some(found) = found.take_if(|_| same || finest) {
                return Ok(found);
            }
        }
    }

    fn agrees_with(&self, finer: &Self) -> bool {
        let both = self.reference.as_ref().zip(finer.reference.as_ref());
        self.span == finer.span && both.is_some_and(|(a, b)| differs(a, b) <= SAME)
    }

    /// Whether runs fail at every step, however short.
    pub fn always_fails(&self) -> bool {
        self.reference.is_none()
    }

    /// Whether the reference comes to rest.
    pub fn settles(&self) -> bool {
        let Some(reference) = &self.reference else { return false };
        (0..reference.count()).all(|k| reference.swing(3, k) <= AT_REST * reference.motion(k))
    }

    /// The longest step that can be told from others.
    pub fn longest(&self) -> f64 {
        0.25 * self.span
    }

    /// What becomes of the coupling at the macro step `h`.
    pub fn verdict(&self, h: f64) -> Result<Verdict, AnalysisError> {
        let Some(reference) = &self.reference else { return Ok(Verdict::Growing) };
        let extremes = match run(&self.scenario, h, self.span, Some(reference)) {
            Ok(extremes) => extremes,
            Err(Failed::ToBegin(error)) => return Err(error),
            Err(Failed::OnTheWay) => return Ok(Verdict::Growing),
        };
        let more = |k: &usize| {
            let swing = reference.swing(3, *k);
            let excess = extremes.swing(3, *k) - swing;
            excess > MORE * swing && excess > NOTHING * reference.motion(*k)
        };
        let grows = |k: usize| extremes.swing(3, k) > GROWS * extremes.swing(2, k);
        let worse: Vec<usize> = (0..extremes.count()).filter(more).collect();
        Ok(if worse.is_empty() {
            Verdict::Stable
        } else if worse.iter().any(|&k| grows(k)) {
            Verdict::Growing
        } else {
            Verdict::LimitCycle
        })
    }
}

/// The largest difference of swings in the last quarter, as a part of all that a variable moves.
fn differs(a: &Extremes, b: &Extremes) -> f64 {
    let by = |k: usize| (a.swing(3, k) - b.swing(3, k)).abs() / b.motion(k);
    // 0/0 stands still in both.
    (0..b.count()).map(by).filter(|by| !by.is_nan()).fold(0.0, f64::max)
}

/// Why a run failed: no FMU to begin with, or on the way.
enum Failed {
    ToBegin(AnalysisError),
    OnTheWay,
}

/// Runs the scenario over `span` seconds at the step `h`.
fn run(
    scenario: &Scenario,
    h: f64,
    span: f64,
    reference: Option<&Extremes>,
) -> Result<Extremes, Failed> {
    let scenario = at_step(scenario, h, (span / h).round() as usize);
    let mut simulation =
        build(&scenario).map_err(|error| Failed::ToBegin(error.into()))?.watching_divergence(true);
    let outputs = simulation.network().coupled_outputs();
    let extremes = Extremes::of(outputs.len() + simulation.network().input_count());
    let begin = scenario.time.start;
    let mut watch = Watch { outputs: &outputs, begin, span, extremes, reference };
    simulation.run(&mut watch).map_err(|_| Failed::OnTheWay)?;
    Ok(watch.extremes)
}
