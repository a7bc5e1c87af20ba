//! Steps that ended with fmi2Warning: done, and worth a word at the end of the run.

use std::sync::{Arc, Mutex, PoisonError};

use crate::fmi::{LogMessage, LogSink};

/// How many steps of a slave ended so, and the first of them.
#[derive(Clone, Debug, Default)]
pub struct StepWarnings(Arc<Mutex<Counted>>);

#[derive(Clone, Debug, Default)]
struct Counted {
    count: u64,
    first: Option<(f64, String)>,
}

impl StepWarnings {
    /// Their number.
    pub fn count(&self) -> u64 {
        self.get().count
    }

    /// When the first of them began, in s, and what the FMU said.
    pub fn first(&self) -> Option<(f64, String)> {
        self.get().first
    }

    /// Adds those of another instance.
    pub(super) fn add(&mut self, other: &Self) {
        let Counted { count, first } = other.get();
        let mut own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        own.count += count;
        let earlier = |(t, _): &(f64, String)| own.first.as_ref().is_none_or(|own| *t < own.0);
        if first.as_ref().is_some_and(earlier) {
            own.first = first;
        }
    }

    fn get(&self) -> Counted {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Passes messages on and counts steps that ended with fmi2Warning.
pub(super) struct Counting {
    sink: Box<dyn LogSink>,
    warnings: StepWarnings,
}

impl Counting {
    pub(super) fn new(sink: Box<dyn LogSink>, warnings: StepWarnings) -> Self {
        Self { sink, warnings }
    }
}

impl LogSink for Counting {
    fn log(&self, message: &LogMessage) {
        self.sink.log(message);
    }

    fn step_warned(&self, t: f64, message: &str) {
        let mut counted = self.warnings.0.lock().unwrap_or_else(PoisonError::into_inner);
        counted.count += 1;
        if counted.first.is_none() {
            counted.first = Some((t, message.trim().into()));
        }
    }
}
