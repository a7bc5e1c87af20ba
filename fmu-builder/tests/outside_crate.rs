//! A model in a crate outside the workspace is exported, and the guide shows that very crate.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fmi2_description::ModelDescription;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace holds this crate")
}

fn outside(file: &str) -> PathBuf {
    root().join("tests/export/outside-crate").join(file)
}

/// Runs the command; crates outside are built into a folder of the workspace's target.
fn fmu_builder(arguments: &[&str], output: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fmu-builder"))
        .args(arguments)
        .arg("-o")
        .arg(output)
        .env("CARGO_TARGET_DIR", root().join("target/outside"))
        .current_dir(root())
        .output()
        .unwrap()
}

#[test]
fn a_crate_outside_the_workspace_becomes_an_fmu_with_the_same_bytes_each_time() {
    let directory = tempfile::tempdir().unwrap();
    let manifest = outside("Cargo.toml");
    let mut exports = Vec::new();
    for name in ["first", "second"] {
        let target = directory.path().join(name);
        let arguments = ["export", "--manifest-path", manifest.to_str().unwrap()];
        let output = fmu_builder(&arguments, &target);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        exports.push(fs::read(target.join("mass-spring.fmu")).unwrap());
    }
    assert!(exports[0] == exports[1], "two exports of the same model differ");

    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&exports[0])).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into()).collect();
    assert!(names.contains(&"documentation/index.html".to_string()), "{names:?}");
    let is_library =
        |name: &String| name.starts_with("binaries/") && name.contains("/mass_spring.");
    assert!(names.iter().any(is_library), "{names:?}");
    let mut xml = Vec::new();
    archive.by_name("modelDescription.xml").unwrap().read_to_end(&mut xml).unwrap();
    let description = ModelDescription::parse(&xml).unwrap();
    assert_eq!(description.model_name, "mass-spring");
    assert!(description.model_variables.variables.iter().any(|v| v.name == "der(v)"));
}

#[test]
fn the_guide_shows_exactly_this_crate() {
    let guide = fs::read_to_string(root().join("docs/exporting-a-model.md")).unwrap();
    let (mut lines, files) = (0, [("toml", "Cargo.toml"), ("rust", "src/lib.rs")]);
    for (language, file) in files {
        let text = fs::read_to_string(outside(file)).unwrap();
        lines += text.lines().count();
        assert!(guide.contains(&format!("```{language}\n{text}```\n")), "{file} differs");
    }
    assert!(lines <= 40, "{lines} lines");
}
