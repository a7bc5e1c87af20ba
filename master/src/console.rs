//! Printing that never ends a run.
//!
//! `print!`, `println!` and `eprintln!` of the standard library panic when they cannot write, for example because
//! the reader of a pipe is gone. These take their place in this crate, and in others that import them: what cannot be
//! written is dropped.

use std::fmt::Arguments;
use std::io::{Write, stderr, stdout};

/// Writes to standard output as far as that is possible.
pub fn out(text: Arguments) {
    let mut stream = stdout().lock();
    // Nobody reads it any more, or it is full: there is nothing left to tell it to.
    let _ = stream.write_fmt(text).and_then(|()| stream.flush());
}

/// Writes to standard error as far as that is possible.
pub fn err(text: Arguments) {
    let _ = stderr().lock().write_fmt(text);
}

/// Prints to standard output as far as that is possible.
#[macro_export]
macro_rules! print {
    ($($text:tt)*) => { $crate::console::out(format_args!($($text)*)) };
}

/// Prints a line to standard output as far as that is possible.
#[macro_export]
macro_rules! println {
    () => { $crate::console::out(format_args!("\n")) };
    ($($text:tt)*) => { $crate::console::out(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints a line to standard error as far as that is possible.
#[macro_export]
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::console::err(format_args!("{}\n", format_args!($($text)*))) };
}
