//! M. Busch, Continuous approximation techniques for co-simulation methods, ZAMM, 2016.

mod limit;
mod orders;
mod stability;
mod system;
mod time_domain;

use crate::entry::Entry;

/// The figures of this publication.
pub fn entries() -> Vec<Entry> {
    vec![stability::ENTRY, orders::ENTRY, time_domain::ENTRY]
}
