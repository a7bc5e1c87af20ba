//! `check`, `info` and `validate`: what is said before anything runs.

use std::path::{Path, PathBuf};

use macrostep_tests::{ENGINES, MODELS, STEPPED, c_fmu, changed_fmu, fmu, macrostep, succeed};

use super::{refused, scenario, stdout};

/// Whether a line of `text` is made of exactly these words.
fn has_line(text: &str, words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    text.lines().any(|line| line.split_whitespace().eq(words.iter().copied()))
}

#[test]
fn check_prints_what_a_scenario_amounts_to() {
    let said = stdout(macrostep().arg("check").arg(scenario("two-mass/explicit.toml")));
    let lines = [
        "time 0 s to 1 s, step 0.001 s",
        "scheme explicit, sweep jacobi, feedthrough outputs read fresh",
        "rule polynomial inputs of degree 1",
        "slave left: inputs as derivatives",
        "in force",
        "couplings 1",
    ];
    for line in lines {
        assert!(has_line(&said, line), "no \"{line}\" in\n{said}");
    }
    let mut check = macrostep();
    check.arg("check").arg(scenario("two-mass/explicit.toml"));
    let said = stdout(check.args(["--set", "scheme.sweep=gauss-seidel"]));
    assert!(said.contains("sweep gauss-seidel in the order left, right"), "{said}");
}

#[test]
fn check_writes_no_results() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut check = macrostep();
    check.arg("check").arg(scenario("two-mass/explicit.toml")).current_dir(folder.path());
    succeed(&mut check);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn info_shows_header_abilities_and_variables() {
    let said = stdout(macrostep().arg("info").arg(fmu("oscillator")));
    let lines = [
        "model oscillator",
        "FMI 2.0",
        "offers co-simulation, model exchange",
        "save and restore state yes",
        "input derivatives yes",
        "type causality variability start name unit",
        "Real parameter fixed 1000 c N/m",
        "Real input continuous 0 force N",
        "Real output continuous - x m",
    ];
    for line in lines {
        assert!(has_line(&said, line), "no \"{line}\" in\n{said}");
    }
    let said = stdout(macrostep().arg("info").arg(c_fmu("counter")));
    assert!(has_line(&said, "String parameter fixed count label -"), "{said}");
    assert!(has_line(&said, "Boolean input discrete 1 enable -"), "{said}");
}

#[test]
fn info_shows_an_fmu_that_cannot_run_here() {
    let said = stdout(macrostep().arg("info").arg(c_fmu("windows_only")));
    assert!(has_line(&said, "platforms win64 (windows_only.dll)"), "{said}");
    assert!(refused(macrostep().args(["info", "no_such.fmu"]), 2).contains("no_such.fmu"));
}

#[test]
fn exported_fmus_are_valid() {
    for name in MODELS.into_iter().chain(STEPPED).chain(ENGINES) {
        let said = stdout(macrostep().arg("validate").arg(fmu(name)));
        assert!(said.contains("valid, 0 errors, 0 warnings; the library loads"), "{said}");
    }
}

/// 100 000 variables more than the integrator has, all aliases of its output.
#[test]
fn an_fmu_with_very_many_variables_is_shown_validated_and_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let more: String = (0..100_000)
        .map(|k| {
            format!(
                "<ScalarVariable name=\"part{}.v[{k}]\" valueReference=\"1\"><Real/></ScalarVariable>\n",
                k % 100
            )
        })
        .collect();
    let end = "</ModelVariables>";
    let fmu = changed(folder.path(), end, &format!("{more}{end}"));
    let said = stdout(macrostep().arg("validate").arg(&fmu));
    assert!(said.contains("valid, 0 errors, 0 warnings"), "{said}");
    let said = stdout(macrostep().arg("info").arg(&fmu));
    assert_eq!(said.matches("local").count(), 100_000);
    let results = folder.path().join("a.csv");
    let mut command = macrostep();
    command.arg("simulate").arg(&fmu).args(["--output-interval", "0.5", "-qo"]).arg(&results);
    succeed(command.args(["--output-variable", "*"]));
    let text = std::fs::read_to_string(results).expect("results");
    let columns = text.lines().next().expect("a header").split("\",\"").count();
    assert_eq!(columns, 100_002, "the time, the output and its aliases");
}

#[test]
fn validate_judges_every_file_to_the_end() {
    let mut command = macrostep();
    command.arg("validate").args(["integrator", "not_a_zip", "no_reference", "counter"].map(c_fmu));
    let output = command.output().expect("macrostep starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(said.matches(": valid, 0 errors").count(), 2, "{said}");
    assert!(
        said.contains("no_reference.fmu: not valid, 1 error, 0 warnings; it is not loaded"),
        "{said}"
    );
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "error: 2 of 4 are not valid\n");
}

#[test]
fn every_function_is_said_to_be_there_only_where_it_is() {
    let said = stdout(macrostep().arg("validate").arg(c_fmu("integrator")));
    assert!(said.contains("the library loads and has every function\n"), "{said}");
    let said = stdout(macrostep().arg("validate").arg(c_fmu("no_state_function")));
    assert!(said.contains("but not fmi2GetFMUstate, which no declared capability"), "{said}");
    let said = refused(macrostep().arg("validate").arg(c_fmu("missing_state")), 2);
    let line = "D36 canGetAndSetFMUstate is declared, but the library has no fmi2GetFMUstate";
    assert!(said.contains(line), "{said}");
}

#[test]
fn validate_says_that_it_loads_no_library_for_model_exchange() {
    let said = stdout(macrostep().arg("validate").arg(c_fmu("model_exchange")));
    assert!(said.contains("so its library was not loaded"), "{said}");
}

/// An integrator with a changed description.
fn changed(folder: &Path, from: &str, to: &str) -> PathBuf {
    changed_fmu(&c_fmu("integrator"), &folder.join("integrator"), from, to)
}

#[test]
fn validate_tells_errors_from_warnings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fmu = changed(folder.path(), "name=\"y\"", "name=\"u\"");
    let said = refused(macrostep().arg("validate").arg(&fmu), 2);
    assert!(said.contains("D05") && said.contains("integrator: not valid, 1 error, "), "{said}");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let fmu = changed(folder.path(), "initial=\"calculated\"", "initial=\"exact\"");
    let said = refused(macrostep().arg("validate").arg(&fmu), 2);
    assert!(said.contains("D07 variable \"y\"") && said.contains("0 errors, 2 warnings"), "{said}");
    assert!(said.contains("it can be used all the same"), "{said}");
}
