//! F. González, S. Arbatani, A. Mohtat and J. Kövecses, Energy-leak monitoring and correction to enhance
//! stability in the co-simulation of mechanical systems, Mechanism and Machine Theory, 2018.

mod cable;
mod figures;
mod haptic;
mod oscillator;
mod tables;

use crate::entry::Publication;

/// The tables and figures of this publication.
pub fn publication() -> Publication {
    Publication {
        name: "gonzalez",
        title: "González et al. (2018): energy-leak monitoring and correction",
        citation: "F. González, S. Arbatani, A. Mohtat and J. Kövecses, Energy-leak monitoring and correction to enhance stability in the \
                   co-simulation of mechanical systems, Mechanism and Machine Theory (2018), \
                   [doi 10.1016/j.mechmachtheory.2018.09.007](https://doi.org/10.1016/j.mechmachtheory.2018.09.007).",
        preface: include_str!("../../pages/gonzalez.md"),
        entries: vec![
            haptic::ENTRY,
            figures::FIGURE_8,
            figures::FIGURE_10,
            figures::FIGURE_14,
            tables::TABLE_2,
            tables::TABLE_3,
            figures::FIGURE_16,
            cable::ENTRY,
        ],
    }
}
