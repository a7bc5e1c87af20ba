//! The cache of unpacked FMUs: nothing that happens to it changes a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use macrostep_tests::{Csv, c_fmu, macrostep, printed, succeed};

use super::sidecar;

/// `simulate` of an FMU with this cache, into `results`.
fn simulate(fmu: &str, cache: &Path, results: &Path) -> Command {
    let mut command = macrostep();
    command.env("MACROSTEP_CACHE", cache).arg("simulate").arg(c_fmu(fmu)).arg("-qo").arg(results);
    command
}

/// The unpacked file of this name in a cache with one FMU.
fn unpacked(cache: &Path, name: &str) -> PathBuf {
    let entries = fs::read_dir(cache.join("fmus")).expect("a cache");
    let folders = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    folders.map(|folder| folder.join(name)).find(|path| path.exists()).expect("the file")
}

#[test]
fn an_fmu_that_writes_into_its_folder_does_not_change_the_next_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (cache, results) = (folder.path().join("cache"), folder.path().join("a.csv"));
    for run in 1..=3 {
        succeed(&mut simulate("scribbler", &cache, &results));
        assert_eq!(Csv::read(&results).column("y")[0], 1.0, "run {run}");
    }
    let left = fs::read_to_string(unpacked(&cache, "resources/value.txt")).expect("a number");
    assert_eq!(left.trim(), "2", "the FMU has written");
}

#[test]
fn a_changed_byte_of_the_library_is_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (cache, results) = (folder.path().join("cache"), folder.path().join("a.csv"));
    succeed(&mut simulate("integrator", &cache, &results));
    let first = fs::read(&results).expect("results");
    let library = unpacked(&cache, "binaries/linux64/integrator.so");
    let original = fs::read(&library).expect("a library");
    let mut changed = original.clone();
    changed[0] ^= 1;
    fs::write(&library, changed).expect("a library");
    succeed(&mut simulate("integrator", &cache, &results));
    assert_eq!(fs::read(&library).expect("a library"), original, "it was unpacked anew");
    assert_eq!(fs::read(&results).expect("results"), first);
}

#[test]
fn without_a_cache_that_can_be_written_it_runs_with_a_warning() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    for cache in [file.join("cache"), PathBuf::from("/proc/macrostep")] {
        let said = printed(&succeed(&mut simulate("integrator", &cache, &results)));
        assert!(said.contains("warning: ") && said.contains("temporary folder"), "{said}");
        assert!(said.contains(&cache.display().to_string()), "{said}");
        assert_eq!(said.matches("temporary folder").count(), 1, "{said}");
    }
    let mut homeless = simulate("integrator", Path::new(""), &results);
    for name in ["MACROSTEP_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"] {
        homeless.env_remove(name);
    }
    let said = printed(&succeed(&mut homeless));
    assert!(said.contains("HOME is not set") && said.contains("MACROSTEP_CACHE"), "{said}");
}

#[test]
fn the_sidecar_names_the_bytes_of_the_fmu() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (cache, results) = (folder.path().join("cache"), folder.path().join("a.csv"));
    succeed(&mut simulate("integrator", &cache, &results));
    let hash = sidecar(&results)["slaves"][0]["fmu_hash"].as_str().expect("a hash").to_string();
    assert!(cache.join("fmus").join(&hash).is_dir(), "{hash} is the entry of the cache");
    succeed(&mut simulate("counter", &cache, &results));
    assert_ne!(sidecar(&results)["slaves"][0]["fmu_hash"], hash);
}
