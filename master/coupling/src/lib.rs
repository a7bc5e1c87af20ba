//! Coupling core.
pub mod signals;
pub mod slave;
