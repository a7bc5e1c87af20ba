//! The FMU under test and its runs.

mod run;

use self::run::set;
pub use self::run::{Run, Saved};

use super::stopped::Stopped;
use super::variables::{self, Input, Watched};
use crate::fmi::{Fmu, FmuError, LogMessage};
use crate::fmu::CoSimulation;
use crate::sandbox::{Sandbox, confine};
use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Steps of a run, where they are fast.
const STEPS: usize = 20;
/// A run of slow steps is cut to about this length in s, but never below so many steps.
const LONGEST: f64 = 1.0;
const LEAST: usize = 3;
/// Communication steps in a default experiment that gives no step.
const INTERVALS: f64 = 500.0;

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
                let affordable = LONGEST.min(share * self.seconds) / step.max(1e-9);
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

    /// An instance made in this manner, initialised with its default start values.
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
        Ok(Run::new(self, stage, messages))
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
