//! Rows on their way from the stepping thread to the file: a ring of numbers in memory that outlives a crash.
//!
//! The stepping thread moves `taken`, the writing thread `written`, together with the size that the files have then:
//! whatever happens, rows between the two are in the ring and all others are in the files.

use std::path::Path;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::format::Sizes;
use crate::process::{self, Memory};

/// Numbers that the stepping thread has put in, all in all.
const TAKEN: usize = 0;
/// Which of the two records of what is written holds; each has `written` and the sizes.
const WHICH: usize = 8;
const WRITTEN: [usize; 2] = [16, 24];
/// Numbers of a row.
const WIDTH: usize = 32;
/// Where the numbers begin.
const NUMBERS: usize = 40;

/// The ring.
pub struct Ring(Memory);

impl Ring {
    /// A ring for so many numbers, a whole number of rows of this width, on their way to this file.
    pub fn new(path: &Path, width: usize, capacity: usize) -> std::io::Result<Self> {
        let ring = Self(process::rows(path.as_os_str().as_encoded_bytes(), NUMBERS + capacity)?);
        ring.0[WIDTH].store(width as u64, Release);
        Ok(ring)
    }

    /// How many numbers fit in.
    pub fn capacity(&self) -> usize {
        self.0.len() - NUMBERS
    }

    /// Puts a row in at a place, which must be free.
    #[inline(always)]
    pub fn put(&self, place: usize, row: impl Iterator<Item = f64>) {
        for (word, number) in self.0[NUMBERS + place..].iter().zip(row) {
            word.store(number.to_bits(), Relaxed);
        }
    }

    /// So many numbers have been put in.
    #[inline(always)]
    pub fn set_taken(&self, taken: u64) {
        self.0[TAKEN].store(taken, Release);
    }

    /// How many numbers have been put in.
    pub fn taken(&self) -> u64 {
        self.0[TAKEN].load(Acquire)
    }

    /// How many numbers are in the file.
    pub fn written(&self) -> u64 {
        self.0[WRITTEN[self.which()]].load(Acquire)
    }

    /// So many numbers are in the files, which have these sizes now.
    pub fn set_written(&self, written: u64, sizes: Sizes) {
        let other = 1 - self.which();
        for (word, value) in self.0[WRITTEN[other]..].iter().zip([written, sizes.0, sizes.1]) {
            word.store(value, Release);
        }
        self.0[WHICH].store(other as u64, Release);
    }

    fn which(&self) -> usize {
        (self.0[WHICH].load(Acquire) & 1) as usize
    }

    /// Takes out the numbers from one count to another.
    pub fn read(&self, from: u64, to: u64, numbers: &mut Vec<f64>) {
        let capacity = self.capacity() as u64;
        numbers.clear();
        numbers.extend(
            (from..to)
                .map(|k| f64::from_bits(self.0[NUMBERS + (k % capacity) as usize].load(Relaxed))),
        );
    }
}

/// What was in a ring when its process ended.
pub struct Left {
    /// Sizes of the files.
    pub sizes: Sizes,
    /// Rows that are not in the files.
    pub rows: Vec<f64>,
}

impl Left {
    /// Reads the words of a ring; none if they make no sense.
    pub fn of(words: &[u64]) -> Option<Self> {
        let record = WRITTEN[(*words.get(WHICH)? & 1) as usize];
        let (taken, written) = (words[TAKEN], *words.get(record)?);
        let numbers = words.get(NUMBERS..).filter(|numbers| !numbers.is_empty())?;
        let (capacity, width) = (numbers.len() as u64, words[WIDTH]);
        if width == 0
            || taken < written
            || taken - written > capacity
            || !(taken - written).is_multiple_of(width)
        {
            return None;
        }
        let number = |k: u64| f64::from_bits(numbers[(k % capacity) as usize]);
        let rows = (written..taken).map(number).collect();
        Some(Self { sizes: Sizes(words[record + 1], words[record + 2]), rows })
    }
}
