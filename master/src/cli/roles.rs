//! Which files a command reads and which it writes: no file is both.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::scenario::Scenario;
use crate::scenario::check::Origin;

/// The files of a command, each with what it is for it.
#[derive(Default)]
pub struct Roles {
    read: Vec<(String, PathBuf)>,
    written: Vec<(String, PathBuf)>,
}

impl Roles {
    /// What a scenario reads: its file, FMUs and tables.
    pub fn of(scenario: &Scenario) -> Self {
        let mut roles = Self::default().reads("the scenario", Path::new(&scenario.source.file));
        for slave in &scenario.slaves {
            let (what, path) = match &slave.origin {
                Origin::Fmu(fmu) => ("the FMU", fmu.path()),
                Origin::Table(table) => ("the input file", table.path()),
            };
            roles = roles.reads(format!("{what} of slave \"{}\"", slave.name), path);
        }
        roles
    }

    /// The command reads this file.
    pub fn reads(mut self, role: impl Into<String>, path: &Path) -> Self {
        self.read.push((role.into(), path.into()));
        self
    }

    /// The command writes this file.
    pub fn writes(mut self, role: impl Into<String>, path: &Path) -> Self {
        self.written.push((role.into(), path.into()));
        self
    }

    /// Refuses a file that has two roles, one of which is to be written.
    pub fn check(&self) -> Result<(), Failure> {
        for (k, (role, path)) in self.written.iter().enumerate() {
            let others = self.read.iter().filter(|(_, read)| read.exists());
            let mut others = others.chain(&self.written[..k]);
            if let Some((other, _)) = others.find(|(_, other)| is_same(path, other)) {
                let path = path.display();
                return Err(Failure::Input(format!(
                    "{path}: would be written as {role}, and is also {other}; choose another file"
                )));
            }
        }
        Ok(())
    }
}

/// Whether a file to be written is another one, whatever links and spellings lead to it, or lies in it.
fn is_same(path: &Path, other: &Path) -> bool {
    let (resolved, other) = (resolve(path), resolve(other));
    resolved == other || resolved.starts_with(&other) || is_linked(&resolved, &other)
}

/// The path behind links, also of a file that is not there yet.
fn resolve(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let known = absolute.ancestors().find_map(|known| Some((known, known.canonicalize().ok()?)));
    let Some((known, found)) = known else { return absolute };
    match absolute.strip_prefix(known) {
        Ok(rest) if !rest.as_os_str().is_empty() => found.join(rest),
        _ => found,
    }
}

/// Whether both are names of one file.
#[cfg(unix)]
fn is_linked(path: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let file = |path: &Path| {
        let found = path.metadata().ok().filter(|found| found.is_file())?;
        Some((found.dev(), found.ino()))
    };
    file(path).is_some_and(|found| Some(found) == file(other))
}

#[cfg(not(unix))]
fn is_linked(_path: &Path, _other: &Path) -> bool {
    false
}
