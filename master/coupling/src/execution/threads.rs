//! Helper threads, and how a round is shared with them.
//!
//! A round of all slaves is shared in [batches](super::batch) where each slave has a thread of its own by its
//! [placement](super::placement); other rounds, and all where slaves are to be claimed, by [claims](super::claims). A
//! helper without work spins briefly, then sleeps.

use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, MutexGuard};
use std::thread::{self, JoinHandle};

use super::batch::{Batch, Content};
use super::choice::Choice;
use super::claims::Claims;
use super::costs::Costs;
use super::placement::Placement;
use super::waiting::Waiting;
use super::{Assignment, Sharing, Span, Task, Workers};
use crate::polynomial::Polynomial;
use crate::slave::{Slave, SlaveError};

/// The helpers and what they share.
pub(crate) struct Threads {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
    choice: Choice,
    /// What steps cost, and the slaves and clones by that.
    costs: Costs,
    by_cost: Vec<usize>,
    /// Slaves that are lent, and the threads that they need at least.
    lent: usize,
    needed: usize,
    /// Who has a thread of its own, if slaves are not claimed.
    placed: Option<Placed>,
}

/// The slaves with a thread of their own.
struct Placed {
    placement: Placement,
    sizes: Vec<(usize, usize)>,
    /// The slaves of the driving thread.
    own: Vec<usize>,
    /// For each thread, whether its slaves may not be taken over by the driving thread.
    stays: Vec<bool>,
}

struct Shared {
    claims: Claims,
    /// The batch of each thread; the driving thread's is always empty.
    batches: Vec<Batch>,
    /// Counts rounds with claims, so that helpers see a new one.
    round: AtomicU64,
    over: AtomicBool,
    /// Where each thread waits.
    waiting: Vec<Waiting>,
}

impl Threads {
    /// Starts the helpers for so many slaves, and for clones behind them, with so many inputs and outputs.
    pub(crate) fn start(workers: &Workers, slaves: usize, sizes: &[(usize, usize)]) -> Self {
        let exists = |thread: usize| thread < workers.threads;
        assert!(workers.fixed.iter().flatten().all(|thread| exists(*thread)), "threads exist");
        let placed = (workers.assignment == Assignment::Measured)
            .then(|| Placed::new(workers, &sizes[..slaves]));
        let batch = |_| Batch::new(if placed.is_some() { &sizes[..slaves] } else { &[] });
        let shared = Arc::new(Shared {
            claims: Claims::new(workers, sizes),
            batches: (0..workers.threads).map(batch).collect(),
            round: AtomicU64::new(0),
            over: AtomicBool::new(false),
            waiting: (0..workers.threads).map(|_| Waiting::default()).collect(),
        });
        let mut threads = Self {
            shared,
            helpers: Vec::new(),
            choice: Choice::new(workers.always),
            costs: Costs::new(sizes.len()),
            by_cost: (0..sizes.len()).collect(),
            lent: 0,
            needed: 0,
            placed,
        };
        threads.fill_batches();
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
        let fixed = |k: usize| self.shared.claims.fixed(k).is_some_and(|thread| thread > 0);
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

    /// The thread of each slave, where each has one of its own.
    pub(crate) fn thread_of(&self) -> Option<&[usize]> {
        self.placed.as_ref().map(|placed| placed.placement.thread_of())
    }

    /// Whether these are all slaves and each has a thread of its own.
    pub(crate) fn places(&self, round: impl Iterator<Item = usize>) -> bool {
        self.placed.as_ref().is_some_and(|placed| round.eq(0..placed.sizes.len()))
    }

    /// The batches of a round, and where to take note of costs.
    pub(crate) fn batches(&mut self) -> (Batches<'_>, &mut Costs) {
        let Self { shared, placed, costs, .. } = self;
        let placed = placed.as_ref().expect("each slave has a thread of its own");
        (Batches { shared, placed }, costs)
    }

    /// Adds slave `k` to the coming round; until [`take_back`](Self::take_back) it is away.
    pub(crate) fn lend(
        &mut self,
        k: usize,
        slave: &mut Box<dyn Slave>,
        task: (Task, bool),
        u: &[Polynomial],
    ) {
        self.shared.claims.lend(k, slave, task, u);
        self.lent += 1;
        self.needed = self.needed.max(self.shared.claims.fixed(k).map_or(0, |thread| thread + 1));
    }

    /// Runs the slaves that were lent.
    pub(crate) fn run(&mut self) {
        let shared = &*self.shared;
        shared.round.fetch_add(1, Ordering::SeqCst);
        let threads = mem::take(&mut self.lent).max(mem::take(&mut self.needed));
        shared.waiting.iter().take(threads).skip(1).for_each(Waiting::wake);
        shared.claims.work(0, &shared.waiting[0]);
        shared.waiting[0].until(|| shared.claims.are_over());
    }

    /// Ends the part of slave `k` in the round; gives when that was, if it was timed.
    pub(crate) fn take_back(
        &mut self,
        k: usize,
        slave: &mut Box<dyn Slave>,
        y: &mut [f64],
    ) -> Result<Option<Span>, SlaveError> {
        self.shared.claims.take_back(k, slave, y)
    }

    /// Takes note of what a step of slave `k` cost.
    pub(crate) fn measure(&mut self, k: usize, span: &Span) {
        self.costs.measure(k, span.end - span.begin);
    }

    /// Lets the costliest slaves be claimed first from now on.
    pub(crate) fn order(&mut self) {
        let costs = self.costs.all();
        self.by_cost.sort_unstable_by(|a, b| costs[*b].total_cmp(&costs[*a]).then(a.cmp(b)));
        self.shared.claims.order(&self.by_cost);
    }

    /// Places slaves anew, if that is worth it.
    pub(crate) fn place(&mut self) {
        let costs = self.costs.all();
        let better = |placed: &mut Placed| placed.placement.revise(&costs[..placed.sizes.len()]);
        if self.placed.as_mut().is_some_and(better) {
            self.fill_batches();
        }
    }

    fn fill_batches(&mut self) {
        let Some(Placed { placement, sizes, own, .. }) = &mut self.placed else { return };
        let of = |thread: usize| {
            let threads = placement.thread_of().iter().enumerate();
            threads.filter(move |(_, of)| **of == thread).map(|(k, _)| k)
        };
        own.clear();
        own.extend(of(0));
        for (thread, batch) in self.shared.batches.iter().enumerate().skip(1) {
            batch.content().place(of(thread), sizes);
        }
    }
}

impl Placed {
    fn new(workers: &Workers, sizes: &[(usize, usize)]) -> Self {
        let stays = |thread: usize| workers.fixed.contains(&Some(thread));
        Self {
            placement: Placement::new(workers, sizes.len()),
            sizes: sizes.to_vec(),
            own: Vec::with_capacity(sizes.len()),
            stays: (0..workers.threads).map(stays).collect(),
        }
    }
}

/// The slaves of a round, each on its thread.
pub(crate) struct Batches<'a> {
    shared: &'a Shared,
    placed: &'a Placed,
}

impl<'a> Batches<'a> {
    /// The slaves of the driving thread.
    pub(crate) fn own(&self) -> &'a [usize] {
        &self.placed.own
    }

    /// The other threads.
    pub(crate) fn helpers(&self) -> Range<usize> {
        1..self.shared.batches.len()
    }

    /// What is in the batch of a thread.
    pub(crate) fn of(&self, thread: usize) -> MutexGuard<'a, Content> {
        self.shared.batches[thread].content()
    }

    /// Hands its batch to a thread.
    pub(crate) fn hand_over(&self, thread: usize, batch: MutexGuard<'_, Content>) {
        self.shared.batches[thread].hand_over(batch, &self.shared.waiting[thread]);
    }

    /// Returns when the batch of a thread is over.
    pub(crate) fn wait(&self, thread: usize) {
        let stays = self.placed.stays[thread];
        self.shared.batches[thread].wait(&self.shared.waiting[0], stays);
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
        let (waiting, driver, batch) = (&self.waiting[me], &self.waiting[0], &self.batches[me]);
        let (mut seen, mut seen_batch) = (0, 0);
        loop {
            waiting
                .until(|| batch.has_come(seen_batch) || self.round.load(Ordering::SeqCst) != seen);
            if batch.has_come(seen_batch) {
                seen_batch = batch.round();
                batch.run(me, driver);
                continue;
            }
            seen = self.round.load(Ordering::SeqCst);
            if self.over.load(Ordering::SeqCst) {
                return;
            }
            self.claims.work(me, driver);
        }
    }
}
