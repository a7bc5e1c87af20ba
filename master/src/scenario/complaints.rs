//! What FMUs complain about without being asked to log.

use std::sync::{Arc, Mutex, PoisonError};

use crate::fmi::{LogMessage, LogSink, StandardError, Status};

/// Prints the errors that FMUs report, each once.
///
/// The last one is held back, because mostly it comes again as the reason why the run ended.
#[derive(Clone, Default)]
pub struct Complaints(Arc<Held>);

#[derive(Default)]
struct Held {
    last: Mutex<Option<LogMessage>>,
    printer: StandardError,
}

impl Complaints {
    /// Prints what is held back, unless `reason`, which the user is about to see, contains it.
    pub fn release(&self, reason: &str) {
        let last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(message) = last.filter(|message| !reason.contains(&message.text)) {
            self.0.printer.log(&message);
        }
    }
}

impl LogSink for Complaints {
    fn log(&self, message: &LogMessage) {
        if !matches!(message.status, Status::Error | Status::Fatal) {
            return;
        }
        let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = last.replace(message.clone()) {
            self.0.printer.log(&before);
        }
    }
}
