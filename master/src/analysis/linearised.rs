//! A system that is not linear, linearised about the point at which its runs come to rest.
//!
//! The scenario is run at the step of the [reference](Observed); the states and the communication point at its end are z₀,
//! a past that stands still included. States and past are disturbed one by one, up and down by δ, a ten-thousandth of
//! what each of them moves in the run, and go on for a macro step: difference quotients make the amplification matrix of
//! small disturbances. The quotients of both sides give two spectral radii; half their difference is the uncertainty.
//!
//! This is trusted if a run that goes on from the imposed states is the one that they were taken from (else there
//! are states that cannot be set), if three steps from a disturbed z₀ agree with the matrix, and if disturbances do not
//! grow at the step of the reference, which tells a system that grows by itself.

use coupling::CommunicationPoint;
use coupling::CouplingError;
use coupling::amplification::StepMap;
use coupling::imposed::{Beginning, Imposed};
use coupling::spectrum::spectral_radius;
use nalgebra::{DMatrix, DVector};

use super::answer::Radius;
use super::observed::{AT_REST, Observed};
use crate::scenario::check::Time;

/// Disturbances, as part of what a variable moves …
const DELTA: f64 = 1e-4;
/// … or of this part of its largest value, if it hardly moves.
const OF_VALUE: f64 = 0.01;
/// How far a run from imposed states may be from the one that they were taken from, as part of what variables move.
const CONTINUED: f64 = 1e-4;
/// How far three steps may be from those of the matrix.
const LINEAR: f64 = 0.05;
/// Steps after which both are compared.
const COMPARED: usize = 3;
/// By how much disturbances may grow over the reference.
const GROWN: f64 = 1.5;

/// What moves has no such point.
const MOVES: &str = "it keeps moving, so that no single operating point stands for it";

/// The linearisation about one point, for any macro step.
pub struct Linearised {
    map: StepMap,
    /// In how many steps of the clock a macro step is divided.
    ticks: f64,
    /// The time of the point in s.
    pub t: f64,
    z0: DVector<f64>,
    delta: DVector<f64>,
}

impl Linearised {
    /// Linearises at the end of the reference; `time` has the scenario's own macro step. If that cannot be trusted, the
    /// reason is the error.
    pub fn of(mut imposed: Imposed, observed: &Observed, time: &Time) -> Result<Self, String> {
        let cannot = |error: CouplingError| format!("it cannot be linearised: {error}");
        if !observed.settles() {
            return Err(MOVES.into());
        }
        let ticks = time.ticks as f64;
        let tick = observed.reference_step / ticks;
        let run = Run::of(&mut imposed, tick, observed.span).map_err(cannot)?;
        if !run.settles {
            return Err(MOVES.into());
        }
        let difference = run.continued(&mut imposed, tick).map_err(cannot)?;
        if difference > CONTINUED {
            return Err(
                "it has states that cannot be set: runs do not go on from those that can".into()
            );
        }
        let map = StepMap::new(imposed, run.end.t);
        let newest = run.end.past.last().expect("the past has at least one point");
        let z0 = map.standing(&run.end.states, newest);
        let delta = DELTA * map.standing(&run.sizes.states, &run.sizes.past[0]);
        let mut this = Self { map, ticks, t: run.end.t, z0, delta };
        this.trusted(observed, time.step)?;
        Ok(this)
    }

    /// Why the linearisation says nothing, if that is so.
    fn trusted(&mut self, observed: &Observed, step: f64) -> Result<(), String> {
        let cannot = |error: CouplingError| format!("it cannot be linearised: {error}");
        let tick = step / self.ticks;
        let matrix = self.map.matrix_about(tick, &self.z0, &self.delta).map_err(cannot)?;
        let deviation = self.map.deviation(tick, &matrix, &self.z0, &self.delta).map_err(cannot)?;
        if deviation > LINEAR {
            return Err(format!(
                "its linearisation at t = {} s does not hold for three steps: it has states that cannot be set, or \
                 is not smooth there",
                self.t
            ));
        }
        let fine = observed.reference_step;
        let grown = self.radius(fine).map(|r| (r.value - r.uncertainty).powf(observed.span / fine));
        if grown.is_none_or(|grown| grown > GROWN) {
            return Err(format!("linearised at t = {} s it grows by itself", self.t));
        }
        Ok(())
    }

    /// The spectral radius at the macro step `h`; none if slaves refuse a step.
    pub fn radius(&mut self, h: f64) -> Option<Radius> {
        let tick = h / self.ticks;
        let up = self.map.matrix_about(tick, &self.z0, &self.delta).ok()?;
        let down = self.map.matrix_about(tick, &self.z0, &-&self.delta).ok()?;
        let steps = self.map.steps() as f64 / self.ticks;
        let radius = |m: &DMatrix<f64>| spectral_radius(m).map(|r| r.powf(1.0 / steps));
        let uncertainty = 0.5 * (radius(&up)? - radius(&down)?).abs();
        Some(Radius { value: radius(&(0.5 * (up + down)))?, uncertainty })
    }
}

/// A run to the operating point, and a few steps beyond it.
struct Run {
    /// The operating point with its past.
    end: Beginning,
    /// States and point a few steps later.
    beyond: (DVector<f64>, CommunicationPoint),
    /// What variables move.
    sizes: Beginning,
    /// Whether states, which need not be coupled, hardly move in the last quarter.
    settles: bool,
}

impl Run {
    /// Over `span` seconds with steps of the clock of length `h`.
    fn of(imposed: &mut Imposed, h: f64, span: f64) -> Result<Self, CouplingError> {
        let (cycle, reach) = (imposed.cycle(), imposed.reach());
        let start = imposed.start().clone();
        let steps = ((span / h).round() as usize / cycle).max(1) * cycle;
        let mut past = start.past.clone();
        let mut end = start.clone();
        let (mut extent, mut late) = (Extent::of(&start), None);
        let mut beyond = (start.states.clone(), start.past[0].clone());
        let mut taken = 0;
        imposed.trace(&start, h, steps + COMPARED * cycle, |point, states| {
            taken += 1;
            extent.take(states, point);
            if 4 * taken >= 3 * steps {
                let late = late.get_or_insert_with(|| (states.clone(), states.clone()));
                *late = (late.0.inf(states), late.1.sup(states));
            }
            if taken <= steps {
                if past.len() == reach {
                    past.rotate_left(1);
                    past[reach - 1].clone_from(point);
                } else {
                    past.push(point.clone());
                }
            }
            if taken == steps {
                let t = start.t + steps as f64 * h;
                end = Beginning { t, states: states.clone(), past: past.clone() };
            }
            beyond.0.copy_from(states);
            beyond.1.clone_from(point);
        })?;
        let sizes = extent.sizes();
        let swing = late.map(|(low, high)| 0.5 * (high - low).component_div(&sizes.states));
        let settles = swing.is_none_or(|swing| swing.iter().all(|swing| *swing <= AT_REST));
        Ok(Self { end, beyond, sizes, settles })
    }

    /// How far a run from the imposed point is from the one that it was taken from, as part of what variables move.
    fn continued(&self, imposed: &mut Imposed, h: f64) -> Result<f64, CouplingError> {
        let mut last = self.end.past[0].clone();
        let steps = COMPARED * imposed.cycle();
        let states = imposed.run(&self.end, h, steps, |point| last.clone_from(point))?;
        let far = |a: &DVector<f64>, b: &DVector<f64>, size: &DVector<f64>| {
            (a - b).component_div(size).amax()
        };
        let (point, sizes) = (&self.beyond.1, &self.sizes.past[0]);
        let differences = [
            far(&states, &self.beyond.0, &self.sizes.states),
            far(&last.u, &point.u, &sizes.u),
            far(&last.y, &point.y, &sizes.y),
        ];
        Ok(differences.into_iter().fold(0.0, f64::max))
    }
}

/// Smallest and largest values of states and points.
struct Extent {
    low: Beginning,
    high: Beginning,
}

impl Extent {
    fn of(start: &Beginning) -> Self {
        let start = Beginning { past: start.past[..1].to_vec(), ..start.clone() };
        Self { low: start.clone(), high: start }
    }

    fn take(&mut self, states: &DVector<f64>, point: &CommunicationPoint) {
        let (low, high) = (&mut self.low.past[0], &mut self.high.past[0]);
        for (low, high, value) in [
            (&mut self.low.states, &mut self.high.states, states),
            (&mut low.u, &mut high.u, &point.u),
            (&mut low.y, &mut high.y, &point.y),
            (&mut low.du, &mut high.du, &point.du),
        ] {
            low.zip_apply(value, |low, value| *low = low.min(value));
            high.zip_apply(value, |high, value| *high = high.max(value));
        }
    }

    /// What each variable moves, or a part of its value if it hardly does; 1 for one that is always zero.
    fn sizes(self) -> Beginning {
        let size = |low: f64, high: f64| {
            let size = (high - low).max(OF_VALUE * low.abs().max(high.abs()));
            if size > 0.0 { size } else { 1.0 }
        };
        let mut sizes = self.high;
        let low = &self.low.past[0];
        let high = &mut sizes.past[0];
        for (high, low) in [
            (&mut sizes.states, &self.low.states),
            (&mut high.u, &low.u),
            (&mut high.y, &low.y),
            (&mut high.du, &low.du),
        ] {
            high.zip_apply(low, |high, low| *high = size(low, *high));
        }
        sizes
    }
}
