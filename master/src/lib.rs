//! macrostep: an FMI 2.0 co-simulation master.
//!
//! [`scenario`] turns a file into a coupled run, [`fmi`] turns `.fmu` files into slaves,
//! [`results`] records what they do; the numerics are in the crate `coupling`. The command `macrostep` is a thin layer above,
//! [`cli`]. A program of your own runs a scenario in four lines (`examples/observe.rs` is a whole one):
//!
//! ```no_run
//! # use std::path::Path;
//! # use macrostep::scenario::{build::build, check::{Options, check}, read::read};
//! # fn run(observer: &mut dyn coupling::simulation::Observer) -> Result<(), Box<dyn std::error::Error>> {
//! let (source, file) = read(Path::new("scenarios/two-mass/explicit.toml"), &[])?;
//! let scenario = check(source, &file, Path::new("scenarios/two-mass"), Options::default())?;
//! let mut simulation = build(&scenario)?;
//! simulation.run(observer)?;
//! # Ok(())
//! # }
//! ```

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
pub mod process;
pub mod remote;
pub mod results;
pub mod sandbox;
pub mod scenario;
pub mod supervisor;
pub mod svg;
pub mod table;
