//! Rows on their way to a file: gathered by the stepping thread, written by another one.
//!
//! Rows travel in blocks that come back when they are written, so that memory does not grow with the run:
//! where the file is slower than the simulation, the simulation waits.

use std::io;
use std::mem;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use coupling::scheme::Outcome;

use super::csv::Csv;
use crate::scenario::check::{Column, Place};

/// Numbers in a block, and blocks.
const BLOCK: usize = 1 << 13;
const BLOCKS: usize = 4;
/// The clock is looked at once in this many rows.
const ROWS_PER_LOOK: u32 = 64;
/// What is recorded reaches the disk at least this often while rows come.
const FLUSH_EVERY: Duration = Duration::from_millis(500);

/// A file of rows.
pub trait Format: Send {
    /// Takes rows, each the time and then a value for each column.
    fn write(&mut self, rows: &[f64]) -> io::Result<()>;

    /// Lets everything reach the disk.
    fn flush(&mut self) -> io::Result<()>;

    /// Completes the file.
    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}

/// Rows, and whether they are to reach the disk at once.
struct Block {
    rows: Vec<f64>,
    flush: bool,
}

/// The stepping thread's end of a result file.
pub struct Writer {
    places: Vec<Place>,
    block: Vec<f64>,
    written: Option<(SyncSender<Block>, JoinHandle<io::Result<()>>)>,
    returned: Receiver<Vec<f64>>,
    rows: u32,
    flushed: Instant,
}

impl Writer {
    /// Creates the file, in the format that its ending asks for.
    pub fn create(path: &Path, columns: &[Column]) -> io::Result<Self> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                let reason = format!("the folder {} cannot be made: {error}", folder.display());
                io::Error::new(error.kind(), reason)
            })?;
        }
        let format = format(path, columns)?;
        let places: Vec<Place> = columns.iter().map(|column| column.place).collect();
        let room = BLOCK + places.len() + 1;
        let (sender, blocks) = sync_channel(BLOCKS);
        let (give_back, returned) = sync_channel(BLOCKS);
        for _ in 1..BLOCKS {
            give_back.send(Vec::with_capacity(room)).map_err(io::Error::other)?;
        }
        let thread = thread::Builder::new().name("results".into());
        let thread = thread.spawn(move || write_all(format, &blocks, &give_back))?;
        Ok(Self {
            places,
            block: Vec::with_capacity(room),
            written: Some((sender, thread)),
            returned,
            rows: 0,
            flushed: Instant::now(),
        })
    }

    /// Takes the row of a communication point.
    #[inline]
    pub fn write(&mut self, t: f64, point: &Outcome) -> io::Result<()> {
        let (y, u) = (point.y.as_slice(), point.u.as_slice());
        let (energy, applied) = (point.energy.as_slice(), point.applied.as_slice());
        self.block.push(t);
        self.block.extend(self.places.iter().map(|place| match *place {
            Place::Output(i) => y[i],
            Place::Input(i) => u[i],
            Place::Energy(i) => energy[i],
            Place::Applied(i) => applied[i],
        }));
        self.rows = self.rows.wrapping_add(1);
        if self.block.len() >= BLOCK {
            return self.send(false);
        }
        if self.rows.is_multiple_of(ROWS_PER_LOOK) && self.flushed.elapsed() > FLUSH_EVERY {
            self.flushed = Instant::now();
            return self.send(true);
        }
        Ok(())
    }

    /// Hands the block over and takes an empty one.
    fn send(&mut self, flush: bool) -> io::Result<()> {
        let rows = mem::take(&mut self.block);
        let sent = self.written.as_ref().map(|(sender, _)| sender.send(Block { rows, flush }));
        match (sent, self.returned.recv()) {
            (Some(Ok(())), Ok(empty)) => {
                self.block = empty;
                Ok(())
            }
            // The other thread has ended early: the file tells why.
            _ => self.join(),
        }
    }

    /// Waits until all rows are written; the file is complete then.
    pub fn finish(&mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.send(true)?;
        }
        self.join()
    }

    fn join(&mut self) -> io::Result<()> {
        let Some((sender, thread)) = self.written.take() else { return Ok(()) };
        drop(sender);
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the writing thread panicked")))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Whoever wants to know has called `finish`.
        let _ = self.finish();
    }
}

/// Whether the ending asks for Parquet.
pub fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"))
}

fn format(path: &Path, columns: &[Column]) -> io::Result<Box<dyn Format>> {
    #[cfg(feature = "parquet")]
    if is_parquet(path) {
        return Ok(Box::new(super::parquet::Parquet::create(path, columns)?));
    }
    #[cfg(not(feature = "parquet"))]
    if is_parquet(path) {
        return Err(io::Error::other("this program was built without Parquet"));
    }
    Ok(Box::new(Csv::create(path, columns)?))
}

/// The life of the writing thread.
fn write_all(
    mut format: Box<dyn Format>,
    blocks: &Receiver<Block>,
    give_back: &SyncSender<Vec<f64>>,
) -> io::Result<()> {
    for Block { mut rows, flush } in blocks {
        format.write(&rows)?;
        if flush {
            format.flush()?;
        }
        rows.clear();
        // Nobody takes blocks back any more once the run is over.
        let _ = give_back.try_send(rows);
    }
    format.finish()
}
