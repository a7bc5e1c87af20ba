//! Chapter 4: engines, whole and cut.

mod case;
mod difference;
mod energy;
mod engine;
mod reference;
mod short;
mod signal;
mod table_4_4;
mod trajectories;

use crate::entry::Entry;

/// The tables and figures of this chapter.
pub fn entries() -> Vec<Entry> {
    vec![short::ENTRY, trajectories::ENTRY, table_4_4::ENTRY]
}
