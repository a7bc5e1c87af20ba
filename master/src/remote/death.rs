//! How the process of an FMU ended, in words for the user.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::Signal;

use super::channel::Trouble;
use crate::process::{ended, place};

/// Said of whatever goes wrong in a sandbox: what was refused shows only in what the FMU makes of it.
pub const SANDBOX_HINT: &str = "; its sandbox may have refused it what it needs: files (see \
                                sandbox_read), memory (see sandbox_memory), network or processes";

/// What is known of a process that gave no answer.
pub struct Death<'a> {
    /// What the master saw.
    pub trouble: Trouble,
    /// How the process ended by itself, if it did.
    pub status: Option<ExitStatus>,
    /// The last note.
    pub note: &'a str,
    /// How long the master waits for an answer.
    pub timeout: Duration,
    /// Whether it ran in a sandbox.
    pub sandboxed: bool,
}

impl Death<'_> {
    /// One sentence for the user.
    pub fn reason(&self) -> String {
        let place = place(Some(self.note).filter(|note| !note.is_empty()));
        match (&self.trouble, self.status) {
            (Trouble::TimedOut, _) => self.too_late(),
            // It may have gone on meanwhile, so that its note says nothing.
            (Trouble::Garbled, _) => {
                "the process of the FMU sent something that is no answer; the \
                                      FMU probably wrote into a file that it had not opened"
                    .into()
            }
            (Trouble::Closed, Some(status)) => {
                ended("the FMU", status, &place) + self.refused(status)
            }
            (Trouble::Closed, None) => {
                format!("the FMU closed the connection of its process {place}")
            }
        }
    }

    /// What the sandbox may have to do with it.
    fn refused(&self, status: ExitStatus) -> &'static str {
        let signal = |signal: Signal| status.signal() == Some(signal.as_raw());
        match self.sandboxed {
            false => "",
            true if signal(Signal::XFSZ) => {
                ", because it wrote a file beyond 1 GB, the limit of its sandbox"
            }
            true if signal(Signal::SYS) => {
                ", because it called a function of the system that its sandbox does not have"
            }
            true => SANDBOX_HINT,
        }
    }

    fn too_late(&self) -> String {
        let seconds = self.timeout.as_secs_f64();
        let missed = match self.note {
            note if note.starts_with("fmi2") => format!("did not return from {note}"),
            note => format!("did not answer {}", place(Some(note).filter(|note| !note.is_empty()))),
        };
        format!("the FMU {missed} within {seconds} s; if it needs longer, give the slave a timeout")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::LOADING;

    fn reason(trouble: Trouble, status: Option<i32>, note: &str) -> String {
        let timeout = Duration::from_secs(5);
        let status = status.map(ExitStatus::from_raw);
        Death { trouble, status, note, timeout, sandboxed: false }.reason()
    }

    #[test]
    fn every_end_has_its_words() {
        use Trouble::{Closed, Garbled, TimedOut};
        let crash = reason(Closed, Some(11), "fmi2DoStep");
        assert_eq!(crash, "the FMU crashed in fmi2DoStep (signal 11, SIGSEGV)");
        let exit = reason(Closed, Some(7 << 8), "fmi2DoStep");
        assert_eq!(exit, "the FMU ended its process in fmi2DoStep (exit code 7)");
        let late = reason(TimedOut, None, "fmi2DoStep");
        assert!(late.starts_with("the FMU did not return from fmi2DoStep within 5 s; "), "{late}");
        let load = reason(Closed, Some(6), LOADING);
        assert_eq!(load, "the FMU crashed while its library was loaded (signal 6, SIGABRT)");
        let killed = reason(Closed, Some(9), "");
        assert_eq!(killed, "the FMU was killed between two calls (signal 9, SIGKILL)");
        let status = Some(ExitStatus::from_raw(Signal::XFSZ.as_raw()));
        let timeout = Duration::from_secs(5);
        let note = "fmi2DoStep";
        let long = Death { trouble: Closed, status, note, timeout, sandboxed: true }.reason();
        assert!(long.ends_with("it wrote a file beyond 1 GB, the limit of its sandbox"), "{long}");
        assert!(reason(Garbled, None, "").contains("no answer"));
        assert!(reason(Closed, None, "fmi2Reset").contains("closed"));
    }
}
