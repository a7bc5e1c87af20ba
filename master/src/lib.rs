//! macrostep: an FMI 2.0 co-simulation master.

pub mod fmi;
