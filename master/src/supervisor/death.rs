//! A run that ended before it could say how: told to the user, and its results completed.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use crate::process::{PageReader, ended, is_outside_calls, place};
use crate::results::rescue::{self, Status};

/// The exit code of a Rust program that panicked.
const PANICKED: i32 = 101;
/// The exit code where an FMU is to blame.
const FMU_CRASHED: u8 = 3;

/// How the run ended, with the slaves that were in a call of their FMU.
pub fn words(page: &PageReader, status: ExitStatus) -> String {
    let calls = page.calls();
    let Some((_, function)) = calls.first() else {
        return match status.code() {
            Some(PANICKED) => "a defect of macrostep ended the run".into(),
            _ => ended("the run", status, "between two calls of FMUs"),
        };
    };
    let how = ended("the FMU", status, &place(Some(function)));
    if is_outside_calls(function) {
        return format!("{}: {how}", calls[0].0);
    }
    let names: Vec<String> = calls.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    format!("slave {}: {how}", names.join(" or "))
}

/// Completes the results, tells the user, and gives the exit code.
pub fn end(page: &PageReader, status: ExitStatus, asked: Option<i32>) -> u8 {
    let (what, code) = match asked {
        Some(signal) => ("interrupted".into(), 128 + signal as u8),
        None => (words(page, status), code(page, status)),
    };
    let word = if asked.is_some() { Status::Interrupted } else { Status::Failed };
    let saved = page.rows().map(|(plan, rows)| rescue::rescue(&plan, &rows, word, &what));
    let last_words = page.last_words();
    if !last_words.is_empty() {
        eprintln!("{}", last_words.trim_end());
    }
    match saved {
        None | Some(Ok(None)) => eprintln!("error: {what}"),
        Some(Ok(Some(saved))) => {
            let (t, path) = (saved.t, saved.path.display());
            eprintln!(
                "error: t = {t} s: {what}\n       the results up to there are complete in {path}"
            );
        }
        Some(Err(error)) => eprintln!("error: {what}\n       the results: {error}"),
    }
    code
}

fn code(page: &PageReader, status: ExitStatus) -> u8 {
    match (page.calls().as_slice(), status.signal()) {
        ([], None) => status.code().map_or(1, |code| code.max(1) as u8),
        ([], Some(signal)) if signal == libc::SIGKILL => 128 + signal as u8,
        _ => FMU_CRASHED,
    }
}
