//! A composition in a crate outside the workspace is exported whole and in groups, and the guide shows that very crate.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use fmi2_description::{Causality, ModelDescription};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace holds this crate")
}

fn composed(file: &str) -> PathBuf {
    root().join("tests/export/composed-crate").join(file)
}

/// Runs a command for the crate, which must succeed; it is built where other crates outside the workspace are.
fn succeed(command: &mut Command) -> String {
    command.env("CARGO_TARGET_DIR", root().join("target/outside")).current_dir(root());
    let output = command.output().unwrap();
    let said =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}\n{}", said.concat());
    said.concat()
}

fn export(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-builder"));
    command.args(["export", "--manifest-path"]).arg(composed("Cargo.toml"));
    succeed(command.args(arguments).arg("-o").arg(folder));
}

fn description(fmu: &Path) -> ModelDescription {
    let mut archive = zip::ZipArchive::new(fs::File::open(fmu).unwrap()).unwrap();
    let mut xml = Vec::new();
    archive.by_name("modelDescription.xml").unwrap().read_to_end(&mut xml).unwrap();
    ModelDescription::parse(&xml).unwrap()
}

/// The names of the variables with a causality.
fn names(description: &ModelDescription, causality: Causality) -> Vec<&str> {
    let variables = description.model_variables.variables.iter();
    variables.filter(|v| v.causality() == causality).map(|v| v.name.as_str()).collect()
}

#[test]
fn the_whole_and_both_groups_are_made_and_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    export(folder.path(), &[]);
    let [whole, left, right] = ["pair", "pair-left", "pair-right"].map(|name| {
        let description = description(&folder.path().join(format!("{name}.fmu")));
        assert_eq!(description.model_name, name);
        assert!(description.problems().is_empty(), "{:?}", description.problems());
        description
    });
    assert_eq!(names(&whole, Causality::Input), Vec::<&str>::new());
    let outputs = ["left.x", "left.v", "right.x", "right.v", "coupling_energy"];
    assert_eq!(names(&whole, Causality::Output), outputs);
    assert_eq!(names(&left, Causality::Input), ["left.force"]);
    assert_eq!(names(&left, Causality::Output), ["left.x", "left.v"]);
    assert_eq!(names(&right, Causality::Input), ["right.force"]);
    // What the composition says of a part holds in its group too.
    let mass = left.variable("left.m").unwrap().real.as_ref().unwrap().start;
    assert_eq!(mass, Some(2.0));
    assert_ne!(left.guid, right.guid);
}

#[test]
fn a_group_of_another_name_is_made_by_the_command() {
    let folder = tempfile::tempdir().unwrap();
    export(folder.path(), &["--structural", "parts=right, left", "--name", "both"]);
    let both = description(&folder.path().join("both.fmu"));
    assert_eq!(names(&both, Causality::Input), Vec::<&str>::new());
}

#[test]
fn its_own_test_passes() {
    let mut test = Command::new(env!("CARGO"));
    test.args(["test", "--lib", "--manifest-path"]).arg(composed("Cargo.toml"));
    let said = succeed(&mut test);
    assert!(said.contains("1 passed; 0 failed"), "{said}");
}

#[test]
fn the_guide_shows_exactly_this_crate() {
    let guide = fs::read_to_string(root().join("docs/exporting-a-model.md")).unwrap();
    for (language, file) in [("toml", "Cargo.toml"), ("rust", "src/lib.rs")] {
        let text = fs::read_to_string(composed(file)).unwrap();
        assert!(guide.contains(&format!("```{language}\n{text}```\n")), "{file} differs");
    }
}
