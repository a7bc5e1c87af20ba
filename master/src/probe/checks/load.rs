//! What a library lacks that cannot be loaded.

use crate::fmi::{Archive, FmuError, description};
use crate::probe::verdict::{Found, Verdict};
use std::path::Path;
use std::process::Command;

/// What keeps the FMU from being loaded.
pub fn failure(fmu: &Path, error: &FmuError) -> Found {
    let FmuError::Load { reason, .. } = error else {
        return Found::new(Verdict::Fails, error.to_string());
    };
    let missing = missing(fmu, reason);
    let detail =
        if missing.is_empty() { reason.clone() } else { format!("missing {}", missing.join(", ")) };
    Found::new(Verdict::Fails, detail).with("missing", missing)
}

/// The shared libraries that the FMU needs and the system does not have.
///
/// The loader names only the first; `ldd`, where there is one and it may be started, lists all.
fn missing(fmu: &Path, reason: &str) -> Vec<String> {
    let mut names = listed(fmu).unwrap_or_default();
    if names.is_empty() {
        let first = reason.split(':').next().unwrap_or_default();
        if reason.contains("cannot open shared object file") && !first.contains('/') {
            names.push(first.into());
        }
    }
    names
}

fn listed(fmu: &Path) -> Result<Vec<String>, FmuError> {
    let archive = Archive::open(fmu)?;
    let described = description::read(&archive)?;
    let interface = description::co_simulation(&archive, &described.model)?;
    let library = archive.library(interface.model_identifier.trim())?;
    let listed = Command::new("ldd").arg(&library).output();
    let listed = listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let mut names = not_found(&listed.unwrap_or_default());
    names.retain(|name| !library.with_file_name(name).is_file());
    Ok(names)
}

/// The names that a listing of `ldd` reports as not found.
fn not_found(listing: &str) -> Vec<String> {
    let lines = listing.lines().filter_map(|line| line.trim().strip_suffix("=> not found"));
    let mut names: Vec<_> = lines.map(|name| name.trim().to_string()).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_libraries_are_read_from_the_listing() {
        let listing = "\tlinux-vdso.so.1 (0x00007ffc)\n\tlibabsent.so => not found\n\
                       \tlibm.so.6 => /lib/libm.so.6 (0x00007f)\n\tlibother.so.2 => not found\n";
        assert_eq!(not_found(listing), ["libabsent.so", "libother.so.2"]);
    }
}
