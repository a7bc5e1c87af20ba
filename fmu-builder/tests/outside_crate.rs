//! A model in a crate outside the workspace is exported, and the guide shows that very crate.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

use fmi2_description::ModelDescription;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace holds this crate")
}

fn outside(file: &str) -> PathBuf {
    root().join("tests/export/outside-crate").join(file)
}

/// Runs the command; crates outside are built into a folder of the workspace's target, where their
/// libraries have the same name, so that only one may be built at a time.
fn fmu_builder(arguments: &[&str], output: &Path) -> Output {
    static BUILDING: Mutex<()> = Mutex::new(());
    let _one = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
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

/// Exports a copy of the crate with a name of its own, since cargo takes crates of the same name for one
/// wherever they lie, and with other source; what was written to standard error, and how it ended.
fn export_copy(name: &str, source: &str) -> (String, Option<i32>, tempfile::TempDir) {
    export_described(name, source, &[])
}

/// The same with more files, each with its text.
fn export_described(
    name: &str,
    source: &str,
    files: &[(&str, &str)],
) -> (String, Option<i32>, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    for folder in ["src", "pictures"] {
        fs::create_dir(directory.path().join(folder)).unwrap();
    }
    for (file, text) in files {
        fs::write(directory.path().join(file), text).unwrap();
    }
    let manifest = fs::read_to_string(outside("Cargo.toml")).unwrap();
    let here = format!("path = {:?}", root().join("fmu-builder").to_str().unwrap());
    let manifest = manifest.replace("path = \"../../../fmu-builder\"", &here);
    let lock = fs::read_to_string(outside("Cargo.lock")).unwrap();
    for (file, text) in [("Cargo.toml", manifest), ("Cargo.lock", lock)] {
        let text = text.replace("name = \"mass-spring\"", &format!("name = \"{name}\""));
        fs::write(directory.path().join(file), text).unwrap();
    }
    fs::write(directory.path().join("src/lib.rs"), source).unwrap();
    let manifest = directory.path().join("Cargo.toml");
    let arguments = ["export", "--manifest-path", manifest.to_str().unwrap()];
    let output = fmu_builder(&arguments, directory.path());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (said, output.status.code(), directory)
}

/// The crate with a part of its source replaced.
fn mass_spring(what: &str, by: &str) -> String {
    let source = fs::read_to_string(outside("src/lib.rs")).unwrap();
    assert!(source.contains(what), "{what}");
    source.replace(what, by)
}

#[test]
fn wrong_models_end_with_one_message_and_no_panic() {
    let cases = [
        (
            mass_spring("v.state(\"v\", v0, \"m/s\"", "v.state(\"m\", v0, \"mph\""),
            "  \"m\": unit \"mph\": \"mph\" is not a known symbol; write SI symbols joined by '.' and '/', such as N.s/m or m3/s\n  \"m\" is declared twice; give each variable a name of its own\n",
        ),
        (
            mass_spring("dx[self.v] =", "let _ ="),
            "  \"v\" is not given a derivative everywhere; compute it in `derivatives`\n",
        ),
        (
            mass_spring("let x0", "assert!(1.0 < 0.5_f64.sqrt(), \"not yet\"); let x0"),
            "  the model panics while it is checked: not yet\n",
        ),
    ];
    for (source, message) in cases {
        let (said, code, directory) = export_copy("wrong-model", &source);
        let expected = format!("error: \"wrong-model\" cannot be exported:\n{message}");
        assert!(said.ends_with(&expected), "{said}");
        assert!(!said.contains("panicked") && !said.contains("RUST_BACKTRACE"), "{said}");
        assert_eq!(code, Some(2), "{said}");
        assert!(!directory.path().join("mass-spring.fmu").exists());
    }
}

#[test]
fn the_sampled_controller_of_the_guide_is_exported() {
    let guide = fs::read_to_string(root().join("docs/exporting-a-model.md")).unwrap();
    let blocks = guide.split("```rust\n").skip(1).filter_map(|block| block.split("```").next());
    let source = { blocks }.find(|block| block.contains("struct Controller")).unwrap();
    let (said, code, directory) = export_copy("copied-controller", source);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("warning"), "{said}");
    let file = fs::File::open(directory.path().join("sampled-controller.fmu")).unwrap();
    let mut xml = Vec::new();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    archive.by_name("modelDescription.xml").unwrap().read_to_end(&mut xml).unwrap();
    let description = ModelDescription::parse(&xml).unwrap();
    assert!(description.problems().is_empty(), "{:?}", description.problems());
    let variability = |name: &str| description.variable(name).unwrap().variability();
    assert_eq!(variability("kp"), fmi2_description::Variability::Tunable);
    assert_eq!(variability("u"), fmi2_description::Variability::Discrete);
}

#[test]
fn pictures_of_the_readme_stand_where_its_page_shows_them() {
    let readme = "# Mass\n\n![a mass](mass.svg) ![again](mass.svg) ![a plot](pictures/plot.svg)\n";
    let files =
        [("README.md", readme), ("mass.svg", "<svg/>"), ("pictures/plot.svg", "<svg></svg>")];
    let source = fs::read_to_string(outside("src/lib.rs")).unwrap();
    let (said, code, directory) = export_described("pictured-model", &source, &files);
    assert_eq!(code, Some(0), "{said}");
    let file = fs::File::open(directory.path().join("mass-spring.fmu")).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let mut text = |name: &str| {
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let page = text("documentation/index.html");
    for (file, content) in &files[1..] {
        assert!(page.contains(&format!("<img src=\"{file}\"")), "{page}");
        assert_eq!(text(&format!("documentation/{file}")), *content);
    }
    // One that is missing is named.
    let (said, code, _) = export_described("pictured-model", &source, &files[..2]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("README.md: the picture \"pictures/plot.svg\" cannot be read"), "{said}");
}
