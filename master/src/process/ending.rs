//! How a process ended, in words for the user.

use std::process::ExitStatus;

use super::call::{ENDING, LOADING, UNLOADING};

/// Where an FMU was, by the call that it has marked.
pub fn place(call: Option<&str>) -> String {
    match call {
        None => "between two calls".into(),
        Some(LOADING) => "while its library was loaded".into(),
        Some(UNLOADING) => "while its library was unloaded".into(),
        Some(ENDING) => "while its process ended".into(),
        Some(function) => format!("in {function}"),
    }
}

/// What ended a process: the name of a signal, or its exit code.
pub fn cause(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = super::signal::Fatal::of(status) {
        return signal.name.map_or(format!("signal {}", signal.number), String::from);
    }
    format!("the process ended with code {}", status.code().unwrap_or_default())
}

/// Who ended, how and where, in one sentence.
pub fn ended(who: &str, status: ExitStatus, place: &str) -> String {
    #[cfg(unix)]
    if let Some(signal) = super::signal::Fatal::of(status) {
        let verb = if signal.from_outside { "was killed" } else { "crashed" };
        let name = signal.name.map_or(String::new(), |name| format!(", {name}"));
        return format!("{who} {verb} {place} (signal {}{name})", signal.number);
    }
    let code = status.code().unwrap_or(0);
    format!("{who} ended its process {place} (exit code {code})")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn every_end_has_its_words() {
        let say = |raw, call| ended("the FMU", ExitStatus::from_raw(raw), &place(call));
        let step = Some("fmi2DoStep");
        assert_eq!(say(11, step), "the FMU crashed in fmi2DoStep (signal 11, SIGSEGV)");
        assert_eq!(say(7 << 8, step), "the FMU ended its process in fmi2DoStep (exit code 7)");
        assert_eq!(say(9, None), "the FMU was killed between two calls (signal 9, SIGKILL)");
        let loading = say(6, Some(LOADING));
        assert_eq!(loading, "the FMU crashed while its library was loaded (signal 6, SIGABRT)");
        assert_eq!(cause(ExitStatus::from_raw(7)), "SIGBUS");
        assert_eq!(cause(ExitStatus::from_raw(34)), "signal 34");
        assert_eq!(cause(ExitStatus::from_raw(3 << 8)), "the process ended with code 3");
    }
}
