//! The `macrostep` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    macrostep::cli::main()
}
