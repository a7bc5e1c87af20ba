//! The profile of a run: when each slave was busy and when it waited.
//!
//! A slave waits while a macro step goes on without it: for other slaves, for the master, for results.
//! All macro steps count in the table. The first spans are kept one by one, for the
//! [trace](trace::write) and the [picture](timeline::draw), so that memory does not grow with the run.

mod histogram;
pub mod timeline;
pub mod trace;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use coupling::SlaveId;
use coupling::execution::{Span, Watch};

use self::histogram::Histogram;

/// Spans that are kept one by one.
const KEPT: usize = 200_000;

/// A slave's time in all macro steps.
#[derive(Clone, Default)]
struct Account {
    name: String,
    busy: Histogram,
    /// Busy in the present macro step, and waiting in all that are over.
    present: Duration,
    waiting: Duration,
}

/// What is kept of one task.
#[derive(Clone, Copy)]
struct Entry {
    slave: usize,
    span: Span,
}

/// Everything that is known of a run.
pub struct Profile {
    accounts: Vec<Account>,
    entries: Vec<Entry>,
    /// The end of each macro step and its time of simulation, as long as entries are kept.
    points: Vec<(Instant, f64)>,
    begin: Instant,
    last: Instant,
    steps: u64,
}

/// A profile that grows while the run goes on.
#[derive(Clone)]
pub struct Shared(Arc<Mutex<Profile>>);

impl Shared {
    /// An empty profile of slaves with these names.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let account = |name: &str| Account { name: name.into(), ..Account::default() };
        let now = Instant::now();
        Self(Arc::new(Mutex::new(Profile {
            accounts: names.map(account).collect(),
            entries: Vec::with_capacity(KEPT),
            points: Vec::with_capacity(KEPT),
            begin: now,
            last: now,
            steps: 0,
        })))
    }

    /// The profile as it is now.
    pub fn get(&self) -> MutexGuard<'_, Profile> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Shared {
    fn busy(&mut self, slave: SlaveId, span: Span) {
        let profile = &mut *self.get();
        let took = span.end - span.begin;
        let account = &mut profile.accounts[slave.0];
        account.busy.add(took);
        account.present += took;
        if profile.entries.len() < KEPT {
            profile.entries.push(Entry { slave: slave.0, span });
        }
    }

    fn point(&mut self, t: f64) {
        let profile = &mut *self.get();
        let now = Instant::now();
        // The first point is the start: what came before is no macro step.
        if profile.steps == 0 && profile.entries.is_empty() {
            (profile.begin, profile.last) = (now, now);
            return;
        }
        for account in &mut profile.accounts {
            let busy = std::mem::take(&mut account.present);
            account.waiting += (now - profile.last).saturating_sub(busy);
        }
        if profile.entries.len() < KEPT && profile.points.len() < KEPT {
            profile.points.push((now, t));
        }
        (profile.last, profile.steps) = (now, profile.steps + 1);
    }
}

impl fmt::Display for Profile {
    /// The table: calls, mean, 99th percentile, shares of the time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = (self.last - self.begin).as_secs_f64();
        let micro = |duration: Duration| 1e6 * duration.as_secs_f64();
        let width = self.accounts.iter().map(|a| a.name.chars().count()).max().unwrap_or(0).max(5);
        writeln!(
            f,
            "{:<width$}  {:>10}  {:>10}  {:>10}  {:>6}  {:>7}",
            "slave", "calls", "mean µs", "p99 µs", "busy %", "waits %"
        )?;
        for Account { name, busy, waiting, .. } in &self.accounts {
            let share = |duration: Duration| 100.0 * duration.as_secs_f64() / all;
            writeln!(
                f,
                "{name:<width$}  {:>10}  {:>10.3}  {:>10.3}  {:>6.1}  {:>7.1}",
                busy.count(),
                micro(busy.mean()),
                micro(busy.quantile(0.99)),
                share(busy.total()),
                share(*waiting)
            )?;
        }
        writeln!(
            f,
            "{} macro steps in {:.3} s, each call with two readings of the clock",
            self.steps, all
        )
    }
}
