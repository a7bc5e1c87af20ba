//! The process of an FMU from its start to its end: in the master's surroundings or in a sandbox.

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, absolute};
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};

use crate::process::{ChildProcess, PageReader};
use crate::sandbox::{Sandbox, Scratch};

/// A running process; killed, and waited for, when it is dropped.
pub struct Launched {
    /// The process.
    pub process: ChildProcess,
    /// Threads that pass on what a sandboxed process prints.
    printers: Vec<JoinHandle<()>>,
    /// Its folder, if it is sandboxed.
    scratch: Option<Scratch>,
}

impl Launched {
    /// Starts `program` as a worker with this page; the stream is the connection to it.
    pub fn new(
        program: &Path,
        sandbox: Option<&Sandbox>,
        page: &PageReader,
    ) -> io::Result<(Self, UnixStream)> {
        let (ours, theirs) = UnixStream::pair()?;
        let scratch = sandbox.map(|_| Scratch::new()).transpose()?;
        let mut command = Command::new(absolute(program)?);
        // The connection is its standard input.
        command.arg("worker").stdin(Stdio::from(OwnedFd::from(theirs)));
        if let (Some(scratch), Some(sandbox)) = (&scratch, sandbox) {
            scratch.prepare(&mut command, sandbox);
            // The master's own outputs may be files or a terminal, which can be read and emptied.
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
        }
        page.give(&mut command);
        let mut process = ChildProcess::start(command).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", program.display()))
        })?;
        let (out, err) = process.outputs();
        let printers = [
            out.map(|from| thread::spawn(|| pass_on(from, io::stdout()))),
            err.map(|from| thread::spawn(|| pass_on(from, io::stderr()))),
        ];
        Ok((Self { process, printers: printers.into_iter().flatten().collect(), scratch }, ours))
    }

    /// Whether it is sandboxed.
    pub fn is_sandboxed(&self) -> bool {
        self.scratch.is_some()
    }

    /// Ends the process, and what of its own it may have started in a sandbox.
    pub fn kill(&mut self) {
        self.process.kill();
        // What a printer of ours fails in concerns the terminal only.
        self.printers.drain(..).for_each(|printer| drop(printer.join()));
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Copies what comes until the end, even when nobody can be shown it any more.
fn pass_on(mut from: impl Read, mut to: impl Write) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        let _ = to.write_all(&buffer[..count]).and_then(|()| to.flush());
    }
}
