//! One end of the connection between the master and the process of an FMU: a Unix socket.
//!
//! Whoever waits first asks again and again, because waking a sleeping process takes several times
//! as long as the step of a small FMU; after a while it sleeps, so that waiting costs nothing.

use std::io::{ErrorKind, Read, Write};
use std::ops::Range;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::protocol::{HEAD, Kind, LONGEST};

/// How long to ask before sleeping: a few times the round trip of a small FMU.
const AWAKE: Duration = Duration::from_micros(100);

/// How often a sleeper looks whether the other side still lives; a process that it has left behind
/// may keep the connection open.
const NAP: Duration = Duration::from_millis(100);

/// Why no frame came.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The other side is gone.
    Closed,
    /// The time is up.
    TimedOut,
    /// What came is no frame, or not the one that was due.
    Garbled,
}

/// Until when to wait, and for whom.
pub struct Patience<'a> {
    /// For ever, if there is none.
    pub deadline: Option<Instant>,
    /// Whether the other side is known to have ended, where that can be asked.
    pub gone: Option<&'a mut dyn FnMut() -> bool>,
}

/// The receiving half.
pub struct Receiver {
    stream: Arc<UnixStream>,
    buffer: Vec<u8>,
    /// What of the buffer is received and not yet taken.
    filled: Range<usize>,
}

impl Receiver {
    /// Receives from a stream that must not block.
    pub fn new(stream: Arc<UnixStream>) -> Self {
        Self { stream, buffer: vec![0; 1 << 16], filled: 0..0 }
    }

    /// Waits for a frame; its payload is at the returned place until the next call.
    pub fn receive(&mut self, mut patience: Patience) -> Result<(Kind, Range<usize>), Trouble> {
        loop {
            let missing = match self.buffer[self.filled.clone()].split_first_chunk::<HEAD>() {
                None => HEAD,
                Some(([l0, l1, l2, l3, kind], rest)) => {
                    let kind = Kind::of(*kind).ok_or(Trouble::Garbled)?;
                    let length = u32::from_le_bytes([*l0, *l1, *l2, *l3]) as usize;
                    if length > LONGEST {
                        return Err(Trouble::Garbled);
                    }
                    if rest.len() >= length {
                        let begin = self.filled.start + HEAD;
                        self.filled.start = begin + length;
                        return Ok((kind, begin..begin + length));
                    }
                    HEAD + length
                }
            };
            self.make_room(missing);
            self.fill(&mut patience)?;
        }
    }

    /// The payload at a place that [`receive`](Self::receive) returned.
    pub fn payload(&self, place: Range<usize>) -> &[u8] {
        &self.buffer[place]
    }

    /// Moves what is received to the front, so that a frame of this size fits.
    fn make_room(&mut self, size: usize) {
        self.buffer.copy_within(self.filled.clone(), 0);
        self.filled = 0..self.filled.len();
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
    }

    /// Receives at least one byte.
    fn fill(&mut self, patience: &mut Patience) -> Result<(), Trouble> {
        let mut since = None;
        loop {
            match (&*self.stream).read(&mut self.buffer[self.filled.end..]) {
                Ok(0) => return Err(Trouble::Closed),
                Ok(count) => {
                    self.filled.end += count;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let now = Instant::now();
                    if now - *since.get_or_insert(now) < AWAKE {
                        std::thread::yield_now();
                    } else {
                        self.sleep(now, patience)?;
                    }
                }
                Err(_) => return Err(Trouble::Closed),
            }
        }
    }

    #[cold]
    fn sleep(&self, now: Instant, patience: &mut Patience) -> Result<(), Trouble> {
        let left = patience.deadline.map(|deadline| deadline.saturating_duration_since(now));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(Trouble::TimedOut);
        }
        let Some(gone) = &mut patience.gone else {
            wait(&self.stream, PollFlags::IN, left);
            return Ok(());
        };
        let nap = left.map_or(NAP, |left| left.min(NAP));
        let at_once = Some(Duration::ZERO);
        if !wait(&self.stream, PollFlags::IN, Some(nap))
            && gone()
            && !wait(&self.stream, PollFlags::IN, at_once)
        {
            return Err(Trouble::Closed);
        }
        Ok(())
    }
}

/// The sending half.
pub struct Sender(Arc<UnixStream>);

impl Sender {
    /// Sends over a stream that must not block.
    pub fn new(stream: Arc<UnixStream>) -> Self {
        Self(stream)
    }

    /// Sends a complete frame.
    pub fn send(&self, mut frame: &[u8], deadline: Option<Instant>) -> Result<(), Trouble> {
        while !frame.is_empty() {
            match (&*self.0).write(frame) {
                Ok(count) => frame = &frame[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
                    if left.is_some_and(|left| left.is_zero()) {
                        return Err(Trouble::TimedOut);
                    }
                    wait(&self.0, PollFlags::OUT, left);
                }
                Err(_) => return Err(Trouble::Closed),
            }
        }
        Ok(())
    }
}

/// Sleeps until the stream is ready, or the time is up; says whether anything happened.
pub fn wait(stream: &UnixStream, what: PollFlags, time: Option<Duration>) -> bool {
    let time = time.and_then(|time| Timespec::try_from(time).ok());
    let mut polled = [PollFd::new(stream, what)];
    poll(&mut polled, time.as_ref()).is_ok_and(|count| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remote::protocol::Frame;

    fn pair() -> (Sender, Receiver, Arc<UnixStream>) {
        let (a, b) = UnixStream::pair().unwrap();
        [&a, &b].into_iter().for_each(|stream| stream.set_nonblocking(true).unwrap());
        let a = Arc::new(a);
        (Sender::new(a.clone()), Receiver::new(Arc::new(b)), a)
    }

    fn within(milliseconds: u64) -> Patience<'static> {
        let deadline = Some(Instant::now() + Duration::from_millis(milliseconds));
        Patience { deadline, gone: None }
    }

    #[test]
    fn frames_arrive_whole_and_in_order_whatever_their_size() {
        let (sender, mut receiver, _) = pair();
        let sizes = [0, 1, 100_000, 3, 1_000_000, 5];
        let send = move || {
            let mut frame = Frame::default();
            for size in sizes {
                let bytes = frame.begin(Kind::Failed).text(&"x".repeat(size)).bytes().to_vec();
                sender.send(&bytes, None).unwrap();
            }
        };
        let sending = std::thread::spawn(send);
        for size in sizes {
            let (kind, place) = receiver.receive(within(10_000)).unwrap();
            assert_eq!((kind, receiver.payload(place).len()), (Kind::Failed, 4 + size));
        }
        sending.join().unwrap();
    }

    #[test]
    fn silence_an_end_and_nonsense_are_told_apart() {
        let (sender, mut receiver, stream) = pair();
        assert_eq!(receiver.receive(within(150)).unwrap_err(), Trouble::TimedOut);
        sender.send(&[1, 0, 0, 0, 99, 0], None).unwrap();
        assert_eq!(receiver.receive(within(1000)).unwrap_err(), Trouble::Garbled);
        let (sender_2, mut receiver, _) = pair();
        sender_2.send(&[255, 255, 255, 255, 0], None).unwrap();
        assert_eq!(receiver.receive(within(1000)).unwrap_err(), Trouble::Garbled);
        drop((sender, stream));
        let (sender, mut receiver, stream) = pair();
        sender.send(&[1, 0], None).unwrap();
        drop((sender, stream));
        assert_eq!(receiver.receive(within(1000)).unwrap_err(), Trouble::Closed);
    }

    #[test]
    fn a_partner_known_to_be_gone_is_not_waited_for() {
        let (_sender, mut receiver, _stream) = pair();
        let patience = Patience { deadline: None, gone: Some(&mut || true) };
        assert_eq!(receiver.receive(patience).unwrap_err(), Trouble::Closed);
    }
}
