//! Starting a run, waiting for its end, and the exit code.

use std::env;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, ExitStatus};

use super::{death, signals};
use crate::process::{
    ChildProcess, END_WITH_PARENT, PageReader, decide, end_with_parent, open_page,
};

/// Runs a command under supervision; without, where that is not possible.
pub fn supervised(command: impl FnOnce() -> u8) -> ExitCode {
    match open_page() {
        Ok(true) => ExitCode::from(run(command)),
        Ok(false) => match start() {
            Ok((page, run)) => ExitCode::from(wait(&page, run)),
            Err(_) => ExitCode::from(command()),
        },
        Err(error) => {
            eprintln!("error: the run cannot be supervised: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The run's side.
fn run(command: impl FnOnce() -> u8) -> u8 {
    signals::ignore();
    end_with_parent();
    let code = command();
    decide(code);
    code
}

/// The run, and the page that it shares with its supervisor.
fn start() -> io::Result<(PageReader, ChildProcess)> {
    let page = PageReader::new()?;
    let mut arguments = env::args_os();
    let mut command = Command::new(env::current_exe()?);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    command.args(arguments);
    page.give(&mut command);
    if env::var_os(END_WITH_PARENT).is_some() {
        end_with_parent();
    }
    signals::take_over(page.file().try_clone()?);
    let run = ChildProcess::start(command)?;
    signals::set_run(run.id());
    Ok((page, run))
}

fn wait(page: &PageReader, mut run: ChildProcess) -> u8 {
    run.wait().map_or(1, |status| judge(page, status))
}

/// The exit code of a run that has ended.
fn judge(page: &PageReader, status: ExitStatus) -> u8 {
    match page.decided() {
        Some(code) => {
            let last_words = page.last_words();
            if !last_words.is_empty() {
                eprintln!("{last_words}");
            }
            if status.code() != Some(i32::from(code)) {
                let how = death::words(page, status);
                eprintln!("warning: {how}; the run was over and its results are not affected");
            }
            code
        }
        None => death::end(page, status, signals::first()),
    }
}
