//! No modules of a crate depend on each other in a circle, neither at its top nor inside a module.

mod cycles;
mod references;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use cycles::cycles;
use macrostep_tests::root;
use tree::read;

/// The folders of all packages in the project.
fn packages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            packages(&path, found);
        } else if name == "Cargo.toml" && folder.join("src").exists() {
            found.push(folder.into());
        }
    }
}

#[test]
fn no_modules_depend_on_each_other_in_a_circle() {
    let mut found = Vec::new();
    packages(root(), &mut found);
    assert!(found.len() > 20, "the packages are found");
    let mut told = Vec::new();
    for package in found {
        for name in ["src/lib.rs", "src/main.rs"] {
            let file = package.join(name);
            if file.exists() {
                let shown = package.strip_prefix(root()).expect("inside").join(name);
                let cycles = cycles(&read(&file));
                told.extend(
                    cycles.into_iter().map(|cycle| format!("{}: {cycle}", shown.display())),
                );
            }
        }
    }
    assert!(told.is_empty(), "{} cycles of modules:\n{}", told.len(), told.join("\n"));
}

/// The cycles of a crate with these files.
fn cycles_of(files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("the file is written");
    }
    cycles(&read(&folder.path().join("lib.rs")))
}

#[test]
fn a_cycle_is_spelled_out_with_its_files() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; pub use c::Third;"),
        ("a.rs", "use crate::b::Second; pub struct First(Second);"),
        ("b/mod.rs", "mod inner; pub struct Second;"),
        ("b/inner.rs", "use std::fmt; fn f(x: crate::Third) {}"),
        ("c.rs", "pub struct Third; fn f() { println!(\"{}\", super::a::name()) }"),
    ];
    let expected = "crate: a → b in a.rs by `crate::b::Second`; b → c in b/inner.rs by `crate::Third`; \
                    c → a in c.rs by `super::a::name`";
    assert_eq!(cycles_of(&files), [expected]);
}

#[test]
fn neighbours_inside_a_module_are_compared_too() {
    let files = [
        ("lib.rs", "mod outer;"),
        ("outer/mod.rs", "mod a; mod b; use a::First;"),
        ("outer/a.rs", "use super::b::Second; pub struct First;"),
        ("outer/b.rs", "use super::First; pub struct Second;"),
    ];
    let expected = "crate::outer: a → b in outer/a.rs by `super::b::Second`; b → a in outer/b.rs by `super::First`";
    assert_eq!(cycles_of(&files), [expected]);
}

#[test]
fn tests_documentation_and_what_neighbours_share_make_no_cycle() {
    let files = [
        ("lib.rs", "mod a; mod b; pub struct Shared; pub use a::First;"),
        (
            "a.rs",
            "pub(crate) struct First(crate::Shared);\n#[cfg(test)] mod tests { use crate::b::Second; }",
        ),
        (
            "b.rs",
            "//! Like [`crate::a`].\nuse crate::{First, Shared}; pub struct Second(Shared, First);",
        ),
    ];
    assert_eq!(cycles_of(&files), [""; 0]);
}
