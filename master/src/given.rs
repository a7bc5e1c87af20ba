//! What a file or folder is that the user gave: in place of an FMU a scenario, a system of another tool,
//! a folder of FMUs.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use zip::ZipArchive;

/// What lies at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Nothing.
    Missing,
    /// A file without content.
    Empty,
    /// A zip archive or a folder with a model description, or a file that is called an FMU.
    Fmu,
    /// A system structure, with or without its archive.
    Ssp,
    /// A scenario, by its name.
    Scenario,
    /// A folder that is no FMU, and what in it may be meant.
    Folder(Vec<PathBuf>),
    /// Anything else.
    File,
}

/// Why SSP cannot be run, and what can be.
pub const SSP: &str = "a system structure (SSP), which macrostep cannot read yet; unpack it, it is a zip archive, and \
                       couple the FMUs in its folder resources: macrostep run a.fmu b.fmu -c a.y:b.u --stop 10, or write a \
                       scenario";

impl Given {
    /// Looks at a path.
    pub fn at(path: &Path) -> Self {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let ends = |wanted: &str| ending.as_ref().is_some_and(|ending| ending == wanted);
        let Ok(metadata) = fs::metadata(path) else { return Self::Missing };
        if metadata.is_dir() {
            return if path.join("modelDescription.xml").is_file() {
                Self::Fmu
            } else {
                Self::Folder(candidates(path))
            };
        }
        if !metadata.is_file() {
            // A pipe or a device, which is refused where it is read.
            return Self::File;
        }
        let holds = |name: &str| {
            let archive = File::open(path).ok().and_then(|file| ZipArchive::new(file).ok());
            archive.is_some_and(|archive| archive.index_for_name(name).is_some())
        };
        match metadata.len() {
            _ if ends("ssp") || ends("ssd") => Self::Ssp,
            0 => Self::Empty,
            _ if ends("toml") => Self::Scenario,
            _ if ends("fmu") => Self::Fmu,
            _ if !is_zip(path) => Self::File,
            _ if holds("modelDescription.xml") => Self::Fmu,
            _ if holds("SystemStructure.ssd") => Self::Ssp,
            _ => Self::File,
        }
    }

    /// Why this is no FMU, where that can be told without unpacking.
    pub fn instead_of_fmu(&self, path: &Path) -> Option<String> {
        match self {
            Self::Missing => Some("there is no such file".into()),
            Self::Empty => Some("the file is empty; copy or export it again".into()),
            Self::Ssp => Some(SSP.into()),
            Self::Scenario => {
                Some(format!("a scenario, not an FMU; run it by: macrostep run {}", path.display()))
            }
            Self::Folder(found) => Some(format!(
                "a folder without modelDescription.xml, so it is no FMU{}",
                listed(found, "fmu")
            )),
            Self::Fmu | Self::File => None,
        }
    }

    /// Why this is no scenario, where that can be told without reading it.
    pub fn instead_of_scenario(&self, path: &Path) -> Option<String> {
        let shown = path.display();
        match self {
            Self::Missing => Some("there is no such scenario file".into()),
            Self::Empty => Some(
                "the file is empty; a scenario has [simulation] with stop and step, and [slaves.NAME] with an fmu"
                    .into(),
            ),
            Self::Ssp => Some(SSP.into()),
            Self::Fmu => Some(format!(
                "an FMU, not a scenario; see what it is by: macrostep info {shown}, run it by: macrostep simulate \
                 {shown}"
            )),
            Self::Folder(found) => {
                Some(format!("a folder; give the scenario file itself{}", listed(found, "toml")))
            }
            Self::Scenario | Self::File => None,
        }
    }
}

fn is_zip(path: &Path) -> bool {
    let mut start = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == *b"PK\x03\x04"
}

/// The FMUs and scenarios in a folder.
fn candidates(folder: &Path) -> Vec<PathBuf> {
    let files =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_wanted = |path: &PathBuf| path.extension().is_some_and(|e| e == "fmu" || e == "toml");
    let mut found: Vec<PathBuf> = files.filter(is_wanted).collect();
    found.sort();
    found
}

/// `; in it are a.fmu, b.fmu`, at most three of them.
fn listed(found: &[PathBuf], ending: &str) -> String {
    let names = found.iter().filter(|path| path.extension().is_some_and(|e| e == ending));
    let names: Vec<_> = names.map(|path| path.display().to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!("; in it is {name}"),
        [first, second] => format!("; in it are {first} and {second}"),
        [first, second, rest @ ..] => {
            format!("; in it are {first}, {second} and {} more", rest.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_name_and_content() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str, bytes: &[u8]| {
            fs::write(folder.path().join(name), bytes).unwrap();
            Given::at(&folder.path().join(name))
        };
        assert_eq!(at("a.toml", b"x = 1"), Given::Scenario);
        assert_eq!(at("a.txt", b"x = 1"), Given::File);
        assert_eq!(at("empty.fmu", b""), Given::Empty);
        assert_eq!(at("a.FMU", b"x"), Given::Fmu);
        assert_eq!(at("a.ssp", b""), Given::Ssp);
        assert_eq!(Given::at(&folder.path().join("no")), Given::Missing);
        let Given::Folder(found) = Given::at(folder.path()) else { panic!("a folder") };
        assert_eq!(listed(&found, "toml"), format!("; in it is {}", found[0].display()));
        for (entry, kind) in [
            ("modelDescription.xml", Given::Fmu),
            ("SystemStructure.ssd", Given::Ssp),
            ("other", Given::File),
        ] {
            let mut archive =
                zip::ZipWriter::new(File::create(folder.path().join("a.zip")).unwrap());
            archive.start_file(entry, zip::write::SimpleFileOptions::default()).unwrap();
            archive.finish().unwrap();
            assert_eq!(Given::at(&folder.path().join("a.zip")), kind, "{entry}");
        }
    }
}
