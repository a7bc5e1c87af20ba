//! The FMU under test and its runs.

use super::stopped::Stopped;
use super::trajectory::Trajectory;
use super::variables::{self, Input, Watched};
use crate::fmi::{Component, Fmu, FmuError, LogMessage, StateId, Stepping};
use crate::fmu::CoSimulation;
use crate::sandbox::{Sandbox, confine};
use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Steps of a run, where they are fast.
const STEPS: usize = 20;
/// A run of slow steps is cut to about this length in s, but never below so many steps.
const PATIENCE: f64 = 1.0;
const LEAST: usize = 3;
/// Communication steps in a default experiment that gives no step.
const INTERVALS: f64 = 500.0;
/// Steps in a period of the inputs.
const PERIOD: f64 = 10.0;

/// An FMU and how it is excited and watched.
pub struct Subject {
    fmu: Fmu,
    /// The continuous inputs.
    pub inputs: Vec<Input>,
    /// What is compared.
    pub watched: Watched,
    /// Start time in s.
    pub start: f64,
    /// Communication step in s.
    pub h: f64,
    /// Steps up to the end of the default experiment, where an FMU may run out of data.
    horizon: usize,
    /// How long steps take in s, once that is known.
    pace: Cell<Pace>,
    /// The steps that the check takes at least, and the time for them in s.
    needed: usize,
    seconds: f64,
}

/// What is known of how long steps take.
#[derive(Clone, Copy)]
enum Pace {
    /// None has been taken.
    Unknown,
    /// The first took too long, which may be because it was the first.
    Doubtful,
    /// So many seconds.
    Known(f64),
}

impl Subject {
    /// Loads the FMU for a check that takes at least `needed` steps, for which there are so many seconds, in
    /// this process, which is confined before if there is a sandbox.
    pub fn open(
        path: &Path,
        (needed, seconds): (usize, f64),
        sandbox: Option<&Sandbox>,
    ) -> Result<Self, FmuError> {
        let fmu = Fmu::open_unloaded(path)?;
        if let Some(sandbox) = sandbox {
            confine(sandbox, fmu.folder()).map_err(|error| FmuError::Elsewhere {
                message: format!("the sandbox cannot be set up: {error}"),
            })?;
        }
        fmu.library()?;
        let model = fmu.description();
        let experiment = model.default_experiment.unwrap_or_default();
        let start = experiment.start_time.unwrap_or(0.0);
        let length = experiment.stop_time.map(|stop| stop - start).filter(|length| *length > 0.0);
        let h = experiment.step_size.filter(|h| *h > 0.0);
        let h = h.unwrap_or(length.unwrap_or(1.0) / INTERVALS);
        Ok(Self {
            inputs: variables::inputs(model),
            watched: Watched::new(model),
            start,
            h,
            horizon: length.map_or(usize::MAX, |length| (length / h).round() as usize),
            pace: Cell::new(Pace::Unknown),
            needed,
            seconds,
            fmu,
        })
    }

    /// The FMU itself.
    pub fn fmu(&self) -> &Fmu {
        &self.fmu
    }

    /// What it declares.
    pub fn declares(&self) -> &CoSimulation {
        self.fmu.co_simulation()
    }

    /// How many steps a run has; known after the first step.
    pub fn steps(&self) -> usize {
        match self.pace.get() {
            Pace::Known(step) => {
                // The check takes `needed` steps where its runs have the least.
                let share = LEAST as f64 / self.needed.max(LEAST) as f64;
                let affordable = PATIENCE.min(share * self.seconds) / step.max(1e-9);
                (affordable as usize).clamp(LEAST, STEPS)
            }
            Pace::Unknown | Pace::Doubtful => STEPS,
        }
    }

    /// Whether runs have to be cut.
    pub fn is_slow(&self) -> bool {
        self.steps() < STEPS
    }

    /// How long the check may take, in s.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Steps in the default experiment, if it says when it ends.
    pub fn horizon(&self) -> Option<usize> {
        Some(self.horizon).filter(|steps| *steps < usize::MAX)
    }

    /// Takes note of how long a step took; an error when the check cannot end in time.
    ///
    /// A first step may take longer than all others, so a second one decides.
    fn time(&self, step: f64) -> Result<(), Stopped> {
        let would_take = self.needed as f64 * step;
        let pace = match self.pace.get() {
            Pace::Known(_) => return Ok(()),
            _ if would_take <= self.seconds => Pace::Known(step),
            Pace::Unknown => Pace::Doubtful,
            Pace::Doubtful => return Err(Stopped::TooSlow { would_take, step }),
        };
        self.pace.set(pace);
        Ok(())
    }

    /// So many steps, or as many as the default experiment has.
    pub fn at_most(&self, steps: usize) -> usize {
        steps.min(self.horizon.max(STEPS))
    }

    /// An instance, initialised with its default start values.
    pub fn begin(&self) -> Result<Run<'_>, FmuError> {
        self.begin_with(&Manner::default())
    }

    /// As [`begin`](Self::begin), in another manner.
    pub fn begin_with(&self, manner: &Manner) -> Result<Run<'_>, FmuError> {
        let messages = Arc::new(AtomicUsize::new(0));
        let counter = messages.clone();
        let count = move |_: &LogMessage| {
            counter.fetch_add(1, Ordering::Relaxed);
        };
        let instance = self.fmu.instantiate("probe", manner.logging, Box::new(count))?;
        let mut instance = instance.initialize(self.start, manner.stop, None)?;
        set(instance.component(), &self.inputs, |input| input.start)?;
        let stage = instance.start()?;
        Ok(Run { subject: self, stage, t: self.start, count: 0, shift: 0.0, messages })
    }
}

/// How an instance is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// The stop time that it is told, in s.
    pub stop: Option<f64>,
    /// Whether it is asked to log.
    pub logging: bool,
}

/// Sets the inputs.
fn set(
    component: &mut Component,
    inputs: &[Input],
    value: impl Fn(&Input) -> f64,
) -> Result<(), FmuError> {
    if inputs.is_empty() {
        return Ok(());
    }
    let vrs: Vec<_> = inputs.iter().map(|input| input.vr).collect();
    let values: Vec<f64> = inputs.iter().map(value).collect();
    component.set_real(&vrs, &values)
}

/// An instance on its way.
pub struct Run<'a> {
    subject: &'a Subject,
    stage: Stepping,
    /// Where it is, in s.
    pub t: f64,
    /// Whole steps since the start.
    count: usize,
    /// Periods by which its inputs are ahead of others.
    pub shift: f64,
    messages: Arc<AtomicUsize>,
}

impl Run<'_> {
    /// Calls by value references.
    pub fn component(&mut self) -> &mut Component {
        self.stage.component()
    }

    /// How many messages the FMU has logged.
    pub fn messages(&self) -> usize {
        self.messages.load(Ordering::Relaxed)
    }

    /// Sets every continuous input.
    pub fn set(&mut self, value: impl Fn(&Input) -> f64) -> Result<(), FmuError> {
        set(self.stage.component(), &self.subject.inputs, value)
    }

    /// The watched values now.
    pub fn read(&mut self) -> Result<Vec<f64>, FmuError> {
        self.subject.watched.read(self.stage.component())
    }

    /// Sets the inputs of the last step again, which a restored state may not contain.
    pub fn set_again(&mut self) -> Result<(), FmuError> {
        let phase = (self.count as f64 - 1.0) / PERIOD + self.shift;
        self.set(|input| input.sine(phase))
    }

    /// A step of any length to `end`, without touching the inputs.
    pub fn step_to(&mut self, end: f64) -> Result<(), Stopped> {
        let begin = Instant::now();
        self.stage.component().do_step(self.t, end - self.t, false)?;
        self.t = end;
        self.subject.time(begin.elapsed().as_secs_f64())
    }

    /// Whole steps with moving inputs; the values after each.
    pub fn advance(&mut self, steps: usize) -> Result<Trajectory, Stopped> {
        let mut rows = Trajectory::new();
        for _ in 0..steps {
            let phase = self.count as f64 / PERIOD + self.shift;
            self.set(|input| input.sine(phase))?;
            self.count += 1;
            self.step_to(self.subject.start + self.count as f64 * self.subject.h)?;
            rows.push(self.read()?);
        }
        Ok(rows)
    }

    /// Steps that take the inputs as they are; the values after each.
    pub fn coast(&mut self, ends: impl IntoIterator<Item = f64>) -> Result<Trajectory, Stopped> {
        ends.into_iter()
            .map(|end| {
                self.step_to(end)?;
                Ok(self.read()?)
            })
            .collect()
    }

    /// Saves the state, over an earlier one if given, with the time that belongs to it.
    pub fn save(&mut self, reuse: Option<Saved>) -> Result<Saved, FmuError> {
        let id = self.stage.component().save_state(reuse.map(|saved| saved.id))?;
        Ok(Saved { id, t: self.t, count: self.count })
    }

    /// Returns to a saved state.
    pub fn restore(&mut self, saved: Saved) -> Result<(), FmuError> {
        self.stage.component().restore_state(saved.id)?;
        (self.t, self.count) = (saved.t, saved.count);
        Ok(())
    }

    /// Frees a saved state.
    pub fn free(&mut self, saved: Saved) -> Result<(), FmuError> {
        self.stage.component().free_state(saved.id)
    }

    /// A saved state as bytes.
    pub fn serialise(&mut self, saved: Saved) -> Result<Vec<u8>, FmuError> {
        let mut bytes = Vec::new();
        self.stage.component().serialize_state(saved.id, &mut bytes)?;
        Ok(bytes)
    }

    /// The state that bytes stand for; `like` tells its time.
    pub fn deserialise(&mut self, bytes: &[u8], like: Saved) -> Result<Saved, FmuError> {
        let id = self.stage.component().deserialize_state(bytes, None)?;
        Ok(Saved { id, ..like })
    }

    /// Resets the instance and initialises it again.
    pub fn reset(&mut self) -> Result<(), FmuError> {
        self.component().reset()?;
        let start = self.subject.start;
        self.component().setup_experiment(start, None, None)?;
        self.component().enter_initialization_mode()?;
        self.set(|input| input.start)?;
        self.component().exit_initialization_mode()?;
        (self.t, self.count) = (start, 0);
        Ok(())
    }

    /// Ends the run and frees the instance.
    pub fn end(self) -> Result<(), FmuError> {
        self.stage.terminate()
    }
}

/// A saved state with its time.
#[derive(Clone, Copy, Debug)]
pub struct Saved {
    id: StateId,
    t: f64,
    count: usize,
}
