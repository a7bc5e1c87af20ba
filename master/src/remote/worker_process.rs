//! A slave in another process of this machine: a socket carries the frames, and a page in shared memory tells in which
//! FMI function the process was when it ended.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use std::{env, io};

use coupling::slave::Slave;

use super::death::Death;
use super::frame::Frame;
use super::launch::Launched;
use super::protocol::Kind;
use super::slave::RemoteSlave;
use super::socket::Socket;
use super::spec::SlaveSpec;
use super::transport::{ChannelError, Deadline, Ended, Transport};
use super::worker::serve_over;
use crate::fmi::{FmuError, LogSink};
use crate::process::{PageReader, end_with_parent, open_page};
use crate::sandbox::{Sandbox, close_inherited, confine};

/// The variable with the program that serves FMUs, where the running one does not.
const WORKER: &str = "MACROSTEP_WORKER";

const BY_HAND: &str = "macrostep worker is started by macrostep itself, for an FMU in a process of \
                       its own; set isolation = \"process\" or give --isolate";

/// A process whose connection has closed has ended, or is about to: this long is waited for it.
const END: Duration = Duration::from_secs(2);

static GIVEN: OnceLock<PathBuf> = OnceLock::new();

/// Names the `macrostep` program that serves isolated FMUs, for programs that use this library;
/// only the first call counts. Else it is the one in `MACROSTEP_WORKER`, or the running program.
pub fn use_worker(program: impl Into<PathBuf>) {
    GIVEN.get_or_init(|| program.into());
}

/// Opens an FMU in a process of its own, which may take `timeout` for any answer.
pub fn isolate(
    spec: &SlaveSpec,
    timeout: Duration,
    sink: Box<dyn LogSink>,
) -> Result<Box<dyn Slave>, FmuError> {
    let process = WorkerProcess::start(timeout, spec.sandbox.as_ref());
    let process = process.map_err(|error| FmuError::Elsewhere {
        message: format!("\"{}\": no process of its own could be started: {error}", spec.name),
    })?;
    Ok(Box::new(RemoteSlave::open(Box::new(process), spec, timeout, sink)?))
}

/// The master's end; the other side is the process of an FMU.
pub struct WorkerProcess {
    socket: Socket,
    launched: Mutex<Launched>,
    page: PageReader,
    timeout: Duration,
}

impl WorkerProcess {
    /// Starts a process that waits for its first frame, and may take `timeout` for any answer.
    fn start(timeout: Duration, sandbox: Option<&Sandbox>) -> io::Result<Self> {
        let page = PageReader::new()?;
        let (launched, stream) = Launched::new(&program()?, sandbox, &page)?;
        Ok(Self { socket: Socket::new(stream)?, launched: Mutex::new(launched), page, timeout })
    }

    fn launched(&self) -> MutexGuard<'_, Launched> {
        self.launched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Transport for WorkerProcess {
    fn send(&self, frame: &[u8], deadline: Deadline) -> Result<(), ChannelError> {
        self.socket.send(frame, deadline)
    }

    fn receive(&self, frame: &mut Frame, deadline: Deadline) -> Result<Kind, ChannelError> {
        let gone = || self.launched().process.has_ended();
        self.socket.receive_unless(Some(&gone), frame, deadline)
    }

    fn ended(&self, error: ChannelError) -> Ended {
        let mut launched = self.launched();
        let status = match error {
            ChannelError::Closed => launched.process.ended_within(END).ok().flatten(),
            ChannelError::TimedOut | ChannelError::Malformed => None,
        };
        launched.kill();
        let (timeout, sandboxed, call) = (self.timeout, launched.is_sandboxed(), self.page.call());
        let reason = Death { error, status, call, timeout, sandboxed }.reason();
        Ended { reason, call, in_order: status.is_some_and(|status| status.success()) }
    }
}

fn program() -> io::Result<PathBuf> {
    if let Some(given) = GIVEN.get() {
        return Ok(given.clone());
    }
    env::var_os(WORKER).map_or_else(env::current_exe, |path| Ok(path.into()))
}

/// The process's side: serves the master at the other end of standard input.
pub fn serve() -> Result<(), String> {
    let socket = Socket::from_stdin().map_err(|error| format!("{BY_HAND} ({error})"))?;
    end_with_parent();
    let descriptor = socket.descriptor();
    serve_over(Arc::new(socket), |spec| {
        if spec.sandbox.is_some() {
            close_inherited(&[descriptor]).map_err(|error| error.to_string())?;
        }
        open_page().map_err(|error| format!("the page for its marks cannot be opened: {error}"))?;
        let Some(sandbox) = &spec.sandbox else { return Ok(()) };
        confine(sandbox, &spec.folder)
            .map_err(|error| format!("the sandbox of its process cannot be set up: {error}"))
    })
}
