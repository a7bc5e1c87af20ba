//! M. Friedrich, Parallel Co-Simulation for Mechatronic Systems, TU München, 2011, sections 2.2 to 2.4.

mod coefficients;

use super::Entry;

/// The tables and figures of this publication.
pub fn entries() -> Vec<Entry> {
    vec![coefficients::ENTRY]
}
