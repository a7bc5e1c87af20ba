//! macrostep: an FMI 2.0 co-simulation master.
//!
//! [`scenario`] turns a file into a coupled run, [`fmi`] turns `.fmu` files into slaves,
//! [`results`] records what they do; the numerics are in the crate `coupling`.

#[macro_use]
pub mod console;

pub mod analysis;
pub mod cache;
pub mod cli;
pub mod crosscheck;
pub mod fmi;
pub mod fmu;
pub mod given;
pub mod graph;
pub mod plain_file;
pub mod probe;
pub mod remote;
pub mod results;
pub mod sandbox;
pub mod scenario;
pub mod supervisor;
pub mod table;
