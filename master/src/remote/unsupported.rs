//! Systems on which FMUs cannot be isolated yet: everything answers with an error that says so.

use std::path::PathBuf;
use std::time::Duration;

use coupling::slave::Slave;

use super::SlaveSpec;
use crate::fmi::{FmuError, LogSink};

const REASON: &str = "FMUs in processes of their own are not supported on this system; run them \
                      in the master's process (isolation = \"none\", no --isolate)";

/// Always an error here.
pub fn isolate(
    spec: &SlaveSpec,
    _timeout: Duration,
    _sink: Box<dyn LogSink>,
) -> Result<Box<dyn Slave>, FmuError> {
    Err(FmuError::Elsewhere { message: format!("\"{}\": {REASON}", spec.name) })
}

/// Without effect here.
pub fn use_worker(_program: impl Into<PathBuf>) {}

/// Always an error here.
pub fn serve() -> Result<(), String> {
    Err(REASON.into())
}
