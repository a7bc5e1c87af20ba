//! `macrostep crosscheck` on a collection that has every verdict.

use std::path::{Path, PathBuf};
use std::process::Command;

use macrostep_tests::{c_fmu, fmu, foreign_fmu, macrostep, printed, python, root, succeed};
use serde_json::Value;

/// The collection in `folder`, unless the machine lacks Python or an FMU.
fn collection(folder: &Path) -> Option<PathBuf> {
    fmu("oscillator");
    c_fmu("counter");
    foreign_fmu("third_party", "Stair")?;
    foreign_fmu("pythonfmus", "threshold")?;
    let collection = folder.join("fmus");
    let script = root().join("tests/crosscheck/make_collection.py");
    let mut python = Command::new(python("fmpy_reference.py")?.get_program());
    succeed(python.arg(script).arg(&collection));
    Some(collection)
}

/// `macrostep crosscheck` with results in `report`.
fn crosscheck(collection: &Path, report: &Path, expect: Option<&Path>) -> Command {
    let mut command = macrostep();
    command.arg("crosscheck").arg(collection).arg("--report").arg(report);
    command.args(["--timeout", "5", "--jobs", "2"]);
    if let Some(expect) = expect {
        command.arg("--expect").arg(expect);
    }
    command
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_verdict_is_found_written_and_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(collection) = collection(folder.path()) else { return };
    let report = folder.path().join("results");
    let expected = root().join("tests/crosscheck/expected.md");
    let output = succeed(&mut crosscheck(&collection, &report, Some(&expected)));
    let table = read(&report.join("COMPATIBILITY.md"));
    assert!(printed(&output).contains(&table), "the table is printed as it is written");
    assert_eq!(table.lines().count(), 2 + 22);

    indicators_and_signals_lie_in_the_tree(&report);
    outliers_are_those_of_fmpy(&collection, &report);
    other_verdicts_than_the_expected_ones_are_named(&collection, &report, &expected);
}

/// Where the collection's own `results/` folder has them.
fn indicators_and_signals_lie_in_the_tree(report: &Path) {
    let tree = report.join("2.0/cs/linux64/macrostep").join(env!("CARGO_PKG_VERSION"));
    for (model, indicator, has_signals) in [
        ("macrostep/current/nonlinear", "passed", true),
        ("macrostep/current/altered", "failed", true),
        ("plain-c/1/crash", "failed", false),
        ("plain-c/1/hang", "failed", false),
        ("plain-c/1/windows_only", "rejected", false),
    ] {
        let folder = tree.join(model);
        for name in ["passed", "failed", "rejected"] {
            assert_eq!(folder.join(name).exists(), name == indicator, "{model}: {name}");
        }
        let name = Path::new(model).file_name().expect("a name").to_string_lossy().into_owned();
        let signals = folder.join(format!("{name}_out.csv"));
        assert!(signals.exists() || !has_signals, "{} is missing", signals.display());
    }
}

/// The band is FMPy's, also where signals lie outside.
fn outliers_are_those_of_fmpy(collection: &Path, report: &Path) {
    let json: Value = serde_json::from_str(&read(&report.join("crosscheck.json"))).expect("JSON");
    let mut outside = 0.0;
    for (name, folder) in [
        ("altered", "macrostep/current/altered"),
        ("oscillator", "macrostep/current/oscillator"),
        ("Feedthrough", "Reference-FMUs/0.0.39/Feedthrough"),
        ("CoupledClutches", "MapleSim/1/CoupledClutches"),
    ] {
        let reference = collection.join("2.0/cs/linux64").join(folder);
        let results = report.join("2.0/cs/linux64/macrostep").join(env!("CARGO_PKG_VERSION"));
        let mut judge = python("../crosscheck/fmpy_band.py").expect("Python was there before");
        judge.arg(reference.join(format!("{name}_ref.csv")));
        judge.arg(results.join(folder).join(format!("{name}_out.csv")));
        let theirs: Value = serde_json::from_slice(&succeed(&mut judge).stdout).expect("JSON");
        let place = Value::from(format!("2.0/cs/linux64/{folder}"));
        let models = json.as_array().expect("a list");
        let ours = models.iter().find(|model| model["folder"] == place).expect("the model");
        for signal in ours["signals"].as_array().expect("signals") {
            let theirs = &theirs[signal["name"].as_str().expect("a name")];
            assert_eq!(&signal["outliers"], theirs, "{name}: {signal}");
            outside += theirs.as_f64().expect("a number");
        }
    }
    assert!(outside > 0.5, "some signal lies outside: {outside}");
}

fn other_verdicts_than_the_expected_ones_are_named(
    collection: &Path,
    report: &Path,
    expected: &Path,
) {
    let wrong = report.join("wrong.md");
    let text = read(expected).replace("counter | passed", "counter | failed");
    let text = text.replace("windows_only |", "linux_only |");
    std::fs::write(&wrong, text).expect("a file");
    let output = crosscheck(collection, report, Some(&wrong)).output().expect("it starts");
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for difference in [
        "counter/counter: passed, strict yes; expected failed, strict yes",
        "windows_only/windows_only: rejected, strict -; not expected at all",
        "linux_only: expected, but not there",
    ] {
        assert!(said.contains(difference), "{difference}: {said}");
    }
}

#[test]
fn a_collection_without_reference_runs_with_the_fmus_own_experiment() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let collection = folder.path().join("fmus");
    std::fs::create_dir_all(collection.join("a")).expect("a folder");
    std::fs::copy(c_fmu("integrator"), collection.join("a/I.fmu")).expect("a copy");
    std::fs::copy(c_fmu("error"), collection.join("E.fmu")).expect("a copy");
    let mut command = macrostep();
    let report = folder.path().join("results");
    let output = succeed(command.arg("crosscheck").arg(collection).arg("--report").arg(&report));
    assert!(printed(&output).contains("2 models: 1 failed, 1 ran"), "{}", printed(&output));
    let json: Value = serde_json::from_str(&read(&report.join("crosscheck.json"))).expect("JSON");
    assert_eq!((&json[0]["model"], &json[0]["verdict"]), (&"E".into(), &"failed".into()));
    assert!(json[0]["note"].as_str().expect("a note").contains("fmi2DoStep"), "{}", json[0]);
    assert_eq!((&json[1]["folder"], &json[1]["note"]), (&"a".into(), &"no reference".into()));
}

#[test]
fn a_folder_without_fmus_is_wrong_input() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let missing = folder.path().join("nowhere");
    for (path, message) in [(folder.path(), "has no .fmu in it"), (&missing, "cannot be read")] {
        let output = macrostep().arg("crosscheck").arg(path).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        assert!(printed(&output).contains(message), "{}", printed(&output));
    }
}
