//! An instance of the FMU under test on its way through time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::Subject;
use crate::fmi::{Component, FmuError, StateId, Stepping};
use crate::probe::stopped::Stopped;
use crate::probe::trajectory::Trajectory;
use crate::probe::variables::Input;

/// Steps in a period of the inputs.
const PERIOD: f64 = 10.0;

/// Sets the inputs.
pub(super) fn set(
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

impl<'a> Run<'a> {
    /// An instance of the subject that has just been started; its messages are counted.
    pub(super) fn new(subject: &'a Subject, stage: Stepping, messages: Arc<AtomicUsize>) -> Self {
        Self { subject, stage, t: subject.start, count: 0, shift: 0.0, messages }
    }

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
        self.set_moved(0.0)
    }

    /// Sets the inputs of the last step, moved by this part of their amplitudes.
    pub fn set_moved(&mut self, by: f64) -> Result<(), FmuError> {
        let phase = (self.count as f64 - 1.0) / PERIOD + self.shift;
        self.set(|input| input.limited(input.sine(phase) + by * input.amplitude))
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
