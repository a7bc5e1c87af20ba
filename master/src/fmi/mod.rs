//! FMI 2.0 co-simulation: from an `.fmu` file to a [`Slave`](coupling::slave::Slave).
//!
//! [`Archive`] unpacks the file, [`description`] reads its XML, [`Library`] loads its binary,
//! [`Instantiated`] → [`Initializing`] → [`Stepping`] are the stages of an instance, and
//! [`FmuSlave`] couples it.

mod archive;
mod call_log;
pub mod description;
mod error;
pub mod functions;
mod instance;
mod library;
mod log;
#[cfg(unix)]
mod python;
mod slave;
mod variable;

pub use archive::Archive;
pub use call_log::CallLog;
pub use description::Described;
pub use error::{FmuError, Status};
pub use instance::{Fmu, Initializing, Instantiated, Stepping};
pub use library::{CallObserver, Component, Library, StateId};
pub use log::{LogLevel, LogMessage, LogSink, StandardError};
pub use slave::FmuSlave;

pub use crate::fmu::Value;
