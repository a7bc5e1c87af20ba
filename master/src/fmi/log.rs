//! What FMUs report while they run.

use super::error::Status;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What of an FMU's messages is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// Errors.
    #[default]
    Error,
    /// Errors and warnings.
    Warning,
    /// Everything; the FMU is asked to log.
    All,
}

/// One message of an FMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogMessage {
    /// The instance that reports.
    pub instance: String,
    /// How bad it is.
    pub status: Status,
    /// The FMU's own category.
    pub category: String,
    /// The message, formatted.
    pub text: String,
}

/// Receives the messages of an instance, from whichever thread they come.
pub trait LogSink: Send + Sync {
    /// Takes one message.
    fn log(&self, message: &LogMessage);

    /// Takes note of a step from `t` that ended with fmi2Warning, and what the FMU said of it.
    fn step_warned(&self, _t: f64, _message: &str) {}
}

impl<F: Fn(&LogMessage) + Send + Sync> LogSink for F {
    fn log(&self, message: &LogMessage) {
        self(message);
    }
}

/// Prints messages to standard error, as far as they are wanted.
///
/// An FMU that reports in every step would drown everything else: of each run of messages the first
/// are shown and the rest counted.
#[derive(Debug, Default)]
pub struct StandardError {
    level: LogLevel,
    flood: Mutex<Flood>,
}

/// How many messages came in the present second.
#[derive(Debug, Default)]
struct Flood {
    since: Option<Instant>,
    printed: usize,
    dropped: usize,
}

impl StandardError {
    /// Messages shown per second.
    const MOST: usize = 100;

    /// Prints messages of the given level and worse.
    pub fn new(level: LogLevel) -> Self {
        Self { level, flood: Mutex::default() }
    }
}

impl Flood {
    /// Whether one more message is shown; and how many were not, once that is over.
    fn admit(&mut self) -> (bool, usize) {
        let now = Instant::now();
        let mut missed = 0;
        if self.since.is_none_or(|since| now - since > Duration::from_secs(1)) {
            missed = std::mem::take(&mut self.dropped);
            (self.since, self.printed) = (Some(now), 0);
        }
        let admitted = self.printed < StandardError::MOST;
        if admitted {
            self.printed += 1
        } else {
            self.dropped += 1
        }
        (admitted, missed)
    }
}

impl Drop for StandardError {
    fn drop(&mut self) {
        let flood = self.flood.get_mut().unwrap_or_else(PoisonError::into_inner);
        report_missed(flood.dropped);
    }
}

fn report_missed(count: usize) {
    if count > 0 {
        eprintln!("[log] {count} further messages were not shown");
    }
}

impl LogSink for StandardError {
    fn log(&self, message: &LogMessage) {
        let LogMessage { instance, status, category, text } = message;
        if self.level < level_of(*status) {
            return;
        }
        let (admitted, missed) = self.flood.lock().unwrap_or_else(PoisonError::into_inner).admit();
        report_missed(missed);
        if admitted {
            eprintln!("[{instance}] {status} {category}: {text}");
        }
    }
}

/// The level from which on a message of this status is shown.
fn level_of(status: Status) -> LogLevel {
    match status {
        Status::Error | Status::Fatal => LogLevel::Error,
        Status::Warning | Status::Discard => LogLevel::Warning,
        Status::Ok | Status::Pending | Status::Undefined(_) => LogLevel::All,
    }
}

/// The messages of one instance: passed on, and the last complaint kept for error messages.
pub(super) struct Journal {
    instance: String,
    sink: Box<dyn LogSink>,
    complaint: Mutex<String>,
    /// Whether there is a complaint, so that a call that succeeds takes no lock.
    complained: AtomicBool,
    /// Whether messages are kept from the sink.
    silent: AtomicBool,
}

impl Journal {
    /// An empty journal of an instance.
    pub fn new(instance: &str, sink: Box<dyn LogSink>) -> Self {
        let [complained, silent] = [false, false].map(AtomicBool::new);
        Self { instance: instance.into(), sink, complaint: Mutex::default(), complained, silent }
    }

    /// Keeps messages from the sink, or passes them on again.
    pub fn silence(&self, silent: bool) {
        self.silent.store(silent, Ordering::Relaxed);
    }

    /// The name of the instance.
    pub fn instance(&self) -> &str {
        &self.instance
    }

    /// Takes one message.
    pub fn log(&self, status: Status, category: String, text: String) {
        let message = LogMessage { instance: self.instance.clone(), status, category, text };
        if !self.silent.load(Ordering::Relaxed) {
            self.sink.log(&message);
        }
        if status != Status::Ok {
            *self.complaint.lock().unwrap_or_else(PoisonError::into_inner) = message.text;
            self.complained.store(true, Ordering::Relaxed);
        }
    }

    /// Whether earlier calls complained about something.
    #[inline]
    pub fn has_complaint(&self) -> bool {
        self.complained.load(Ordering::Relaxed)
    }

    /// Forgets what earlier calls complained about.
    pub fn begin_call(&self) {
        if self.has_complaint() {
            self.take_complaint();
        }
    }

    /// The last message that was not fmi2OK since the call began, once.
    #[cold]
    pub fn take_complaint(&self) -> String {
        match self.take() {
            text if text.trim().is_empty() => {
                "the FMU gave no reason (switch its logging on)".into()
            }
            text => text,
        }
    }

    /// Passes on that a step from `t` ended with fmi2Warning.
    #[cold]
    pub fn step_warned(&self, t: f64) {
        let message = if self.has_complaint() { self.take() } else { String::new() };
        if !self.silent.load(Ordering::Relaxed) {
            self.sink.step_warned(t, &message);
        }
    }

    fn take(&self) -> String {
        self.complained.store(false, Ordering::Relaxed);
        let mut complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *complaint)
    }
}
