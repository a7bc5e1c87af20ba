//! Rows on their way to a file: put into a ring by the stepping thread, written by another one.
//!
//! Where the file is slower than the simulation, the simulation waits, so that memory does not grow with the run.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use coupling::CommunicationPoint;

use super::csv::Csv;
use super::format::{Format, Incomplete};
use super::ring::Ring;
use crate::scenario::check::{Column, ColumnKind, Place};

/// Numbers that are written at once, and how many times as many fit into the ring.
const BLOCK: usize = 1 << 13;
const BLOCKS: usize = 4;
/// A row reaches the disk this long after its communication point at the latest.
const WRITE_EVERY: Duration = Duration::from_millis(500);
/// How long the stepping thread sleeps before it looks for room again.
const NAP: Duration = Duration::from_micros(50);

/// The stepping thread's end of a result file.
pub struct Writer {
    places: Vec<Place>,
    ring: Arc<Ring>,
    /// Numbers put in so far, where the next go, how many may be put in before `written` is looked at again,
    /// and when the other thread is woken.
    taken: u64,
    place: usize,
    room: u64,
    wake: u64,
    state: Arc<State>,
    thread: Option<JoinHandle<io::Result<()>>>,
    broken: bool,
}

/// What the threads know of each other.
#[derive(Default)]
struct State {
    /// No more rows will come.
    complete: AtomicBool,
    /// The writing thread has ended.
    ended: AtomicBool,
}

impl Writer {
    /// Creates the file, in the format that its ending asks for.
    pub fn create(path: &Path, columns: &[Column]) -> io::Result<Self> {
        let format = format(path, columns)?;
        let width = columns.len() + 1;
        let rows = (BLOCK * BLOCKS).div_ceil(width).max(BLOCKS);
        let ring = Arc::new(Ring::new(path, width, rows * width)?);
        ring.set_written(0, format.sizes());
        let state = Arc::new(State::default());
        let (theirs, shared) = (ring.clone(), state.clone());
        let thread = thread::Builder::new().name("results".into());
        let thread = thread.spawn(move || {
            let written = write_all(format, &theirs, width, &shared);
            shared.ended.store(true, Ordering::Release);
            written
        })?;
        Ok(Self {
            places: columns.iter().map(|column| column.place).collect(),
            room: ring.capacity() as u64,
            ring,
            taken: 0,
            place: 0,
            wake: BLOCK as u64,
            state,
            thread: Some(thread),
            broken: false,
        })
    }

    /// Takes the row of a communication point.
    #[inline]
    pub fn write(&mut self, t: f64, point: &CommunicationPoint) -> io::Result<()> {
        let width = self.places.len() + 1;
        let taken = self.taken + width as u64;
        if taken > self.room || self.state.ended.load(Ordering::Relaxed) {
            self.wait_for_room(taken)?;
        }
        let (y, u) = (point.y.as_slice(), point.u.as_slice());
        let (energy, applied) = (point.energy.as_slice(), point.applied.as_slice());
        let values = self.places.iter().map(|place| match *place {
            Place::Output(i) => y[i],
            Place::Input(i) => u[i],
            Place::Energy(i) => energy[i],
            Place::Applied(i) => applied[i],
            Place::Told(i) => point.told[i],
        });
        self.ring.put(self.place, std::iter::once(t).chain(values));
        self.place += width;
        if self.place == self.ring.capacity() {
            self.place = 0;
        }
        self.taken = taken;
        self.ring.set_taken(taken);
        if taken >= self.wake {
            self.wake_writer();
        }
        Ok(())
    }

    #[cold]
    fn wake_writer(&mut self) {
        self.wake = self.taken + BLOCK as u64;
        self.thread.iter().for_each(|thread| thread.thread().unpark());
    }

    /// Waits until so many numbers fit in.
    #[cold]
    fn wait_for_room(&mut self, taken: u64) -> io::Result<()> {
        loop {
            self.room = self.ring.written() + self.ring.capacity() as u64;
            if self.state.ended.load(Ordering::Acquire) {
                // The file tells why; whoever asks again learns no more.
                self.join()?;
                return Err(io::Error::other("no more rows can be written"));
            }
            if taken <= self.room {
                return Ok(());
            }
            self.wake_writer();
            thread::sleep(NAP);
        }
    }

    /// Waits until all rows are written; the file is complete then.
    pub fn finish(&mut self) -> io::Result<()> {
        self.state.complete.store(true, Ordering::Release);
        self.wake_writer();
        self.join()
    }

    /// Whether there is a row.
    pub fn has_rows(&self) -> bool {
        self.taken > 0
    }

    /// Whether rows could not be written.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    fn join(&mut self) -> io::Result<()> {
        let Some(thread) = self.thread.take() else { return Ok(()) };
        let panicked = |_| Err(io::Error::other("the writing thread panicked"));
        thread.join().unwrap_or_else(panicked).inspect_err(|_| self.broken = true)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Whoever wants to know has called `finish`.
        let _ = self.finish();
    }
}

/// Whether the ending asks for Parquet, also while the file has not its final name.
pub fn is_parquet(path: &Path) -> bool {
    let name = path.as_os_str().to_string_lossy().to_ascii_lowercase();
    name.strip_suffix(super::files::PARTIAL).unwrap_or(&name).ends_with(".parquet")
}

fn format(path: &Path, columns: &[Column]) -> io::Result<Box<dyn Format>> {
    let columns = columns.iter().map(|column| (column.name.as_str(), column.kind));
    let headings: Vec<_> = std::iter::once(("time", ColumnKind::Real)).chain(columns).collect();
    #[cfg(feature = "parquet")]
    if is_parquet(path) {
        return Ok(Box::new(super::parquet::Parquet::create(path, &headings)?));
    }
    #[cfg(not(feature = "parquet"))]
    if is_parquet(path) {
        return Err(io::Error::other("this program was built without Parquet"));
    }
    Ok(Box::new(Csv::create(path, &headings)?))
}

/// The life of the writing thread.
fn write_all(
    mut format: Box<dyn Format>,
    ring: &Ring,
    width: usize,
    state: &State,
) -> io::Result<()> {
    // Whole rows, at least one.
    let block = (BLOCK / width).max(1) * width;
    let mut rows = Vec::with_capacity(block);
    let (mut written, mut last) = (0, Instant::now());
    loop {
        let complete = state.complete.load(Ordering::Acquire);
        let waiting = ring.taken() - written;
        let due = WRITE_EVERY.saturating_sub(last.elapsed());
        if waiting == 0 && complete {
            return format.finish();
        }
        if waiting < block as u64 && !complete && !due.is_zero() {
            thread::park_timeout(due);
            continue;
        }
        last = Instant::now();
        let next = written + waiting.min(block as u64);
        ring.read(written, next, &mut rows);
        if let Err(incomplete) = format.write(&rows) {
            return Err(explain(incomplete, &rows, width, ring, written));
        }
        ring.set_written(next, format.sizes());
        written = next;
    }
}

/// The error, with the last row that is in the file.
fn explain(
    Incomplete { rows: complete, error }: Incomplete,
    rows: &[f64],
    width: usize,
    ring: &Ring,
    written: u64,
) -> io::Error {
    let mut before = Vec::new();
    if written > 0 {
        ring.read(written - width as u64, written, &mut before);
    }
    let last = match complete {
        0 => before.first(),
        count => rows.get((count - 1) * width),
    };
    let last = match last {
        Some(t) => format!("the last complete row is that of t = {t} s"),
        None => "there is no complete row".into(),
    };
    io::Error::new(error.kind(), format!("{error}; {last}"))
}
