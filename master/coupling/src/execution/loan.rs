//! A slave that is lent to a thread for one round, with its task and its answer.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;
use std::time::Instant;

use super::{Span, Task};
use crate::polynomial::Polynomial;
use crate::slave::{Ports, Slave, SlaveError, Slot, Step};

/// A place for a slave that is lent, in cache lines of its own.
#[repr(align(128))]
pub(crate) struct Loan {
    slave: Box<dyn Slave>,
    task: Task,
    timed: bool,
    span: Option<Span>,
    /// What the slave answered, or its panic.
    answer: thread::Result<Result<(), SlaveError>>,
}

impl Loan {
    /// A place that is empty.
    pub(crate) fn new() -> Self {
        let nowhere = Step { t: f64::NAN, end: f64::NAN, h: f64::NAN };
        let task = Task::here(nowhere);
        Self { slave: Box::new(Away), task, timed: false, span: None, answer: Ok(Ok(())) }
    }

    /// Takes a slave; until [`give_back`](Self::give_back) it is away.
    pub(crate) fn take(&mut self, slave: &mut Box<dyn Slave>, (task, timed): (Task, bool)) {
        mem::swap(&mut self.slave, slave);
        (self.task, self.timed) = (task, timed);
    }

    /// Runs the slave on a thread.
    pub(crate) fn run(&mut self, thread: usize, u: &[Polynomial], y: &mut [f64]) {
        let Self { slave, task, timed, span, answer } = self;
        let begin = timed.then(Instant::now);
        *answer = catch_unwind(AssertUnwindSafe(|| task.run(slave.as_mut(), u, y)));
        *span = begin.map(|begin| Span { thread, begin, end: Instant::now() });
    }

    /// Gives the slave back with its answer, and says when it was busy, if it was timed.
    pub(crate) fn give_back(
        &mut self,
        slave: &mut Box<dyn Slave>,
    ) -> Result<Option<Span>, SlaveError> {
        mem::swap(&mut self.slave, slave);
        if !matches!(self.answer, Ok(Ok(()))) {
            let answer = mem::replace(&mut self.answer, Ok(Ok(())));
            answer.unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        Ok(self.span)
    }
}

/// Stands where a slave has its place that is somewhere else at the moment.
struct Away;

const AWAY: &str = "nobody asks a slave that is lent";

impl Slave for Away {
    fn ports(&self) -> &Ports {
        unreachable!("{AWAY}")
    }

    fn outputs(&mut self, _u: &[f64], _y: &mut [f64]) -> Result<(), SlaveError> {
        unreachable!("{AWAY}")
    }

    fn step(&mut self, _step: &Step, _u: &[Polynomial], _y: &mut [f64]) -> Result<(), SlaveError> {
        unreachable!("{AWAY}")
    }

    fn save(&mut self, _slot: Slot) -> Result<(), SlaveError> {
        unreachable!("{AWAY}")
    }

    fn restore(&mut self, _slot: Slot) -> Result<(), SlaveError> {
        unreachable!("{AWAY}")
    }
}
