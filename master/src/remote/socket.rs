//! Frames over a Unix socket.
//!
//! Whoever waits first asks again and again, because waking a sleeping process takes several times
//! as long as the step of a small FMU; after a while it sleeps, so that waiting costs nothing.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::frame::{Frame, HEAD, LONGEST};
use super::protocol::Kind;
use super::transport::{ChannelError, Deadline, Ended, Transport};

/// How long to ask before sleeping: a few times the round trip of a small FMU.
const AWAKE: Duration = Duration::from_micros(100);

/// How often a sleeper looks whether the other side still lives; a process that it has left behind
/// may keep the connection open.
const NAP: Duration = Duration::from_millis(100);

/// One end of the connection.
pub struct Socket {
    stream: UnixStream,
    inbox: Mutex<Inbox>,
}

/// What has been received.
struct Inbox {
    buffer: Vec<u8>,
    /// What of the buffer is received and not yet taken.
    filled: Range<usize>,
}

impl Socket {
    /// Frames over this stream, which does not block from now on.
    pub fn new(stream: UnixStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        let inbox = Mutex::new(Inbox { buffer: vec![0; 1 << 16], filled: 0..0 });
        Ok(Self { stream, inbox })
    }

    /// Standard input as the connection; FMUs that read theirs find nothing there.
    pub fn from_stdin() -> io::Result<Self> {
        let stream = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
        stream.peer_addr()?;
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        Self::new(stream)
    }

    /// The open file that it is.
    pub fn descriptor(&self) -> RawFd {
        self.stream.as_raw_fd()
    }

    /// Waits for a frame as [`receive`](Transport::receive) does, unless `gone`, where it can be asked, says
    /// that the other side has ended.
    pub fn receive_unless(
        &self,
        gone: Option<&dyn Fn() -> bool>,
        frame: &mut Frame,
        deadline: Deadline,
    ) -> Result<Kind, ChannelError> {
        let mut inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let missing = match inbox.next_size()? {
                Some(size) if inbox.filled.len() >= size => return inbox.take(size, frame),
                Some(size) => size,
                None => HEAD,
            };
            inbox.make_room(missing);
            self.fill(&mut inbox, gone, deadline)?;
        }
    }

    /// Receives at least one byte.
    fn fill(
        &self,
        inbox: &mut Inbox,
        gone: Option<&dyn Fn() -> bool>,
        deadline: Deadline,
    ) -> Result<(), ChannelError> {
        let mut since = None;
        loop {
            match (&self.stream).read(&mut inbox.buffer[inbox.filled.end..]) {
                Ok(0) => return Err(ChannelError::Closed),
                Ok(count) => {
                    inbox.filled.end += count;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let now = Instant::now();
                    if now - *since.get_or_insert(now) < AWAKE {
                        std::thread::yield_now();
                    } else {
                        self.sleep(now, gone, deadline)?;
                    }
                }
                Err(_) => return Err(ChannelError::Closed),
            }
        }
    }

    #[cold]
    fn sleep(
        &self,
        now: Instant,
        gone: Option<&dyn Fn() -> bool>,
        deadline: Deadline,
    ) -> Result<(), ChannelError> {
        let left = deadline.left(now)?;
        let comes = |time| wait(&self.stream, PollFlags::IN, time);
        let Some(gone) = gone else {
            comes(left);
            return Ok(());
        };
        let nap = left.map_or(NAP, |left| left.min(NAP));
        if !comes(Some(nap)) && gone() && !comes(Some(Duration::ZERO)) {
            return Err(ChannelError::Closed);
        }
        Ok(())
    }
}

impl Inbox {
    /// The size of the next frame with its head, if the head is there.
    fn next_size(&self) -> Result<Option<usize>, ChannelError> {
        let head = self.buffer[self.filled.clone()].first_chunk::<HEAD>();
        let Some([l0, l1, l2, l3, _]) = head else { return Ok(None) };
        let length = u32::from_le_bytes([*l0, *l1, *l2, *l3]) as usize;
        if length > LONGEST { Err(ChannelError::Malformed) } else { Ok(Some(HEAD + length)) }
    }

    /// Moves a frame of this size, which is there, to `frame`.
    fn take(&mut self, size: usize, frame: &mut Frame) -> Result<Kind, ChannelError> {
        let begin = self.filled.start;
        self.filled.start += size;
        frame.copy_from(&self.buffer[begin..begin + size]).ok_or(ChannelError::Malformed)
    }

    /// Moves what is received to the front, so that a frame of this size fits.
    fn make_room(&mut self, size: usize) {
        self.buffer.copy_within(self.filled.clone(), 0);
        self.filled = 0..self.filled.len();
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
    }
}

/// The end of the process that was started; the other side is the master.
impl Transport for Socket {
    fn send(&self, mut frame: &[u8], deadline: Deadline) -> Result<(), ChannelError> {
        while !frame.is_empty() {
            match (&self.stream).write(frame) {
                Ok(count) => frame = &frame[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait(&self.stream, PollFlags::OUT, deadline.left(Instant::now())?);
                }
                Err(_) => return Err(ChannelError::Closed),
            }
        }
        Ok(())
    }

    fn receive(&self, frame: &mut Frame, deadline: Deadline) -> Result<Kind, ChannelError> {
        self.receive_unless(None, frame, deadline)
    }

    fn ended(&self, error: ChannelError) -> Ended {
        let reason = match error {
            ChannelError::Closed => "the master has ended",
            ChannelError::TimedOut => "the master does not answer",
            ChannelError::Malformed => "the master sent something that is no request",
        };
        Ended { reason: reason.into(), call: None, in_order: error == ChannelError::Closed }
    }
}

/// Sleeps until the stream is ready, or the time is up; says whether anything happened.
fn wait(stream: &UnixStream, what: PollFlags, time: Option<Duration>) -> bool {
    let time = time.and_then(|time| Timespec::try_from(time).ok());
    let mut polled = [PollFd::new(stream, what)];
    poll(&mut polled, time.as_ref()).is_ok_and(|count| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (Socket, Socket) {
        let (a, b) = UnixStream::pair().unwrap();
        (Socket::new(a).unwrap(), Socket::new(b).unwrap())
    }

    fn receive(socket: &Socket, milliseconds: u64) -> Result<Kind, ChannelError> {
        socket.receive(&mut Frame::default(), Deadline::after(Duration::from_millis(milliseconds)))
    }

    #[test]
    fn frames_arrive_whole_and_in_order_whatever_their_size() {
        let (ours, theirs) = pair();
        let sizes = [0, 1, 100_000, 3, 1_000_000, 5];
        let send = move || {
            let mut frame = Frame::default();
            for size in sizes {
                frame.begin(Kind::Failed).text(&"x".repeat(size));
                ours.send(frame.bytes(), Deadline::NEVER).unwrap();
            }
        };
        let sending = std::thread::spawn(send);
        let mut frame = Frame::default();
        for size in sizes {
            let kind = theirs.receive(&mut frame, Deadline::after(Duration::from_secs(10)));
            let text = frame.payload().text().unwrap();
            assert_eq!((kind, text.len()), (Ok(Kind::Failed), size));
        }
        sending.join().unwrap();
    }

    #[test]
    fn silence_an_end_and_nonsense_are_told_apart() {
        let (ours, theirs) = pair();
        assert_eq!(receive(&theirs, 150), Err(ChannelError::TimedOut));
        ours.send(&[1, 0, 0, 0, 99, 0], Deadline::NEVER).unwrap();
        assert_eq!(receive(&theirs, 1000), Err(ChannelError::Malformed));
        let (ours, theirs) = pair();
        ours.send(&[255, 255, 255, 255, 0], Deadline::NEVER).unwrap();
        assert_eq!(receive(&theirs, 1000), Err(ChannelError::Malformed));
        let (ours, theirs) = pair();
        ours.send(&[1, 0], Deadline::NEVER).unwrap();
        drop(ours);
        assert_eq!(receive(&theirs, 1000), Err(ChannelError::Closed));
    }

    #[test]
    fn a_partner_known_to_be_gone_is_not_waited_for() {
        let (_ours, theirs) = pair();
        let received =
            theirs.receive_unless(Some(&|| true), &mut Frame::default(), Deadline::NEVER);
        assert_eq!(received, Err(ChannelError::Closed));
    }
}
