//! Chapter 4: engines, whole and cut.
//!
//! The thesis prints no parameters of its engines. The models in `fmus/` are of the same kind, with parameters of our own; they are
//! compared with an independent implementation of the same models.

mod case;
mod difference;
mod energy;
mod engine;
mod figure_4_3;
mod figures_4_10_4_11;
mod port;
mod reference;
mod short;
mod signal;
mod table_4_4;
mod table_4_5;
mod tables_4_7_4_8;
mod trace;
mod trajectories;

use crate::entry::Entry;

/// The tables and figures of this chapter.
pub fn entries() -> Vec<Entry> {
    vec![
        short::ENTRY,
        trajectories::ENTRY,
        table_4_4::ENTRY,
        figure_4_3::ENTRY,
        table_4_5::ENTRY,
        tables_4_7_4_8::ENTRY,
        figures_4_10_4_11::ENTRY,
    ]
}
