//! Processes that end with the one that started them.

/// Whoever starts this program with this variable wants it to end with him.
pub const END_WITH_PARENT: &str = "MACROSTEP_END_WITH_PARENT";

/// Ends this process when the one that started it has ended, even while an FMU computes.
#[cfg(target_os = "linux")]
pub fn end_with_parent() {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    let parent = getppid();
    // Fails for numbers that are no signals only.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    if getppid() != parent {
        end_now();
    }
}

/// Ends this process when the one that started it has ended; looks for that five times a second.
#[cfg(all(unix, not(target_os = "linux")))]
pub fn end_with_parent() {
    use std::os::unix::process::parent_id;
    let parent = parent_id();
    std::thread::spawn(move || {
        while parent_id() == parent {
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        end_now();
    });
}

/// Without effect here.
#[cfg(not(unix))]
pub fn end_with_parent() {}

/// Ends this process at once. Nobody is left to hear of anything, and an FMU that computes cannot be stopped
/// otherwise.
pub fn end_now() -> ! {
    #[cfg(unix)]
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    std::process::abort()
}
