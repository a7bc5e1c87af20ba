//! `macrostep worker`: the process of an isolated FMU.

use super::Failure;
use crate::remote::serve;

/// Serves the master until it is done.
pub fn run() -> Result<(), Failure> {
    serve().map_err(Failure::Input)
}
