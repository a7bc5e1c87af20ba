//! Whether sharing a macro step among threads pays, found out by doing both.
//!
//! A trial takes some steps alone and some shared, in turn, and compares the fastest of each; then
//! the better way is kept, at first for a while and, as long as trials agree, for so long that the trial
//! was a small part of it: what else the machine does may spoil one trial.

use std::time::{Duration, Instant};

/// Steps in a window that is timed, unless they take longer than `WINDOW`.
const STEPS: u32 = 4;
const WINDOW: Duration = Duration::from_micros(200);

/// Pairs of windows in a trial, so many that both ways meet steps in which slaves have little to do; fewer if they take longer than
/// `TRIAL`.
const PAIRS: usize = 12;
const LEAST_PAIRS: usize = 2;
const TRIAL: Duration = Duration::from_millis(5);

/// What a trial loses may be this part of the time until the next one.
const LOSS: f64 = 0.01;

/// Steps before the first trial: some, to know what slaves cost and so to place them.
const FIRST: u64 = 8;

/// Steps between trials at least; and how much longer it may be each time that trials agree.
const LEAST: u64 = 200;
const LONGER: u64 = 8;

/// Sharing must be faster by this factor: it keeps other cores busy.
const GAIN: f64 = 0.95;

/// One way or the other, at present.
pub(super) struct Choice {
    shared: bool,
    always: bool,
    phase: Phase,
    /// What the last trial found, if there was one, and how long the way that it found may be kept.
    found: Option<bool>,
    longest: u64,
    steps: u64,
    shared_steps: u64,
}

enum Phase {
    /// So many steps until the next trial.
    Kept(u64),
    Tried(Trial),
}

struct Trial {
    begin: Instant,
    window: Instant,
    /// Steps in this window, and windows so far.
    steps: u32,
    windows: usize,
    /// The fastest step alone and shared, and the steps taken, in s.
    best: [f64; 2],
    taken: f64,
}

impl Choice {
    pub(super) fn new(always: bool) -> Self {
        let phase = Phase::Kept(FIRST);
        let (found, longest) = (None, LEAST);
        Self { shared: always, always, phase, found, longest, steps: 0, shared_steps: 0 }
    }

    /// Whether the present macro step is to be shared.
    pub(super) fn is_shared(&self) -> bool {
        self.shared
    }

    /// Macro steps that were shared, and all.
    pub(super) fn steps(&self) -> (u64, u64) {
        (self.shared_steps, self.steps)
    }

    /// Takes note of the end of a macro step.
    pub(super) fn next(&mut self) {
        self.steps += 1;
        self.shared_steps += u64::from(self.shared);
        match &mut self.phase {
            _ if self.always => {}
            Phase::Kept(0) => {
                self.phase = Phase::Tried(Trial::begin());
                self.shared = false;
            }
            Phase::Kept(left) => *left -= 1,
            Phase::Tried(trial) => match trial.next(self.shared) {
                None => {}
                Some(None) => self.shared = !self.shared,
                Some(Some(keep)) => {
                    self.shared = trial.shared_is_better();
                    self.longest = if self.found == Some(self.shared) {
                        self.longest.saturating_mul(LONGER)
                    } else {
                        LEAST
                    };
                    self.found = Some(self.shared);
                    self.phase = Phase::Kept(keep.min(self.longest));
                }
            },
        }
    }
}

impl Trial {
    fn begin() -> Self {
        let now = Instant::now();
        let best = [f64::INFINITY; 2];
        Self { begin: now, window: now, steps: 0, windows: 0, best, taken: 0.0 }
    }

    fn shared_is_better(&self) -> bool {
        self.best[1] < GAIN * self.best[0]
    }

    /// After a step: nothing, or the other way's turn, or the steps until the next trial.
    fn next(&mut self, shared: bool) -> Option<Option<u64>> {
        self.steps += 1;
        let now = Instant::now();
        let window = now - self.window;
        if self.steps < STEPS && window < WINDOW {
            return None;
        }
        let best = &mut self.best[usize::from(shared)];
        *best = best.min(window.as_secs_f64() / f64::from(self.steps));
        self.taken += f64::from(self.steps);
        (self.steps, self.window) = (0, now);
        self.windows += 1;
        let paired = self.windows.is_multiple_of(2);
        let enough = self.windows >= 2 * LEAST_PAIRS && now - self.begin > TRIAL;
        let over = self.windows == 2 * PAIRS || enough;
        Some((paired && over).then(|| self.keep((now - self.begin).as_secs_f64())))
    }

    /// How many steps the better way is to be kept.
    fn keep(&self, elapsed: f64) -> u64 {
        let best = self.best[usize::from(self.shared_is_better())];
        let lost = (elapsed / best - self.taken).max(0.0);
        ((lost / LOSS) as u64).max(LEAST)
    }
}
