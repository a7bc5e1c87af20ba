//! M. Friedrich, Parallel Co-Simulation for Mechatronic Systems, TU München, 2011, sections 2.2 to 2.4 and chapter 4.

mod bulk_modulus;
mod chapter_4;
mod coefficients;
mod figure_2_13;
mod local_orders;
mod long_time;
mod system;
mod tables;
mod trajectories;

use crate::entry::Publication;

/// The tables and figures of this publication.
pub fn publication() -> Publication {
    let mut entries = vec![coefficients::ENTRY, local_orders::ENTRY];
    entries.extend(tables::entries());
    entries.extend([
        figure_2_13::ENTRY,
        trajectories::ENTRY,
        long_time::ENTRY,
        bulk_modulus::ENTRY,
    ]);
    entries.extend(chapter_4::entries());
    Publication {
        name: "friedrich",
        title: "Friedrich (2011): parallel co-simulation for mechatronic systems",
        citation: "M. Friedrich, Parallel Co-Simulation for Mechatronic Systems, TU München, 2011, sections 2.2 to 2.4 and chapter 4.",
        preface: include_str!("../../pages/friedrich.md"),
        entries,
    }
}
