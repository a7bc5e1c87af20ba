//! Waiting for another thread: spinning briefly, then asleep.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long to spin. Waking a thread costs about 20 µs, so that less would wake one too often; on a
/// machine with more to do than it has cores, more would keep others from working.
const SPIN: Duration = Duration::from_micros(50);

/// Looks between two readings of the clock.
const LOOKS: usize = 64;

/// Where one thread waits.
#[derive(Default)]
pub(super) struct Waiting {
    asleep: AtomicBool,
    thread: Mutex<Option<Thread>>,
}

impl Waiting {
    /// Returns when `ready`; it must read what others write with `SeqCst`, so that a change is either
    /// seen before falling asleep or its author sees the sleeper.
    pub(super) fn until(&self, ready: impl Fn() -> bool) {
        if ready() {
            return;
        }
        let begin = Instant::now();
        while begin.elapsed() < SPIN {
            for _ in 0..LOOKS {
                if ready() {
                    return;
                }
                spin_loop();
            }
        }
        *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current());
        loop {
            self.asleep.store(true, Ordering::SeqCst);
            if ready() {
                self.asleep.store(false, Ordering::SeqCst);
                return;
            }
            thread::park();
        }
    }

    /// Wakes who waits here, if asleep.
    pub(super) fn wake(&self) {
        if self.asleep.load(Ordering::SeqCst) && self.asleep.swap(false, Ordering::SeqCst) {
            let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
            thread.as_ref().inspect(|thread| thread.unpark());
        }
    }
}
