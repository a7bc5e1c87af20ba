//! Processes that end with the one that started them.

/// Whoever starts this program with this variable wants it to end with him.
pub const END_WITH_PARENT: &str = "MACROSTEP_END_WITH_PARENT";

/// Ends this process when the one that started it has ended, even while an FMU computes.
#[cfg(target_os = "linux")]
pub fn end_with_parent() {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    let parent = getppid();
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    if getppid() != parent {
        std::process::abort();
    }
}

/// See above; looked after five times a second.
#[cfg(not(target_os = "linux"))]
pub fn end_with_parent() {
    use std::os::unix::process::parent_id;
    let parent = parent_id();
    std::thread::spawn(move || {
        while parent_id() == parent {
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        std::process::abort();
    });
}
