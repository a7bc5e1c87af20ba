//! Systems on which runs are not supervised yet.

use std::process::ExitCode;

/// Runs the command.
pub fn supervised(command: impl FnOnce() -> u8) -> ExitCode {
    ExitCode::from(command())
}
