//! Messages to and from a slave that lives elsewhere.
//!
//! [`Socket`](super::socket::Socket) is the end of a process on this machine, and
//! [`WorkerProcess`](super::worker_process::WorkerProcess) that of the master that has started it. Whatever else carries
//! frames, such as shared memory, TCP or MPI, is a further implementation; slave and worker know this trait only.

use std::time::{Duration, Instant};

use super::frame::Frame;
use super::protocol::Kind;

/// One end of a connection that carries whole frames, in order.
pub trait Transport: Send + Sync {
    /// Sends a complete frame. Threads that send at the same time must take turns.
    fn send(&self, frame: &[u8], deadline: Deadline) -> Result<(), ChannelError>;

    /// Waits for a frame, writes it over `frame`, and gives its kind.
    fn receive(&self, frame: &mut Frame, deadline: Deadline) -> Result<Kind, ChannelError>;

    /// How the other side ended, after sending or receiving has met `error`. If it still runs it is ended now, where
    /// that can be done.
    fn ended(&self, error: ChannelError) -> Ended;
}

/// Why no frame came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelError {
    /// The other side is gone.
    Closed,
    /// The time is up.
    TimedOut,
    /// What came is no frame, or not the one that was due.
    Malformed,
}

/// The end of the other side.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What happened, in words for the user.
    pub reason: String,
    /// The FMI function that it was in, if it was in one and that is known.
    pub call: Option<&'static str>,
    /// Whether it ended by itself, with exit code 0.
    pub in_order: bool,
}

/// Until when to wait.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// As long as it takes.
    pub const NEVER: Self = Self(None);

    /// So long from now.
    pub fn after(time: Duration) -> Self {
        Self(Instant::now().checked_add(time))
    }

    /// How long it is from `now`, if there is an end to it; an error once the time is up.
    pub fn left(self, now: Instant) -> Result<Option<Duration>, ChannelError> {
        let left = self.0.map(|deadline| deadline.saturating_duration_since(now));
        if left.is_some_and(|left| left.is_zero()) { Err(ChannelError::TimedOut) } else { Ok(left) }
    }
}
