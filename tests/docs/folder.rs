//! A folder with what the examples speak of: scenarios, FMUs, and files that are called as they are there.

use std::fs;
use std::path::Path;

use macrostep_tests::{c_fmu, fmu, foreign_fmu, root};
use tempfile::TempDir;

/// FMUs of other tools, which may be missing.
const FOREIGN: [&str; 2] = ["MassSpringSubSystem1", "MassSpringSubSystem2"];

/// Scenarios that examples take to lie in the present folder.
const SCENARIOS: [(&str, &str); 4] = [
    ("two-mass.toml", "two-mass/explicit.toml"),
    ("scenario.toml", "two-mass/explicit.toml"),
    ("linear-oscillator.toml", "energy/linear-oscillator.toml"),
    ("one-rate.toml", "energy/one-rate.toml"),
];

/// A temporary folder in which the blocks of a page are run one after the other.
pub struct Folder(TempDir);

impl Folder {
    /// A folder for the page with this text; none if it needs an FMU that could not be fetched.
    pub fn for_page(text: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let copy = |from: &Path, name: &str| {
            fs::copy(from, folder.path().join(name)).expect("the file is copied");
        };
        copy(&fmu("oscillator"), "oscillator.fmu");
        for name in ["a", "b", "strange", "plant"] {
            copy(&c_fmu("integrator"), &format!("{name}.fmu"));
        }
        for name in ["crash", "hang"] {
            copy(&c_fmu(name), &format!("{name}.fmu"));
        }
        for name in FOREIGN.into_iter().filter(|name| text.contains(*name)) {
            copy(&foreign_fmu("third_party", name)?, &format!("{name}.fmu"));
        }
        let fmus = folder.path().join("target/fmus");
        copy_all(fmu("oscillator").parent().expect("a folder"), &fmus);
        copy_all(&root().join("scenarios"), &folder.path().join("scenarios"));
        let folder = Self(folder);
        for (name, scenario) in SCENARIOS {
            let text = fs::read_to_string(root().join("scenarios").join(scenario));
            folder.write(name, &text.expect("a scenario").replace("../../target", "target"));
        }
        Some(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file into it.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("the file is written");
    }
}

/// Copies FMUs, scenarios and tables, and nothing that is being written.
fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.extension().and_then(|ending| ending.to_str()) {
            None if path.is_dir() => copy_all(&path, &target),
            Some("fmu" | "toml" | "csv") => drop(fs::copy(&path, &target).expect("it is copied")),
            _ => {}
        }
    }
}
