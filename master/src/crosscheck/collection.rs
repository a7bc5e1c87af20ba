//! The models of a collection: folders with `Model.fmu`, `Model_in.csv`, `Model_ref.csv`,
//! `Model_ref.opt`.

use std::io;
use std::path::{Path, PathBuf};

/// One FMU with the files beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The FMU.
    pub fmu: PathBuf,
    /// Its name without ending.
    pub name: String,
    /// Its folder, from that of the collection on, with `/`.
    pub folder: String,
}

impl Model {
    /// A file beside the FMU, `_in.csv` for example, if it is there.
    pub fn beside(&self, ending: &str) -> Option<PathBuf> {
        let path = self.fmu.with_file_name(format!("{}{ending}", self.name));
        path.exists().then_some(path)
    }

    /// Where its results lie in the tree of results: after FMI version, kind and platform comes the
    /// importing tool; a collection that has no such folders is below the tool as it is.
    pub fn result_folder(&self) -> PathBuf {
        let tool = ["macrostep", env!("CARGO_PKG_VERSION")];
        let parts: Vec<&str> = self.folder.split('/').filter(|part| !part.is_empty()).collect();
        let is_version =
            |part: &&str| matches!(part.trim_start_matches("FMI_"), "1.0" | "2.0" | "3.0");
        match parts.iter().position(is_version) {
            Some(first) if parts.len() > first + 3 => {
                let (head, tail) = parts[first..].split_at(3);
                head.iter().chain(&tool).chain(tail).collect()
            }
            _ => tool.iter().chain(&parts).collect(),
        }
    }
}

/// All models below `folder`, in the order of their paths.
pub fn find(folder: &Path) -> Result<Vec<Model>, String> {
    let mut models = Vec::new();
    let unusable = |error: io::Error| format!("{}: cannot be read: {error}", folder.display());
    walk(folder, folder, &mut models).map_err(unusable)?;
    if models.is_empty() {
        return Err(format!("{}: has no .fmu in it or below", folder.display()));
    }
    Ok(models)
}

fn walk(root: &Path, folder: &Path, models: &mut Vec<Model>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(root, &path, models)?;
        } else if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fmu")) {
            let below = folder.strip_prefix(root).unwrap_or(folder);
            let parts = below.components().map(|part| part.as_os_str().to_string_lossy());
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let folder = parts.collect::<Vec<_>>().join("/");
            models.push(Model { fmu: path, name, folder });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_importing_tool_stands_after_the_platform() {
        let place = |folder: &str| {
            let model = Model { fmu: "M.fmu".into(), name: "M".into(), folder: folder.into() };
            let version = env!("CARGO_PKG_VERSION");
            model.result_folder().to_string_lossy().replace('\\', "/").replace(version, "V")
        };
        assert_eq!(place("2.0/cs/linux64/Tool/1/M"), "2.0/cs/linux64/macrostep/V/Tool/1/M");
        assert_eq!(place("fmus/2.0/cs/linux64/Tool/1/M"), "2.0/cs/linux64/macrostep/V/Tool/1/M");
        assert_eq!(place("Tool/M"), "macrostep/V/Tool/M");
        assert_eq!(place(""), "macrostep/V");
    }
}
