//! Steps: the only place where slaves are moved and their answers checked.

use std::borrow::Borrow;
use std::time::{Duration, Instant};

use nalgebra::DVector;

use super::Network;
use super::clones::member;
use super::member::{Member, check_finite};
use crate::CouplingError;
use crate::execution::{Sharing, Span, Task, Threads, Watch, Workers};
use crate::id::SlaveId;
use crate::polynomial::Polynomial;
use crate::slave::Step;

/// The first steps are timed, and then one in so many, which stands for all: reading the clock costs as
/// much as a small slave's step.
const FIRST: u32 = 32;
const TIMED: u32 = 128;

impl Network {
    /// Lets several threads run the slaves of a round.
    ///
    /// # Panics
    /// If the operating system refuses a thread, or a slave has one that is not there.
    #[must_use]
    pub fn with_workers(mut self, workers: &Workers) -> Self {
        let members = self.members.iter().chain(&self.clones.members);
        let sizes = members.map(|m| (m.inputs.len(), m.outputs.len()));
        let sizes: Vec<_> = sizes.collect();
        let workers = self.workers_with_clones(workers);
        self.threads = Some(Box::new(Threads::start(&workers, self.members.len(), &sizes)));
        self
    }

    /// Tells someone when slaves are busy, from now on.
    pub fn set_watch(&mut self, watch: Box<dyn Watch>) {
        self.watch = Some(watch);
    }

    /// How much of the run was shared among threads, if there are several.
    pub fn sharing(&self) -> Option<Sharing> {
        self.threads.as_ref().map(|threads| threads.sharing())
    }

    /// The thread of each slave, where each has one of its own.
    pub fn thread_of(&self) -> Option<&[usize]> {
        self.threads.as_ref().and_then(|threads| threads.thread_of())
    }

    /// Steps one slave with its part of the inputs `u`, and puts its outputs into `y`.
    pub fn step(
        &mut self,
        slave: SlaveId,
        task: Task<&Step>,
        u: &[Polynomial],
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.step_each(std::iter::once(slave), |_| task, u, y)
    }

    /// Steps all slaves with the inputs `u`.
    #[inline(always)]
    pub fn step_all(
        &mut self,
        step: &Step,
        u: &[Polynomial],
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.step_each(self.slaves(), |_| Task::here(step), u, y)
    }

    /// Steps slaves that know nothing of each other, each with a task of its own, as one round.
    #[inline(always)]
    pub fn step_each<S: Borrow<Step>>(
        &mut self,
        slaves: impl Iterator<Item = SlaveId> + Clone,
        task: impl Fn(SlaveId) -> Task<S>,
        u: &[Polynomial],
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        if self.threads.is_some() || self.is_timed() {
            return self.step_with_care(slaves, task, u, y.as_mut_slice());
        }
        let y = y.as_mut_slice();
        for slave in slaves {
            member(&mut self.members, &mut self.clones, slave).step(task(slave), u, y)?;
        }
        Ok(())
    }

    /// Steps slaves where steps are timed or may be shared among threads.
    #[inline(never)]
    fn step_with_care<S: Borrow<Step>>(
        &mut self,
        slaves: impl Iterator<Item = SlaveId> + Clone,
        task: impl Fn(SlaveId) -> Task<S>,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> Result<(), CouplingError> {
        let numbers = || slaves.clone().map(|slave| slave.0);
        let Some(threads) = self.threads.as_mut().filter(|threads| threads.shares(numbers()))
        else {
            return self.step_alone(slaves, task, u, y);
        };
        if threads.places(numbers()) {
            self.step_in_batches(task, u, y)
        } else {
            self.step_claimed(slaves, task, u, y)
        }
    }

    /// Steps slaves one after the other.
    fn step_alone<S: Borrow<Step>>(
        &mut self,
        slaves: impl Iterator<Item = SlaveId>,
        task: impl Fn(SlaveId) -> Task<S>,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> Result<(), CouplingError> {
        let (timed, stands_for) = (self.is_timed(), self.stands_for());
        let mut timed_slaves = 0;
        for slave in slaves {
            let member = member(&mut self.members, &mut self.clones, slave);
            if !timed {
                member.step(task(slave), u, y)?;
                continue;
            }
            let (answer, span) = member.timed_step(task(slave), u, y);
            member.was_busy(slave, span, stands_for, &mut self.watch);
            if let Some(threads) = &mut self.threads {
                threads.measure(slave.0, &span);
            }
            timed_slaves += 1;
            answer?;
        }
        // So that a trial with several threads finds slaves where they belong.
        if timed_slaves > 1 {
            self.learn();
        }
        Ok(())
    }

    #[inline]
    pub(super) fn is_timed(&self) -> bool {
        self.steps < FIRST || self.steps.is_multiple_of(TIMED) || self.watch.is_some()
    }

    /// How many steps a timed one stands for.
    pub(super) fn stands_for(&self) -> u32 {
        if self.steps < FIRST || self.watch.is_some() { 1 } else { TIMED }
    }

    /// Each slave's time spent in its steps, and whether that is an estimate from those that were timed.
    pub fn times(&self) -> Vec<(Duration, bool)> {
        let time = |slave: SlaveId| {
            let time = &self.members[slave.0].time;
            (time.total() + self.time_of_clones(slave), time.is_estimate())
        };
        self.slaves().map(time).collect()
    }
}

impl Member {
    /// Takes its step.
    #[inline(always)]
    pub(super) fn step<S: Borrow<Step>>(
        &mut self,
        task: Task<S>,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> Result<(), CouplingError> {
        let (u, y) = (&u[self.inputs.clone()], &mut y[self.outputs.clone()]);
        self.keep(u);
        match task.run(self.slave.as_mut(), u, y) {
            Ok(()) => self.check(task.step.borrow(), y),
            Err(source) => Err(self.failed(task.step.borrow().t, source)),
        }
    }

    /// Takes its step on the driving thread, and says when that was.
    pub(super) fn timed_step<S: Borrow<Step>>(
        &mut self,
        task: Task<S>,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> (Result<(), CouplingError>, Span) {
        let begin = Instant::now();
        let answer = self.step(task, u, y);
        (answer, Span { thread: 0, begin, end: Instant::now() })
    }

    /// Takes note of how long it was busy, which stands for so many steps.
    #[cold]
    pub(super) fn was_busy(
        &mut self,
        slave: SlaveId,
        span: Span,
        stands_for: u32,
        watch: &mut Option<Box<dyn Watch>>,
    ) {
        self.time.add(span.end - span.begin, stands_for);
        if let Some(watch) = watch {
            watch.busy(self.clone_of.unwrap_or(slave), span);
        }
    }

    /// Keeps the inputs over the step, where somebody will ask for them.
    #[inline]
    pub(super) fn keep(&mut self, u: &[Polynomial]) {
        if !self.applied.is_empty() {
            self.applied.copy_from_slice(u);
        }
    }

    /// Checks what it has found at the end of a step.
    #[inline]
    pub(super) fn check(&self, step: &Step, y: &[f64]) -> Result<(), CouplingError> {
        check_finite(y).map_err(|i| self.explain(step, i, y[i]))
    }

    #[cold]
    fn explain(&self, step: &Step, i: usize, value: f64) -> CouplingError {
        let advice = if self.inputs.is_empty() {
            "the model itself failed; look at its parameters and start values".into()
        } else {
            format!(
                "the coupling is probably unstable at h = {} s (try a smaller step or another \
                 extrapolation), or the model itself failed",
                step.h
            )
        };
        self.not_finite(i, value, step.end, advice)
    }
}
