//! What FMUs report while they run.

use super::error::Status;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

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
}

impl<F: Fn(&LogMessage) + Send + Sync> LogSink for F {
    fn log(&self, message: &LogMessage) {
        self(message);
    }
}

/// Prints messages to standard error: all of them, or only errors.
#[derive(Debug, Default)]
pub struct StandardError {
    /// Whether messages below the status Error are printed as well.
    pub verbose: bool,
    printed: AtomicUsize,
}

impl StandardError {
    /// An FMU that reports in every step would drown everything else.
    const MOST: usize = 1000;

    /// Prints all messages if `verbose`, else only errors.
    pub fn new(verbose: bool) -> Self {
        Self { verbose, printed: AtomicUsize::new(0) }
    }
}

impl LogSink for StandardError {
    fn log(&self, message: &LogMessage) {
        let LogMessage { instance, status, category, text } = message;
        if !self.verbose && !is_error(*status) {
            return;
        }
        match self.printed.fetch_add(1, Ordering::Relaxed) {
            n if n < Self::MOST => eprintln!("[{instance}] {status} {category}: {text}"),
            Self::MOST => eprintln!("[{instance}] further messages are not shown"),
            _ => {}
        }
    }
}

fn is_error(status: Status) -> bool {
    matches!(status, Status::Error | Status::Fatal)
}

/// The messages of one instance: passed on, and the last complaint kept for error messages.
pub(super) struct Journal {
    instance: String,
    sink: Box<dyn LogSink>,
    complaint: Mutex<String>,
    /// Whether there is a complaint, so that a call that succeeds takes no lock.
    complained: AtomicBool,
}

impl Journal {
    /// An empty journal of an instance.
    pub fn new(instance: &str, sink: Box<dyn LogSink>) -> Self {
        let (complaint, complained) = (Mutex::default(), AtomicBool::new(false));
        Self { instance: instance.into(), sink, complaint, complained }
    }

    /// The name of the instance.
    pub fn instance(&self) -> &str {
        &self.instance
    }

    /// Takes one message.
    pub fn log(&self, status: Status, category: String, text: String) {
        let message = LogMessage { instance: self.instance.clone(), status, category, text };
        self.sink.log(&message);
        if status != Status::Ok {
            *self.complaint.lock().unwrap_or_else(PoisonError::into_inner) = message.text;
            self.complained.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets what earlier calls complained about.
    #[inline]
    pub fn begin_call(&self) {
        if self.complained.load(Ordering::Relaxed) {
            self.take_complaint();
        }
    }

    /// The last message that was not fmi2OK since the call began, once.
    #[cold]
    pub fn take_complaint(&self) -> String {
        self.complained.store(false, Ordering::Relaxed);
        let mut complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::take(&mut *complaint) {
            text if text.trim().is_empty() => {
                "the FMU gave no reason (switch its logging on)".into()
            }
            text => text,
        }
    }
}
