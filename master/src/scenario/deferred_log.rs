//! What FMUs complain about without being asked to log.

use std::sync::{Arc, Mutex, PoisonError};

use super::step_warnings::{Counting, StepWarnings};
use crate::fmi::{LogLevel, LogMessage, LogSink, StandardError, Status};
use crate::process::last_words;

/// Prints the errors that FMUs report, each once.
///
/// The last one is held back, because mostly it comes again as the reason why the run ended.
#[derive(Clone, Default)]
pub struct DeferredLog(Arc<Held>);

#[derive(Default)]
struct Held {
    last: Mutex<Option<LogMessage>>,
    printer: StandardError,
    /// Steps that ended with fmi2Warning, of each slave that may report them.
    warnings: Mutex<Vec<(String, StepWarnings)>>,
}

impl DeferredLog {
    /// Where the messages of a slave go of which so much is shown.
    pub fn sink(&self, slave: &str, level: LogLevel) -> Box<dyn LogSink> {
        let shown: Box<dyn LogSink> = match level {
            LogLevel::Error => Box::new(self.clone()),
            level => Box::new(StandardError::new(level)),
        };
        let warnings = StepWarnings::default();
        let mut all = self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        all.push((slave.into(), warnings.clone()));
        Box::new(Counting::new(shown, warnings))
    }

    /// The steps of a slave and its clones that ended with fmi2Warning.
    pub fn step_warnings(&self, slave: &str) -> StepWarnings {
        let all = self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        let own = all.iter().filter(|(name, _)| name == slave);
        let mut sum = StepWarnings::default();
        own.for_each(|(_, warnings)| sum.add(warnings));
        sum
    }

    /// Prints what is held back, unless `reason`, which the user is about to see, contains it.
    pub fn release(&self, reason: &str) {
        let last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        last_words("");
        if let Some(message) = last.filter(|message| !reason.contains(&message.text)) {
            self.0.printer.log(&message);
        }
    }
}

impl LogSink for DeferredLog {
    fn log(&self, message: &LogMessage) {
        if !matches!(message.status, Status::Error | Status::Fatal) {
            return;
        }
        let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        let LogMessage { instance, status, category, text } = message;
        last_words(&format!("[{instance}] {status} {category}: {text}"));
        if let Some(before) = last.replace(message.clone()) {
            self.0.printer.log(&before);
        }
    }
}
