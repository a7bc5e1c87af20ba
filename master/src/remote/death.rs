//! How the process of an FMU ended, in words for the user.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::Signal;

use super::transport::ChannelError;
use crate::process::{ended, is_outside_calls, place};

/// Said of whatever goes wrong in a sandbox: what was refused shows only in what the FMU makes of it.
pub const SANDBOX_HINT: &str = "; its sandbox may have refused it what it needs: files (see \
                                sandbox_read), memory (see sandbox_memory), network or processes";

const NO_ANSWER: &str = "the process of the FMU sent something that is no answer; the FMU probably \
                         wrote into a file that it had not opened";

/// What is known of a process that gave no answer.
pub struct Death {
    /// What the master saw.
    pub error: ChannelError,
    /// How the process ended by itself, if it did.
    pub status: Option<ExitStatus>,
    /// The FMI function that it had marked.
    pub call: Option<&'static str>,
    /// How long the master waits for an answer.
    pub timeout: Duration,
    /// Whether it ran in a sandbox.
    pub sandboxed: bool,
}

impl Death {
    /// One sentence for the user.
    pub fn reason(&self) -> String {
        let place = place(self.call);
        match (&self.error, self.status) {
            (ChannelError::TimedOut, _) => self.too_late(),
            // It may have gone on meanwhile, so that its mark says nothing.
            (ChannelError::Malformed, _) => NO_ANSWER.into(),
            (ChannelError::Closed, Some(status)) => {
                ended("the FMU", status, &place) + self.refused(status)
            }
            (ChannelError::Closed, None) => {
                format!("the FMU closed the connection of its process {place}")
            }
        }
    }

    /// What the sandbox may have to do with it.
    fn refused(&self, status: ExitStatus) -> &'static str {
        let signal = |signal: Signal| status.signal() == Some(signal.as_raw());
        if !self.sandboxed {
            ""
        } else if signal(Signal::XFSZ) {
            ", because it wrote a file beyond 1 GB, the limit of its sandbox"
        } else if signal(Signal::SYS) {
            ", because it called a function of the system that its sandbox does not have"
        } else {
            SANDBOX_HINT
        }
    }

    fn too_late(&self) -> String {
        let seconds = self.timeout.as_secs_f64();
        let missed = match self.call {
            Some(call) if !is_outside_calls(call) => format!("did not return from {call}"),
            other => format!("did not answer {}", place(other)),
        };
        format!("the FMU {missed} within {seconds} s; if it needs longer, give the slave a timeout")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(error: ChannelError, status: Option<i32>, sandboxed: bool) -> String {
        let (timeout, status) = (Duration::from_secs(5), status.map(ExitStatus::from_raw));
        Death { error, status, call: Some("fmi2DoStep"), timeout, sandboxed }.reason()
    }

    #[test]
    fn every_end_has_its_words() {
        use ChannelError::{Closed, Malformed, TimedOut};
        let crash = reason(Closed, Some(11), false);
        assert_eq!(crash, "the FMU crashed in fmi2DoStep (signal 11, SIGSEGV)");
        assert!(reason(Closed, Some(11), true).ends_with(SANDBOX_HINT));
        let late = reason(TimedOut, None, false);
        assert!(late.starts_with("the FMU did not return from fmi2DoStep within 5 s; "), "{late}");
        let long = reason(Closed, Some(Signal::XFSZ.as_raw()), true);
        assert!(long.ends_with("it wrote a file beyond 1 GB, the limit of its sandbox"), "{long}");
        assert!(reason(Malformed, None, false).contains("no answer"));
        assert!(reason(Closed, None, false).contains("closed"));
    }
}
