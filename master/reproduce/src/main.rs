//! `macrostep reproduce`: tables and figures of publications, found again by the production code on exported FMUs.
//!
//! An [`Entry`](entry::Entry) is one table or figure. It runs scenarios through the same pipeline as
//! `macrostep run` and gives [`Figure`](figure::Figure)s, each beside the number printed in the publication, the one
//! found by an independent implementation, an inequality of our own, or several of these. The numbers to meet lie in
//! `data/`; each file says where they come from.

mod bench;
mod bound;
mod busch;
mod catalogue;
mod command;
mod entry;
mod error;
mod figure;
mod friedrich;
mod gonzalez;
mod json_number;
mod local_error;
mod monolithic;
mod pages;
mod picture;
mod report;
mod schweizer_lu;
mod search;
mod spread;
mod target;
mod zhang;

use std::process::ExitCode;

use clap::Parser;
use macrostep::supervisor::supervised;

fn main() -> ExitCode {
    let arguments = command::Arguments::parse();
    supervised(|| command::run(&arguments).err().map_or(0, |failure| failure.tell()))
}
