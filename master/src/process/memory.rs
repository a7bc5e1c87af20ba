//! Words that several threads write and that outlive the process which wrote them.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::AtomicU64;

use rustix::fs::{FallocateFlags, fallocate};
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};

/// Mapped memory: that of a file, which keeps it, or of this process alone.
pub struct Memory {
    words: NonNull<AtomicU64>,
    count: usize,
}

// SAFETY: nothing but atomic words can be reached through it.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// Bytes of a word.
    pub const WORD: usize = size_of::<u64>();

    /// So many words of a file, which is made long enough; `offset` is a multiple of the size of a page.
    pub fn of_file(file: &File, offset: usize, count: usize) -> io::Result<Self> {
        let (offset, size) = (offset as u64, count * Self::WORD);
        // Memory that is not there when it is written would end the process.
        fallocate(file, FallocateFlags::empty(), offset, size as u64)?;
        // SAFETY: a new mapping at a place of the system's choice; the file is as long as it.
        let address =
            unsafe { mmap(null_mut(), size, Self::protection(), MapFlags::SHARED, file, offset)? };
        Self::at(address.cast(), count)
    }

    /// So many words of this process alone.
    pub fn private(count: usize) -> io::Result<Self> {
        let size = count * Self::WORD;
        // SAFETY: a new mapping at a place of the system's choice.
        let address =
            unsafe { mmap_anonymous(null_mut(), size, Self::protection(), MapFlags::PRIVATE)? };
        Self::at(address.cast(), count)
    }

    fn protection() -> ProtFlags {
        ProtFlags::READ | ProtFlags::WRITE
    }

    fn at(address: *mut AtomicU64, count: usize) -> io::Result<Self> {
        let words = NonNull::new(address).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { words, count })
    }
}

impl Deref for Memory {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: so many words are mapped, aligned to a page, and zero at first, until this is dropped.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr(), self.count) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this size; nobody can reach it any more.
        let _ = unsafe { munmap(self.words.as_ptr().cast(), self.count * Self::WORD) };
    }
}
