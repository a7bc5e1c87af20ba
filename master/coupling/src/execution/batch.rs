//! The slaves that a helper thread has of its own, lent to it as one batch.
//!
//! A batch passes from core to core in few cache lines: one that says that it is there, one with the lock, then the
//! inputs side by side; and so back. A batch that its thread has not begun when the driving thread is done with its
//! own slaves is run by the driving thread: then the helper sleeps, or the machine has other things to do.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::loan::Loan;
use super::waiting::Waiting;
use crate::polynomial::Polynomial;

/// Kept apart from what other threads write: two cache lines, because processors load them in pairs.
#[repr(align(128))]
struct Apart<T>(T);

/// Inputs and outputs that are left free at either end, so that no other data lie in the cache lines of those in use.
const FREE_INPUTS: usize = 3;
const FREE_OUTPUTS: usize = 16;

/// A helper's batch.
pub(super) struct Batch {
    /// The round whose batch is there.
    there: Apart<AtomicU64>,
    /// How far that is: twice the round when it is begun, one more when it is over.
    reached: Apart<AtomicU64>,
    content: Apart<Mutex<Content>>,
}

/// What is in a batch.
pub(crate) struct Content {
    /// The round that it is for, and whether nobody has begun it.
    round: u64,
    waits: bool,
    places: Vec<Place>,
    loans: Vec<Loan>,
    u: Vec<Polynomial>,
    y: Vec<f64>,
}

/// A slave's place in a batch.
struct Place {
    slave: usize,
    u: Range<usize>,
    y: Range<usize>,
}

impl Batch {
    /// An empty batch, with room for all slaves, which have so many inputs and outputs.
    pub(super) fn new(sizes: &[(usize, usize)]) -> Self {
        let inputs: usize = sizes.iter().map(|size| size.0).sum();
        let outputs: usize = sizes.iter().map(|size| size.1).sum();
        let content = Content {
            round: 0,
            waits: false,
            places: Vec::with_capacity(sizes.len()),
            loans: sizes.iter().map(|_| Loan::new()).collect(),
            u: vec![Polynomial::constant(0.0); inputs + 2 * FREE_INPUTS],
            y: vec![0.0; outputs + 2 * FREE_OUTPUTS],
        };
        let (there, reached) = (Apart(AtomicU64::new(0)), Apart(AtomicU64::new(0)));
        Self { there, reached, content: Apart(Mutex::new(content)) }
    }

    /// What is in it, for the driving thread between rounds.
    pub(super) fn content(&self) -> MutexGuard<'_, Content> {
        self.content.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over the batch of a round, lent to it before; `helper` is where its thread waits.
    pub(super) fn hand_over(&self, mut content: MutexGuard<'_, Content>, helper: &Waiting) {
        content.round += 1;
        content.waits = true;
        let round = content.round;
        drop(content);
        self.there.0.store(round, Ordering::SeqCst);
        helper.wake();
    }

    /// Whether a batch has come since that of round `seen`.
    pub(super) fn has_come(&self, seen: u64) -> bool {
        self.there.0.load(Ordering::SeqCst) != seen
    }

    /// The last round whose batch has come.
    pub(super) fn round(&self) -> u64 {
        self.there.0.load(Ordering::SeqCst)
    }

    /// Runs the batch on thread `me`, unless somebody else has begun it; then wakes `driver`.
    ///
    /// A helper that comes late may find the batch of a later round, which is as good.
    pub(super) fn run(&self, me: usize, driver: &Waiting) {
        let mut content = match self.content.0.try_lock() {
            Ok(content) => content,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        if !content.waits {
            return;
        }
        self.reached.0.store(2 * content.round, Ordering::Release);
        let round = content.run(me);
        drop(content);
        self.reached.0.store(2 * round + 1, Ordering::SeqCst);
        driver.wake();
    }

    /// Returns when the batch is over; the driving thread, which waits at `driver`, runs it if nobody has begun it,
    /// unless it `stays` with its own.
    pub(super) fn wait(&self, driver: &Waiting, stays: bool) {
        let round = self.there.0.load(Ordering::Relaxed);
        if !stays && self.reached.0.load(Ordering::Acquire) < 2 * round {
            self.run(0, driver);
        }
        driver.until(|| self.reached.0.load(Ordering::SeqCst) == 2 * round + 1);
    }
}

impl Content {
    /// Fills it with these slaves from now on.
    pub(super) fn place(&mut self, slaves: impl Iterator<Item = usize>, sizes: &[(usize, usize)]) {
        let (mut u, mut y) = (FREE_INPUTS, FREE_OUTPUTS);
        self.places.clear();
        for slave in slaves {
            let (inputs, outputs) = sizes[slave];
            self.places.push(Place { slave, u: u..u + inputs, y: y..y + outputs });
            (u, y) = (u + inputs, y + outputs);
        }
    }

    /// Each slave's number, place and inputs, to be lent.
    pub(crate) fn lend(&mut self) -> impl Iterator<Item = (usize, &mut Loan, &mut [Polynomial])> {
        let mut rest = &mut self.u[FREE_INPUTS..];
        self.places.iter().zip(&mut self.loans).map(move |(place, loan)| {
            let (u, others) = std::mem::take(&mut rest).split_at_mut(place.u.len());
            rest = others;
            (place.slave, loan, u)
        })
    }

    /// Each slave's number, place and outputs, to be taken back.
    pub(crate) fn take_back(&mut self) -> impl Iterator<Item = (usize, &mut Loan, &[f64])> {
        let y = &self.y;
        let places = self.places.iter().zip(&mut self.loans);
        places.map(move |(place, loan)| (place.slave, loan, &y[place.y.clone()]))
    }

    /// Runs all; gives the round.
    fn run(&mut self, thread: usize) -> u64 {
        self.waits = false;
        for (place, loan) in self.places.iter().zip(&mut self.loans) {
            loan.run(thread, &self.u[place.u.clone()], &mut self.y[place.y.clone()]);
        }
        self.round
    }
}
