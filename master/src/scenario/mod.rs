//! Scenarios: from the file a user wrote to a coupled run.
//!
//! [`read`] gives a [`file::ScenarioFile`], [`check`] a [`Scenario`], [`build`] a simulation.

pub mod build;
mod catalogue;
pub mod check;
pub mod correction;
pub mod deferred_log;
pub mod error;
mod explain;
mod fields;
pub mod file;
pub mod generate;
pub mod law;
mod marked_lines;
pub mod overrides;
pub mod places;
pub mod read;
pub mod rule;
pub mod scheme;
pub mod step_warnings;
pub mod tables;
mod words;
mod workers;

pub use self::catalogue::Catalogue;
pub use self::check::Scenario;
pub use self::error::ScenarioError;
