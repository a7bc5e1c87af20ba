//! M. Friedrich, Parallel Co-Simulation for Mechatronic Systems, TU München, 2011, sections 2.2 to 2.4.

mod bulk_modulus;
mod coefficients;
mod figure_2_13;
mod local_orders;
mod long_time;
mod system;
mod tables;
mod trajectories;

use crate::entry::Entry;

/// The tables and figures of this publication.
pub fn entries() -> Vec<Entry> {
    let mut entries = vec![coefficients::ENTRY, local_orders::ENTRY];
    entries.extend(tables::entries());
    entries.extend([
        figure_2_13::ENTRY,
        trajectories::ENTRY,
        long_time::ENTRY,
        bulk_modulus::ENTRY,
    ]);
    entries
}
