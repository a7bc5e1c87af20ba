//! A check in a process of its own: started here, served there.

use super::checks::Check;
use super::verdict::{CALL, Found, Verdict};
use crate::process::{
    ChildProcess, PageReader, cause, end_with_parent, mark_ending, open_page, place,
};
use crate::sandbox::{Sandbox, Scratch, close_inherited};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The hidden subcommand that serves a check.
pub const SUBCOMMAND: &str = "probe-check";
/// Where the answer stands, in the folder that both sides share.
const FOUND: &str = "found.json";
/// What the process prints on standard error.
const PRINTED: &str = "printed";
/// Freed memory is overwritten, so that an FMU that uses it is found out; and nothing is kept in lists whose
/// double frees go unnoticed.
const HEAP: &str = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0";
/// The part of the time for a check in which it must be expected to end.
const SHARE: f64 = 0.8;

/// FMUs that run in sandboxes, and are therefore probed in sandboxes.
static CONFINED: Mutex<BTreeMap<PathBuf, Sandbox>> = Mutex::new(BTreeMap::new());

/// From now on this FMU is probed in a sandbox only.
pub fn confine(fmu: &Path, sandbox: &Sandbox) {
    let mut confined = CONFINED.lock().unwrap_or_else(PoisonError::into_inner);
    confined.insert(fmu.to_path_buf(), sandbox.clone());
}

/// Starts processes that make checks.
#[derive(Clone, Debug)]
pub struct Worker {
    binary: PathBuf,
    /// How long a check may take.
    pub timeout: Duration,
    /// The sandbox in which every FMU is probed, if it is.
    pub sandbox: Option<Sandbox>,
}

impl Worker {
    /// Longer than any FMU should need for some dozens of steps.
    pub const TIMEOUT: Duration = Duration::from_secs(20);

    /// As much as a run waits for a check.
    pub const IN_RUNS: Duration = Duration::from_secs(10);

    /// The `macrostep` command: the one that is running, or that of MACROSTEP_WORKER.
    ///
    /// None in other programs, which must not be started a second time for this.
    pub fn find() -> Option<Self> {
        let named = std::env::var_os("MACROSTEP_WORKER").map(PathBuf::from);
        let running = || {
            let path = std::env::current_exe().ok()?;
            (path.file_stem()? == "macrostep").then_some(path)
        };
        let binary = named.filter(|path| path.is_file()).or_else(running)?;
        Some(Self { binary, timeout: Self::TIMEOUT, sandbox: None })
    }

    /// The sandbox in which this FMU is probed, if it is.
    pub fn sandbox(&self, fmu: &Path) -> Option<Sandbox> {
        let confined = CONFINED.lock().unwrap_or_else(PoisonError::into_inner);
        self.sandbox.clone().or_else(|| confined.get(fmu).cloned())
    }

    /// Makes a check in a new process; its end, of whatever kind, is a finding.
    pub fn ask(&self, check: Check, fmu: &Path) -> io::Result<Answer> {
        let folder = Scratch::new()?;
        let printed = folder.path().join(PRINTED);
        let page = PageReader::new()?;
        let mut command = self.command(check, fmu, &folder)?;
        page.give(&mut command);
        command
            // The C library's own last words, such as "double free", go to the terminal without it.
            .env("LIBC_FATAL_STDERR_", "1")
            // Its own copy of the FMU: what the FMU writes into its folder is no part of any run.
            .env("MACROSTEP_CACHE", folder.path().join("cache"))
            .env("GLIBC_TUNABLES", HEAP)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&printed)?);
        let status = ChildProcess::start(command)?.ended_within(self.timeout)?;
        let end = self.judge(status, page.call(), &printed);
        let answer = fs::read(folder.path().join(FOUND)).ok();
        let answer = answer.and_then(|json| serde_json::from_slice(&json).ok());
        Ok(match (answer, end) {
            (Some(found), late) => Answer { found, late },
            (None, Some(found)) => Answer { found, late: None },
            (None, None) => {
                let found = Found::new(Verdict::Crash, "the process ended without an answer");
                Answer { found, late: None }
            }
        })
    }

    /// The command that makes a check, in a sandbox if the FMU is probed so.
    fn command(&self, check: Check, fmu: &Path, folder: &Scratch) -> io::Result<Command> {
        let mut command = Command::new(std::path::absolute(&self.binary)?);
        let name = clap::ValueEnum::to_possible_value(&check).expect("no check is hidden");
        command.args([SUBCOMMAND, name.get_name()]);
        command.args([&std::path::absolute(fmu)?, folder.path()]);
        command.arg((SHARE * self.timeout.as_secs_f64()).to_string());
        if let Some(sandbox) = self.sandbox(fmu) {
            folder.prepare(&mut command, &sandbox);
            command.arg("--sandbox").arg(serde_json::to_string(&sandbox)?);
        }
        Ok(command)
    }

    /// What the end of a process means; none if it ended in good order.
    fn judge(
        &self,
        status: Option<ExitStatus>,
        call: Option<&'static str>,
        printed: &Path,
    ) -> Option<Found> {
        let place = place(call);
        let Some(status) = status else {
            let seconds = self.timeout.as_secs_f64();
            let words = format!("no answer within {seconds} s {place}");
            return Some(Found::new(Verdict::Hang, words));
        };
        let words = format!("{} {place}{}", cause(status), last_words(printed));
        let crash = || Found::new(Verdict::Crash, words).with(CALL, call.unwrap_or(""));
        (!status.success()).then(crash)
    }
}

/// What a process answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What the check found.
    pub found: Found,
    /// How the process crashed or hung after it had answered, if it did.
    pub late: Option<Found>,
}

/// The other side: makes the check within so many seconds and leaves the answer in the folder.
pub fn serve(
    check: Check,
    fmu: &Path,
    folder: &Path,
    seconds: f64,
    sandbox: Option<&Sandbox>,
) -> io::Result<()> {
    end_with_parent();
    if sandbox.is_some() {
        close_inherited(&[])?;
    }
    open_page()?;
    let (found, loaded) = check.run(fmu, seconds, sandbox);
    let (half, whole) = (folder.join("half"), folder.join(FOUND));
    fs::write(&half, serde_json::to_vec(&found)?)?;
    fs::rename(half, whole)?;
    drop(loaded);
    mark_ending();
    Ok(())
}

/// The last line that the process printed.
fn last_words(printed: &Path) -> String {
    let text = fs::read(printed).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
    last.map_or(String::new(), |line| format!(" ({line})"))
}
