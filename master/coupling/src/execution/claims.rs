//! Slaves that threads claim one by one, the costliest first.
//!
//! Each slave has a job, to which it is lent for a round. The thread that drives the simulation claims jobs like the
//! others, so that it waits only for what has been started.
//!
//! Slaves of an exclusive group run one after the other: a job whose group is busy is left to the thread that keeps it
//! busy, which looks at all jobs again before it rests.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::loan::Loan;
use super::waiting::Waiting;
use super::{Span, Task, Workers};
use crate::polynomial::Polynomial;
use crate::slave::{Slave, SlaveError};

/// The jobs of all slaves.
pub(super) struct Claims {
    jobs: Vec<Job>,
    /// Whether a slave of each exclusive group is busy.
    busy: Vec<AtomicBool>,
    /// The jobs in the order in which they are claimed.
    order: Vec<AtomicUsize>,
    /// Jobs of the round that are not over.
    left: AtomicUsize,
}

/// A slave's place in rounds.
struct Job {
    /// It can be claimed.
    ready: AtomicBool,
    /// The thread that must claim it, if not any.
    fixed: Option<usize>,
    /// The exclusive group that it is in.
    group: Option<usize>,
    /// Locked by whoever has claimed it, so never waited for.
    work: Mutex<Work>,
}

struct Work {
    loan: Loan,
    u: Vec<Polynomial>,
    y: Vec<f64>,
}

impl Claims {
    /// Jobs for slaves with so many inputs and outputs.
    pub(super) fn new(workers: &Workers, sizes: &[(usize, usize)]) -> Self {
        let places = workers.fixed.iter().zip(&workers.exclusive);
        let job = |(&(inputs, outputs), (&fixed, &group)): (_, (&Option<_>, &Option<_>))| Job {
            ready: AtomicBool::new(false),
            fixed,
            // Those of one thread run one after the other anyway, and nobody else could look again for them.
            group: group.filter(|_| fixed.is_none()),
            work: Mutex::new(Work {
                loan: Loan::new(),
                u: vec![Polynomial::constant(0.0); inputs],
                y: vec![0.0; outputs],
            }),
        };
        let groups = workers.exclusive.iter().flatten().max().map_or(0, |last| last + 1);
        Self {
            jobs: sizes.iter().zip(places).map(job).collect(),
            busy: (0..groups).map(|_| AtomicBool::new(false)).collect(),
            order: (0..sizes.len()).map(AtomicUsize::new).collect(),
            left: AtomicUsize::new(0),
        }
    }

    /// The thread that must take slave `k`, if not any.
    pub(super) fn fixed(&self, k: usize) -> Option<usize> {
        self.jobs[k].fixed
    }

    /// Offers slave `k` to whoever claims it first.
    pub(super) fn lend(
        &self,
        k: usize,
        slave: &mut Box<dyn Slave>,
        task: (Task, bool),
        u: &[Polynomial],
    ) {
        let job = &self.jobs[k];
        let mut work = job.lock();
        work.loan.take(slave, task);
        work.u.copy_from_slice(u);
        drop(work);
        self.left.fetch_add(1, Ordering::SeqCst);
        job.ready.store(true, Ordering::Release);
    }

    /// Ends the part of slave `k` in the round.
    pub(super) fn take_back(
        &self,
        k: usize,
        slave: &mut Box<dyn Slave>,
        y: &mut [f64],
    ) -> Result<Option<Span>, SlaveError> {
        let mut work = self.jobs[k].lock();
        let span = work.loan.give_back(slave)?;
        y.copy_from_slice(&work.y);
        Ok(span)
    }

    /// Lets slaves be claimed in this order from now on.
    pub(super) fn order(&self, slaves: &[usize]) {
        for (place, k) in self.order.iter().zip(slaves) {
            place.store(*k, Ordering::Relaxed);
        }
    }

    /// Whether all jobs are over.
    pub(super) fn are_over(&self) -> bool {
        self.left.load(Ordering::SeqCst) == 0
    }

    /// Claims one job after the other. A helper that comes late from the last round may claim jobs
    /// of the next one before that is announced; they are ready, so that does no harm.
    ///
    /// Others leave a job alone whose group is busy, so whoever made it so looks again. Whoever ends the last
    /// job wakes `driver`.
    pub(super) fn work(&self, me: usize, driver: &Waiting) {
        while self.pass(me, driver) && !self.busy.is_empty() {}
    }

    /// Looks at every job once; whether one was claimed, or a group was busy because of it.
    fn pass(&self, me: usize, driver: &Waiting) -> bool {
        let mut again = false;
        for place in &self.order {
            let job = &self.jobs[place.load(Ordering::Relaxed)];
            let group = job.group.map(|group| &self.busy[group]);
            if !job.may_be_claimed(me)
                || group.is_some_and(|busy| busy.swap(true, Ordering::SeqCst))
            {
                continue;
            }
            let mine = job.claim();
            if mine {
                let Work { loan, u, y } = &mut *job.lock();
                loan.run(me, u, y);
            }
            group.inspect(|busy| busy.store(false, Ordering::SeqCst));
            again |= mine || group.is_some();
            if mine && self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
                driver.wake();
            }
        }
        again
    }
}

impl Job {
    fn may_be_claimed(&self, me: usize) -> bool {
        self.fixed.is_none_or(|thread| thread == me) && self.ready.load(Ordering::SeqCst)
    }

    fn claim(&self) -> bool {
        self.ready.swap(false, Ordering::SeqCst)
    }

    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
