//! The process of an FMU as the master holds it: started, asked, and its end explained.

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use tempfile::TempPath;

use super::channel::{Patience, Receiver, Sender, Trouble};
use super::death::Death;
use super::launch::Launched;
use super::notes::Notebook;
use super::protocol::{Kind, Payload};
use crate::sandbox::Sandbox;

/// The variable with the program that serves FMUs, where the running one does not.
const WORKER: &str = "MACROSTEP_WORKER";

static GIVEN: OnceLock<PathBuf> = OnceLock::new();

/// Names the `macrostep` program that serves isolated FMUs, for programs that use this library;
/// only the first call counts. Else it is the one in `MACROSTEP_WORKER`, or the running program.
pub fn use_worker(program: impl Into<PathBuf>) {
    GIVEN.get_or_init(|| program.into());
}

/// A process whose connection has closed has ended, or is about to: this long is waited for it.
const END: Duration = Duration::from_secs(2);

/// A running process; killed, and waited for, when it is dropped.
pub struct Process {
    launched: Launched,
    sender: Sender,
    receiver: Receiver,
    notes: Notebook,
    timeout: Duration,
}

impl Process {
    /// Starts a process that waits for its first frame; it opens the notebook at the path.
    pub fn spawn(timeout: Duration, sandbox: Option<&Sandbox>) -> io::Result<(Self, TempPath)> {
        let (notes, path) = Notebook::new()?;
        let (launched, stream) = Launched::new(&program()?, sandbox)?;
        let stream = Arc::new(stream);
        let (sender, receiver) = (Sender::new(stream.clone()), Receiver::new(stream));
        Ok((Self { launched, sender, receiver, notes, timeout }, path))
    }

    /// Sends a request and waits for its answer, whose payload is at the returned place; messages
    /// on the way go to `log`. The error says how the process ended.
    pub fn ask(
        &mut self,
        request: &[u8],
        mut log: impl FnMut(Kind, Payload),
    ) -> Result<(Kind, Range<usize>), String> {
        let deadline = Instant::now().checked_add(self.timeout);
        // When it is gone already, its last messages and how it ended are still to be had.
        let sent = self.sender.send(request, deadline);
        loop {
            let gone = &mut || !matches!(self.launched.child.try_wait(), Ok(None));
            let answer = self.receiver.receive(Patience { deadline, gone: Some(gone) });
            match (answer, &sent) {
                (Ok((kind @ (Kind::Log | Kind::StepWarned), place)), _) => {
                    log(kind, Payload(self.receiver.payload(place)));
                }
                (Ok(answer), Ok(())) => return Ok(answer),
                (Ok(_), Err(_)) => return Err(self.explain(Trouble::Garbled)),
                (Err(trouble), _) => return Err(self.explain(trouble)),
            }
        }
    }

    /// The payload of an answer.
    pub fn payload(&self, place: Range<usize>) -> Payload<'_> {
        Payload(self.receiver.payload(place))
    }

    /// The last note of the process.
    pub fn note(&self) -> String {
        self.notes.last()
    }

    /// Ends the process and says what happened to it.
    pub fn explain(&mut self, trouble: Trouble) -> String {
        let status = match trouble {
            Trouble::Closed => self.ended_within(END),
            Trouble::TimedOut | Trouble::Garbled => None,
        };
        self.launched.kill();
        let (timeout, sandboxed) = (self.timeout, self.launched.is_sandboxed());
        Death { trouble, status, note: &self.notes.last(), timeout, sandboxed }.reason()
    }

    /// Waits for a process that has nothing more to do; the error says how it failed even so.
    pub fn leave(&mut self) -> Result<(), String> {
        match self.ended_within(self.timeout) {
            Some(status) if status.success() => Ok(()),
            Some(_) => Err(self.explain(Trouble::Closed)),
            None => Err(self.explain(Trouble::TimedOut)),
        }
    }

    fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.launched.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begin.elapsed() < time => thread::sleep(Duration::from_micros(200)),
                _ => return None,
            }
        }
    }
}

fn program() -> io::Result<PathBuf> {
    if let Some(given) = GIVEN.get() {
        return Ok(given.clone());
    }
    env::var_os(WORKER).map_or_else(env::current_exe, |path| Ok(path.into()))
}
