//! The threads that run the slaves.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use toml::Spanned;

use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::{AssignmentKind, ScenarioFile, ThreadsValue};

/// The most threads that can be asked for.
const MOST: usize = 1024;

/// How many threads there are, who takes which slave, and whether each stays on a core of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// Their number; 1 is the thread that drives the run.
    pub count: usize,
    /// Which thread takes which slave.
    pub assignment: AssignmentKind,
    /// Whether each stays on a core of its own.
    pub pinned: bool,
}

/// Counts the threads: never more than could have work, but all that slaves name.
pub(super) fn check(source: &Source, file: &ScenarioFile) -> Result<Threads, ScenarioError> {
    let given = file.simulation.threads.as_ref();
    let automatic = given.is_some_and(|given| matches!(given.get_ref(), ThreadsValue::Word(_)));
    let asked = match given {
        None => 1,
        Some(given) => count(given).map_err(|message| source.error_at(given.span(), message))?,
    };
    let most = if automatic { MOST } else { asked };
    let instances = file.slaves.values().map(|slave| 1 + slave.clones().min(MOST));
    let mut count = asked.min(instances.sum());
    for (name, section) in &file.slaves {
        let Some(thread) = &section.thread else { continue };
        let number = *thread.get_ref();
        if number >= most {
            let message = format!(
                "slave \"{}\": thread is {number}, and with simulation.threads = {} they are \
                 numbered from 0 to {}; ask for more threads, or for one of these",
                name.get_ref(),
                if automatic { "\"auto\"".into() } else { asked.to_string() },
                most - 1
            );
            return Err(source.error_at(thread.span(), message));
        }
        count = count.max(number + 1);
    }
    let assignment = file.simulation.assignment;
    Ok(Threads { count, assignment, pinned: pinned(source, file)? })
}

fn count(given: &Spanned<ThreadsValue>) -> Result<usize, String> {
    match given.get_ref() {
        ThreadsValue::Word(word) if word == "auto" => {
            Ok(available_parallelism().map_or(1, NonZeroUsize::get))
        }
        ThreadsValue::Word(word) => {
            Err(format!("simulation.threads is \"{word}\"; write a number or \"auto\""))
        }
        ThreadsValue::Count(count) => {
            usize::try_from(*count).ok().filter(|count| (1..=MOST).contains(count)).ok_or(format!(
                "simulation.threads is {count}; write a number from 1 to {MOST}, or \"auto\""
            ))
        }
    }
}

fn pinned(source: &Source, file: &ScenarioFile) -> Result<bool, ScenarioError> {
    let Some(given) = &file.simulation.pin_threads else { return Ok(false) };
    if *given.get_ref() && !cfg!(target_os = "linux") {
        Err(source.error_at(
            given.span(),
            "simulation.pin_threads works on Linux only; leave it out".to_string(),
        ))
    } else {
        Ok(*given.get_ref())
    }
}
