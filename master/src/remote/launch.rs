//! The process of an FMU from its start to its end: in the master's surroundings or in a sandbox.

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, absolute};
use std::process::{Child, Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::sandbox::{Sandbox, Scratch};

/// A running process; killed, and waited for, when it is dropped.
pub struct Launched {
    /// The process.
    pub child: Child,
    /// Threads that pass on what a sandboxed process prints.
    printers: Vec<JoinHandle<()>>,
    /// Its folder, if it is sandboxed.
    scratch: Option<Scratch>,
}

impl Launched {
    /// Starts `program` as a worker; the stream is the connection to it and does not block.
    pub fn new(program: &Path, sandbox: Option<&Sandbox>) -> io::Result<(Self, UnixStream)> {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_nonblocking(true)?;
        let scratch = sandbox.map(|_| Scratch::new()).transpose()?;
        let mut command = Command::new(absolute(program)?);
        // The connection is its standard input.
        command.arg("worker").stdin(Stdio::from(OwnedFd::from(theirs)));
        if let (Some(scratch), Some(sandbox)) = (&scratch, sandbox) {
            scratch.prepare(&mut command, sandbox);
            // The master's own outputs may be files or a terminal, which can be read and emptied.
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
        }
        let mut child = start(command).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", program.display()))
        })?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let printers = [
            out.map(|from| thread::spawn(|| pass_on(from, io::stdout()))),
            err.map(|from| thread::spawn(|| pass_on(from, io::stderr()))),
        ];
        Ok((Self { child, printers: printers.into_iter().flatten().collect(), scratch }, ours))
    }

    /// Whether it is sandboxed.
    pub fn is_sandboxed(&self) -> bool {
        self.scratch.is_some()
    }

    /// Ends the process, and what of its own it may have started in a sandbox.
    pub fn kill(&mut self) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // The number of a process that has been waited for may be that of another.
        let runs = matches!(self.child.try_wait(), Ok(None));
        if let (true, Some(group)) = (self.is_sandboxed() && runs, group) {
            // Fails where the process never got so far as to have a group of its own.
            let _ = kill_process_group(group, Signal::KILL);
        }
        // Both fail only when it has ended and been waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What a printer of ours fails in concerns the terminal only.
        self.printers.drain(..).for_each(|printer| drop(printer.join()));
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts a process from a thread that lasts as long as the program: a process that asks to end with
/// its parent ends with the thread that has started it.
fn start(mut command: Command) -> io::Result<Child> {
    type Request = (Command, mpsc::Sender<io::Result<Child>>);
    static STARTER: OnceLock<mpsc::Sender<Request>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (starter, requests) = mpsc::channel::<Request>();
        thread::spawn(move || {
            for (mut command, answer) in requests {
                // Whoever does not wait for the answer does not want the process.
                let _ = answer.send(command.spawn());
            }
        });
        starter
    });
    let (answer, child) = mpsc::channel();
    match starter.send((command, answer)) {
        Ok(()) => child.recv().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into())),
        Err(mpsc::SendError((given, _))) => {
            command = given;
            command.spawn()
        }
    }
}

/// Copies what comes until the end, even when nobody can be shown it any more.
fn pass_on(mut from: impl Read, mut to: impl Write) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        let _ = to.write_all(&buffer[..count]).and_then(|()| to.flush());
    }
}
