//! Execution: who runs slaves that move without knowing of each other, one thread or several.
//!
//! Such slaves form a *round*: all slaves in a Jacobi sweep, those that are run again in an implicit
//! scheme. Whoever runs them, each gets the same inputs and starts from the same state, so that
//! results agree to the bit.

mod batch;
mod choice;
mod claims;
mod costs;
mod loan;
mod placement;
mod threads;
mod waiting;

use std::borrow::Borrow;
use std::sync::Arc;
use std::time::Instant;

pub(crate) use self::threads::Threads;
use crate::id::SlaveId;
use crate::polynomial::Polynomial;
use crate::slave::{Slave, SlaveError, Slot, Step};

/// A step, and where it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task<S = Step> {
    /// Where it begins.
    pub begin: Begin,
    /// The step, or a reference to it.
    pub step: S,
}

/// Where a slave stands when it begins a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// Where it is.
    Here,
    /// Where it is, and that state is kept.
    Saved(Slot),
    /// At the state that it has kept.
    Restored(Slot),
}

impl<S: Borrow<Step>> Task<S> {
    /// A step from where the slave is.
    pub fn here(step: S) -> Self {
        Self { begin: Begin::Here, step }
    }

    pub(crate) fn owned(&self) -> Task {
        Task { begin: self.begin, step: *self.step.borrow() }
    }

    #[inline]
    pub(crate) fn run(
        &self,
        slave: &mut dyn Slave,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> Result<(), SlaveError> {
        match self.begin {
            Begin::Here => {}
            Begin::Saved(slot) => slave.save(slot)?,
            Begin::Restored(slot) => slave.restore(slot)?,
        }
        slave.step(self.step.borrow(), u, y)
    }
}

/// Which thread takes which slave of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assignment {
    /// Each thread has slaves of its own in rounds of all slaves, placed by what their steps were measured to cost;
    /// those of other rounds are claimed.
    #[default]
    Measured,
    /// Threads claim slaves one by one, the costliest first.
    Claimed,
}

/// The threads that run slaves; thread 0 is the one that drives the simulation.
#[derive(Clone)]
pub struct Workers {
    /// How many threads there are, that one included.
    pub threads: usize,
    /// For each slave, the thread that takes all its steps, if it must be the same one.
    pub fixed: Vec<Option<usize>>,
    /// For each slave, the group of those of which only one may be busy at a time, if it is in one; those
    /// of a group that have a thread have the same one.
    pub exclusive: Vec<Option<usize>>,
    /// How the others find their threads.
    pub assignment: Assignment,
    /// Whether rounds are shared even where that is slower.
    pub always: bool,
    /// How many bytes of stack the other threads have; the default of the language if not given.
    pub stack: Option<usize>,
    /// What each thread does first, given its number.
    pub on_start: Arc<dyn Fn(usize) + Send + Sync>,
}

impl Workers {
    /// So many threads for so many slaves.
    pub fn new(threads: usize, slaves: usize) -> Self {
        let (fixed, exclusive) = (vec![None; slaves], vec![None; slaves]);
        let on_start = Arc::new(|_| {});
        let assignment = Assignment::default();
        Self { threads, fixed, exclusive, assignment, always: false, stack: None, on_start }
    }
}

/// When a slave was busy with one task, and on which thread.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The thread.
    pub thread: usize,
    /// When it began.
    pub begin: Instant,
    /// When it ended.
    pub end: Instant,
}

/// Someone who is told when slaves are busy.
pub trait Watch: Send {
    /// A slave was busy with a task.
    fn busy(&mut self, slave: SlaveId, span: Span);

    /// A communication point has been reached by all.
    fn point(&mut self, t: f64);
}

/// How much of a run was shared among threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// The threads.
    pub threads: usize,
    /// Macro steps that were shared.
    pub shared: u64,
    /// Macro steps in all.
    pub steps: u64,
}

#[cfg(test)]
mod tests;
