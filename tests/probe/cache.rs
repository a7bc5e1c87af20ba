//! The cache on the command line: odd paths, many processes, emptying.

use std::path::Path;
use std::process::{Command, Stdio};

use macrostep_tests::{Csv, c_fmu, macrostep, printed, succeed};

/// `macrostep` with a cache in a folder.
fn command(cache: &Path) -> Command {
    let mut command = macrostep();
    command.env("MACROSTEP_CACHE", cache);
    command
}

/// Simulates an FMU and gives its result `y`.
fn simulate(mut command: Command, fmu: &Path, results: &Path) -> Vec<f64> {
    let arguments = ["--stop-time", "1", "--output-interval", "0.5", "-q", "-o"];
    succeed(command.arg("simulate").arg(fmu).args(arguments).arg(results));
    Csv::read(results).column("y")
}

#[test]
fn resources_are_readable_whatever_the_path_is_called() {
    for name in ["plain", "with space", "a+b", "50%20", "ä-Ö", "日本"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let odd = folder.path().join(name);
        std::fs::create_dir(&odd).expect("a folder");
        let fmu = odd.join(format!("{name}.fmu"));
        std::fs::copy(c_fmu("resource"), &fmu).expect("a copy");
        let results = odd.join("results.csv");
        // With the path of the FMU, of the cache, and without a cache of the folder for temporary files.
        assert_eq!(simulate(macrostep(), &fmu, &results), [42.5; 3], "{name}");
        assert_eq!(simulate(command(&odd.join("cache")), &fmu, &results), [42.5; 3], "{name}");
        let mut bare = macrostep();
        for variable in ["MACROSTEP_CACHE", "XDG_CACHE_HOME", "HOME"] {
            bare.env_remove(variable);
        }
        bare.env("TMPDIR", &odd);
        assert_eq!(simulate(bare, &fmu, &results), [42.5; 3], "{name}");
    }
}

#[test]
fn an_unpacked_folder_with_an_odd_name_works() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = folder.path().join("cache");
    let results = folder.path().join("results.csv");
    simulate(command(&cache), &c_fmu("resource"), &results);
    let entries = std::fs::read_dir(cache.join("fmus")).expect("a folder");
    let unpacked = entries.map(|entry| entry.expect("an entry").path()).find(|p| p.is_dir());
    let odd = folder.path().join("日本 a+b%");
    std::fs::rename(unpacked.expect("an unpacked FMU"), &odd).expect("it is moved");
    assert_eq!(simulate(command(&cache), &odd, &results), [42.5; 3]);
}

#[test]
fn many_processes_at_once_unpack_an_fmu_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = folder.path().join("cache");
    let fmu = c_fmu("resource");
    let start = |k: usize| {
        let results = folder.path().join(format!("{k}.csv"));
        let mut run = command(&cache);
        run.arg("simulate").arg(&fmu).args(["--stop-time", "1", "-q", "-o"]).arg(results);
        run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("macrostep starts")
    };
    let running: Vec<_> = (0..16).map(start).collect();
    for child in running {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", printed(&output));
    }
    let entries = std::fs::read_dir(cache.join("fmus")).expect("a folder");
    let names: Vec<_> = entries.map(|e| e.expect("an entry").file_name()).collect();
    assert_eq!(names.len(), 2, "one FMU and its list: {names:?}");
}

#[test]
fn a_damaged_entry_is_unpacked_anew() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (cache, results) = (folder.path().join("cache"), folder.path().join("results.csv"));
    let fmu = c_fmu("resource");
    simulate(command(&cache), &fmu, &results);
    let entries = std::fs::read_dir(cache.join("fmus")).expect("a folder");
    let unpacked = entries.map(|entry| entry.expect("an entry").path()).find(|p| p.is_dir());
    let value = unpacked.expect("an unpacked FMU").join("resources/value.txt");
    std::fs::remove_file(&value).expect("it was there");
    assert_eq!(simulate(command(&cache), &fmu, &results), [42.5; 3]);
    assert!(value.is_file());
}

#[test]
fn clean_says_what_it_removes_and_removes_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = folder.path().join("cache");
    let said = |arguments: &[&str]| {
        let output = succeed(command(&cache).args(arguments));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert!(said(&["clean"]).contains(": 0 unpacked FMUs and 0 probe results (0 B) removed"));
    let fmu = c_fmu("integrator");
    succeed(command(&cache).arg("probe").arg(&fmu));
    let would = said(&["clean", "--dry-run"]);
    assert!(would.contains(": 1 unpacked FMU and 1 probe result ("), "{would}");
    assert!(would.contains("kB) would be removed"), "{would}");
    let done = said(&["clean"]);
    assert_eq!(done, would.replace("would be removed", "removed"));
    for left in ["fmus", "probes"] {
        assert_eq!(std::fs::read_dir(cache.join(left)).expect("a folder").count(), 0, "{left}");
    }
}
