//! A child process from its start to its end.

use std::io;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Pauses between two looks at a process grow from the first to the second.
const PAUSES: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(5)];

/// A child process; killed, and waited for, when it is dropped.
pub struct ChildProcess(Child);

impl ChildProcess {
    /// Starts a process from a thread that lasts as long as this program: a process that asks to end with its
    /// parent ends with the thread that has started it.
    pub fn start(command: Command) -> io::Result<Self> {
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
        let child = match starter.send((command, answer)) {
            Ok(()) => child.recv().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into())),
            Err(mpsc::SendError((mut command, _))) => command.spawn(),
        };
        child.map(Self)
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// What it prints, where that was asked for; to be had once.
    pub fn outputs(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (self.0.stdout.take(), self.0.stderr.take())
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait()
    }

    /// Waits for its end; none if it runs longer than `time`, in which case it goes on.
    pub fn ended_within(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        let begin = Instant::now();
        let mut pause = PAUSES[0];
        loop {
            let status = self.0.try_wait()?;
            if status.is_some() || begin.elapsed() >= time {
                return Ok(status);
            }
            thread::sleep(pause);
            pause = (2 * pause).min(PAUSES[1]);
        }
    }

    /// Ends it, and the group of processes that it leads, if it does.
    pub fn kill(&mut self) {
        // The number of a process that has been waited for may be that of another.
        if !self.has_ended() {
            self.kill_group();
        }
        // Both fail only when it has ended and been waited for.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, getpgid, kill_process_group};
        let id = i32::try_from(self.id()).ok().and_then(Pid::from_raw);
        if let Some(id) = id.filter(|id| getpgid(Some(*id)) == Ok(*id)) {
            let _ = kill_process_group(id, Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
