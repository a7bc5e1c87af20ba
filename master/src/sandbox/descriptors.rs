//! Open files that a process got from the one that started it.

use std::io;
use std::os::fd::RawFd;
use std::path::Path;

/// Closes every file beyond the three standard ones that is not `kept`.
///
/// Nothing in this process may use any of the others: it must be called before anything else opens
/// files, or with all of them in `kept`.
pub fn close_inherited(kept: &[RawFd]) -> io::Result<()> {
    let mut open = Vec::new();
    for entry in std::fs::read_dir("/proc/self/fd")? {
        open.extend(entry?.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok()));
    }
    // The listing was a file too, and is closed by now.
    open.retain(|file| Path::new(&format!("/proc/self/fd/{file}")).is_symlink());
    open.into_iter().filter(|file| *file > 2 && !kept.contains(file)).for_each(close);
    Ok(())
}

#[allow(unsafe_code, reason = "files that this program has not opened have no owner to close them")]
fn close(file: RawFd) {
    // SAFETY: it is open, and nobody in this process owns it, by the condition above.
    unsafe { rustix::io::close(file) }
}
