//! Validation and life cycle in FMPy.

use macrostep_tests::{
    ENGINES, MODELS, STEPPED, c_fmu, fmu, macrostep, printed, python, root, succeed,
};

/// Those of the engines with a few hundred variables. FMPy's time grows with the square of the number: more than half a minute
/// for a whole bank. `macrostep validate` looks at all of them.
const SMALL_ENGINES: [&str; 9] = [
    "cam-phaser",
    "chain-drive-2",
    "flat-engine-tensioners",
    "hydraulic-tensioner",
    "oil-line",
    "phase-controller",
    "v6-bank-intake-phaser",
    "v6-bank-tensioner",
    "valve-train-8",
];

#[test]
fn fmpy_finds_nothing_to_complain_about() {
    let Some(mut command) = python("fmpy_validate.py") else { return };
    let models: Vec<&str> = MODELS.into_iter().chain(STEPPED).chain(SMALL_ENGINES).collect();
    let text = printed(&succeed(command.args(models.iter().map(|model| fmu(model)))));
    assert_eq!(text.matches(": valid").count(), models.len(), "{text}");
}

/// The lists that tests go through are complete: each crate under `fmus/` that is a model, or each of its variants.
#[test]
fn every_fmu_is_in_a_list() {
    let mut there = Vec::new();
    for folder in std::fs::read_dir(root().join("fmus")).expect("models") {
        let manifest = folder.expect("a model").path().join("Cargo.toml");
        let Ok(text) = std::fs::read_to_string(manifest) else { continue };
        let manifest: toml::Table = text.parse().expect("TOML");
        let types = manifest.get("lib").and_then(|lib| lib.get("crate-type"));
        if !types.is_some_and(|types| types.to_string().contains("cdylib")) {
            continue;
        }
        let package = &manifest["package"];
        let variants = package.get("metadata").and_then(|metadata| metadata["fmu"].get("variants"));
        match variants.and_then(toml::Value::as_table) {
            Some(variants) => there.extend(variants.keys().cloned()),
            None => there.push(package["name"].as_str().expect("a name").into()),
        }
    }
    let mut listed: Vec<&str> = MODELS.into_iter().chain(STEPPED).chain(ENGINES).collect();
    listed.sort_unstable();
    there.sort_unstable();
    assert_eq!(listed, there);
    listed.iter().for_each(|name| assert!(fmu(name).exists()));
}

/// More of them, and of other tools' FMUs: `mutants.py` by hand.
#[test]
fn no_changed_description_that_fmpy_rejects_is_called_valid() {
    let Some(mut command) = python("mutants.py") else { return };
    command.arg(macrostep().get_program());
    command.args(["oscillator", "pid", "hydraulic-line"].map(fmu));
    command.args(["counter", "units", "mass"].map(c_fmu)).args(["--count", "60", "--seed", "1"]);
    let text = printed(&succeed(&mut command));
    assert!(text.contains("6 of 6 FMUs are valid for both"), "{text}");
    assert!(text.contains("rejected by FMPy and not valid for macrostep"), "{text}");
}

#[test]
fn instances_reset_states_and_derivatives_work_in_fmpy() {
    for model in MODELS.into_iter().chain(STEPPED) {
        let Some(mut command) = python("fmpy_lifecycle.py") else { return };
        let text = printed(&succeed(command.arg(fmu(model))));
        // All seven checks: each FMU offers everything.
        assert_eq!(text.matches("ok: ").count(), 7, "{model}: {text}");
    }
}

#[test]
fn instances_reset_states_and_derivatives_of_engines_work_in_fmpy() {
    for model in ENGINES {
        let Some(mut command) = python("fmpy_lifecycle.py") else { return };
        // The controller sees its inputs every millisecond.
        let interval = if model == "phase-controller" { "1e-3" } else { "1e-5" };
        command.arg(fmu(model)).args(["--about-start", "--interval", interval]);
        let text = printed(&succeed(&mut command));
        assert_eq!(text.matches("ok: ").count(), 7, "{model}: {text}");
    }
}
