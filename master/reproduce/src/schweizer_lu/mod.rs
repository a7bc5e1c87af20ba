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

use crate::entry::Publication;

/// The tables and figures of this publication.
pub fn publication() -> Publication {
    Publication {
        name: "schweizer-lu",
        title: "Schweizer and Lu (2014): semi-implicit co-simulation",
        citation: "B. Schweizer and D. Lu, Semi-implicit co-simulation approach for solver coupling, Archive of Applied Mechanics 84 (2014).",
        preface: include_str!("../../pages/schweizer-lu.md"),
        entries: vec![
            global_error::FIGURE_8,
            global_error::FIGURE_9,
            stability::ENTRY,
            double_pendulum::ENTRY,
            slider_crank::ENTRY,
            jacobians::ENTRY,
        ],
    }
}
