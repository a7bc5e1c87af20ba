//! M. Busch, Continuous approximation techniques for co-simulation methods, ZAMM, 2016.

mod limit;
mod orders;
mod stability;
mod system;
mod time_domain;

use crate::entry::Publication;

/// The tables and figures of this publication.
pub fn publication() -> Publication {
    Publication {
        name: "busch",
        title: "Busch (2016): continuous approximation of coupling variables",
        citation: "M. Busch, Continuous approximation techniques for co-simulation methods: analysis of numerical stability and local error, ZAMM 96 (2016).",
        preface: include_str!("../../pages/busch.md"),
        entries: vec![stability::ENTRY, orders::ENTRY, time_domain::ENTRY],
    }
}
