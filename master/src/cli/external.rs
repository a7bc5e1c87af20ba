//! Subcommands that are programs of their own: `macrostep-reproduce`.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use super::Failure;

/// Hands over to `macrostep-reproduce`, which lies beside this program or on the search path.
pub fn reproduce(arguments: &[OsString]) -> Result<(), Failure> {
    let error = become_program(Command::new(find("macrostep-reproduce")).args(arguments));
    let why = match error.kind() {
        io::ErrorKind::NotFound => "is not installed; install it with `cargo install --path \
                                    master/reproduce`, or run it in the source folder with `cargo \
                                    run -p macrostep-reproduce --`"
            .to_string(),
        _ => format!("cannot be started: {error}"),
    };
    Err(Failure::Input(format!("the program macrostep-reproduce {why}")))
}

/// Where a program is: beside this one, else wherever the system finds it.
fn find(name: &str) -> PathBuf {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|this| this.with_file_name(&file));
    beside.filter(|path| path.exists()).unwrap_or_else(|| file.into())
}

/// Goes on as another program in the same process, so that signals reach it; returns only if that fails.
#[cfg(unix)]
fn become_program(program: &mut Command) -> io::Error {
    use std::os::unix::process::CommandExt;
    program.exec()
}

/// Runs another program and ends with its exit code; returns only if it cannot be started.
#[cfg(not(unix))]
fn become_program(program: &mut Command) -> io::Error {
    match program.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
