//! Starting a run, waiting for its end, and the exit code.

use std::env;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus};

use tempfile::TempPath;

use super::page::decide;
use super::parent::end_with_parent;
use super::{death, page, parent, signals};

/// The variable with the path of the page that run and supervisor share.
const PAGE: &str = "MACROSTEP_RUN";

/// Runs a command under supervision; without, where that is not possible.
pub fn supervised(command: impl FnOnce() -> u8) -> ExitCode {
    match env::var_os(PAGE).map(|path| page::open(&PathBuf::from(path))) {
        Some(Ok(())) => ExitCode::from(run(command)),
        // Left by the run that started this program in turn.
        Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => {
            eprintln!("error: the run cannot be supervised: {error}");
            ExitCode::FAILURE
        }
        _ => match start() {
            Ok(supervisor) => ExitCode::from(supervisor.wait()),
            Err(_) => ExitCode::from(command()),
        },
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

struct Supervisor {
    page: page::Reader,
    run: Child,
    /// Removed by the run as soon as it has opened it, or here.
    _path: TempPath,
}

impl Supervisor {
    fn wait(mut self) -> u8 {
        self.run.wait().map_or(1, |status| judge(&self.page, status))
    }
}

fn start() -> io::Result<Supervisor> {
    let (page, path) = page::Reader::new()?;
    let mut arguments = env::args_os();
    let mut command = Command::new(env::current_exe()?);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    command.args(arguments).env(PAGE, &path);
    if env::var_os(parent::END_WITH_PARENT).is_some() {
        end_with_parent();
    }
    signals::take_over(page.file().try_clone()?);
    let run = command.spawn()?;
    signals::set_run(run.id());
    Ok(Supervisor { page, run, _path: path })
}

/// The exit code of a run that has ended.
fn judge(page: &page::Reader, status: ExitStatus) -> u8 {
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
