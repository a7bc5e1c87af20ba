//! B. Schweizer and D. Lu, Semi-implicit co-simulation approach for solver coupling, Archive of
//! Applied Mechanics, 2014.

mod double_pendulum;
mod global_error;
mod jacobians;
mod mechanism;
mod method;
mod slider_crank;
mod stability;
mod two_mass;

use crate::entry::Entry;

/// The figures of this publication.
pub fn entries() -> Vec<Entry> {
    vec![
        global_error::FIGURE_8,
        global_error::FIGURE_9,
        stability::ENTRY,
        double_pendulum::ENTRY,
        slider_crank::ENTRY,
        jacobians::ENTRY,
    ]
}
