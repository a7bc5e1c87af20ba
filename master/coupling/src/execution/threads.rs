//! Helper threads that take jobs from a list.
//!
//! Each slave has a job, to which it is lent for a round. Threads claim jobs one by one, the
//! costliest first; the thread that drives the simulation does the same, so that it waits only for
//! what has been started. A helper without work spins briefly, then sleeps.
//!
//! Slaves of an exclusive group run one after the other: a job whose group is busy is left to the thread that keeps it
//! busy, which looks at all jobs again before it rests.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::choice::Choice;
use super::waiting::Waiting;
use super::{Sharing, Span, Task, Workers};
use crate::polynomial::Polynomial;
use crate::slave::{Ports, Slave, SlaveError, Slot, Step};

/// The helpers and what they share.
pub(crate) struct Threads {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
    choice: Choice,
    /// What each slave's step has cost when it was last timed, and the slaves by that.
    costs: Vec<Duration>,
    by_cost: Vec<usize>,
    /// Slaves that are lent, and the threads that they need at least.
    lent: usize,
    needed: usize,
}

struct Shared {
    jobs: Vec<Job>,
    /// Whether a slave of each exclusive group is busy.
    busy: Vec<AtomicBool>,
    /// The jobs in the order in which they are claimed.
    order: Vec<AtomicUsize>,
    /// Counts rounds, so that helpers see a new one.
    round: AtomicU64,
    /// Jobs of the round that are not over.
    left: AtomicUsize,
    over: AtomicBool,
    /// Where each thread waits.
    waiting: Vec<Waiting>,
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
    slave: Box<dyn Slave>,
    task: Task,
    u: Vec<Polynomial>,
    y: Vec<f64>,
    timed: bool,
    span: Option<Span>,
    /// What the slave answered, or its panic.
    answer: thread::Result<Result<(), SlaveError>>,
}

impl Threads {
    /// Starts the helpers for slaves with so many inputs and outputs.
    pub(crate) fn start(workers: &Workers, sizes: &[(usize, usize)]) -> Self {
        let exists = |thread: usize| thread < workers.threads;
        assert!(workers.fixed.iter().flatten().all(|thread| exists(*thread)), "threads exist");
        let places = workers.fixed.iter().zip(&workers.exclusive);
        let jobs = sizes.iter().zip(places).map(|(&size, (&fixed, &group))| Job {
            fixed,
            // Those of one thread run one after the other anyway, and nobody else could look again for them.
            group: group.filter(|_| fixed.is_none()),
            ..Job::new(size)
        });
        let groups = workers.exclusive.iter().flatten().max().map_or(0, |last| last + 1);
        let shared = Arc::new(Shared {
            jobs: jobs.collect(),
            busy: (0..groups).map(|_| AtomicBool::new(false)).collect(),
            order: (0..sizes.len()).map(AtomicUsize::new).collect(),
            round: AtomicU64::new(0),
            left: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            waiting: (0..workers.threads).map(|_| Waiting::default()).collect(),
        });
        let mut threads = Self {
            shared,
            helpers: Vec::new(),
            choice: Choice::new(workers.always),
            costs: vec![Duration::ZERO; sizes.len()],
            by_cost: (0..sizes.len()).collect(),
            lent: 0,
            needed: 0,
        };
        (workers.on_start)(0);
        for me in 1..workers.threads {
            let (shared, on_start) = (threads.shared.clone(), workers.on_start.clone());
            let mut helper = thread::Builder::new().name(format!("slaves {me}"));
            if let Some(stack) = workers.stack {
                helper = helper.stack_size(stack);
            }
            let helper = helper.spawn(move || {
                on_start(me);
                shared.help(me);
            });
            threads.helpers.push(helper.expect("the operating system starts a thread"));
        }
        threads
    }

    /// Whether a round of these slaves is to be shared.
    pub(crate) fn shares(&self, mut round: impl Iterator<Item = usize> + Clone) -> bool {
        let fixed = |k: usize| self.shared.jobs[k].fixed.is_some_and(|thread| thread > 0);
        (self.choice.is_shared() && round.clone().nth(1).is_some()) || round.any(fixed)
    }

    /// Takes note of the end of a macro step.
    pub(crate) fn next(&mut self) {
        self.choice.next();
    }

    /// How much has been shared so far.
    pub(crate) fn sharing(&self) -> Sharing {
        let (shared, steps) = self.choice.steps();
        Sharing { threads: self.helpers.len() + 1, shared, steps }
    }

    /// Adds slave `k` to the coming round; until [`take_back`](Self::take_back) it is away.
    pub(crate) fn lend(
        &mut self,
        k: usize,
        slave: &mut Box<dyn Slave>,
        (task, timed): (Task, bool),
        u: &[Polynomial],
    ) {
        let job = &self.shared.jobs[k];
        let mut work = job.lock();
        mem::swap(&mut work.slave, slave);
        work.u.copy_from_slice(u);
        (work.task, work.timed) = (task, timed);
        drop(work);
        self.shared.left.fetch_add(1, Ordering::SeqCst);
        job.ready.store(true, Ordering::Release);
        self.lent += 1;
        self.needed = self.needed.max(job.fixed.map_or(0, |thread| thread + 1));
    }

    /// Runs the slaves that were lent.
    pub(crate) fn run(&mut self) {
        let shared = &*self.shared;
        shared.round.fetch_add(1, Ordering::SeqCst);
        let threads = mem::take(&mut self.lent).max(mem::take(&mut self.needed));
        shared.waiting.iter().take(threads).skip(1).for_each(Waiting::wake);
        shared.work(0);
        shared.waiting[0].until(|| shared.left.load(Ordering::SeqCst) == 0);
    }

    /// Ends the part of slave `k` in the round; gives when that was, if it was timed.
    pub(crate) fn take_back(
        &mut self,
        k: usize,
        slave: &mut Box<dyn Slave>,
        y: &mut [f64],
    ) -> Result<Option<Span>, SlaveError> {
        let mut work = self.shared.jobs[k].lock();
        mem::swap(&mut work.slave, slave);
        let answer = mem::replace(&mut work.answer, Ok(Ok(())));
        answer.unwrap_or_else(|panic| resume_unwind(panic))?;
        y.copy_from_slice(&work.y);
        let span = work.span;
        drop(work);
        span.inspect(|span| self.costs[k] = span.end - span.begin);
        Ok(span)
    }

    /// Lets the costliest slaves begin first from now on.
    pub(crate) fn order(&mut self) {
        self.by_cost.sort_unstable_by_key(|k| (std::cmp::Reverse(self.costs[*k]), *k));
        for (place, k) in self.shared.order.iter().zip(&self.by_cost) {
            place.store(*k, Ordering::Relaxed);
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::SeqCst);
        self.shared.round.fetch_add(1, Ordering::SeqCst);
        self.shared.waiting.iter().for_each(Waiting::wake);
        for helper in self.helpers.drain(..) {
            helper.join().expect("a helper catches the panics of slaves");
        }
    }
}

impl Shared {
    /// The life of a helper.
    fn help(&self, me: usize) {
        let mut seen = 0;
        loop {
            self.waiting[me].until(|| self.round.load(Ordering::SeqCst) != seen);
            seen = self.round.load(Ordering::SeqCst);
            if self.over.load(Ordering::SeqCst) {
                return;
            }
            self.work(me);
        }
    }

    /// Claims one job after the other. A helper that comes late from the last round may claim jobs
    /// of the next one before that is announced; they are ready, so that does no harm.
    ///
    /// Others leave a job alone whose group is busy, so whoever made it so looks again.
    fn work(&self, me: usize) {
        while self.pass(me) && !self.busy.is_empty() {}
    }

    /// Looks at every job once; whether one was claimed, or a group was busy because of it.
    fn pass(&self, me: usize) -> bool {
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
                job.run(me);
            }
            group.inspect(|busy| busy.store(false, Ordering::SeqCst));
            again |= mine || group.is_some();
            if mine && self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
                self.waiting[0].wake();
            }
        }
        again
    }
}

impl Job {
    fn new((inputs, outputs): (usize, usize)) -> Self {
        let nowhere = Step { t: f64::NAN, end: f64::NAN, h: f64::NAN };
        let work = Mutex::new(Work {
            slave: Box::new(Away),
            task: Task::here(nowhere),
            u: vec![Polynomial::constant(0.0); inputs],
            y: vec![0.0; outputs],
            timed: false,
            span: None,
            answer: Ok(Ok(())),
        });
        Self { ready: AtomicBool::new(false), fixed: None, group: None, work }
    }

    fn may_be_claimed(&self, me: usize) -> bool {
        self.fixed.is_none_or(|thread| thread == me) && self.ready.load(Ordering::SeqCst)
    }

    fn claim(&self) -> bool {
        self.ready.swap(false, Ordering::SeqCst)
    }

    fn run(&self, thread: usize) {
        let Work { slave, task, u, y, timed, span, answer } = &mut *self.lock();
        let begin = timed.then(Instant::now);
        *answer = catch_unwind(AssertUnwindSafe(|| task.run(slave.as_mut(), u, y)));
        *span = begin.map(|begin| Span { thread, begin, end: Instant::now() });
    }

    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
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
