//! Couplings that blow up: stopped, told, or left alone.

use std::process::Command;

use macrostep_tests::{Csv, fmu, macrostep, printed, succeed};

use super::{refused, scenario, sidecar};

/// Two masses with a spring of 1e7 N/m between them, at 1 ms.
fn stiff(settings: &[&str]) -> Command {
    let mut run = macrostep();
    run.arg("run").arg(scenario("two-mass/explicit.toml"));
    for setting in ["couplings.0.stiffness=1e7", "simulation.stop=0.05"].iter().chain(settings) {
        run.args(["--set", setting]);
    }
    run
}

#[test]
fn a_coupling_that_diverges_ends_the_run_with_a_cure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    for rule in ["hold", "polynomial", "lin-2-3-opt"] {
        let rule = format!("inputs={{extrapolation='{rule}'}}");
        let said = refused(stiff(&[&rule]).arg("-o").arg(&results), 1);
        for part in [
            ".force has grown from",
            "the macro step is too long for the coupling",
            "try a simulation.step below 0.001 s",
            "scheme.kind = \"semi-implicit\"",
            "macrostep study stability",
            "simulation.on_divergence = \"warn\"",
            "the results up to there are complete",
        ] {
            assert!(said.contains(part), "{part} in\n{said}");
        }
        let largest = Csv::read(&results).column("left.x").into_iter().fold(0.0, f64::max);
        assert!(largest < 1e40, "{rule}: {largest:e}");
    }
    // The cures cure.
    succeed(stiff(&["scheme.kind='semi-implicit'"]).arg("-o").arg(&results));
    succeed(stiff(&["simulation.step=1e-5"]).arg("-o").arg(&results));
}

#[test]
fn a_coupling_that_diverges_is_told_or_left_alone_where_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let run = |reaction: &str| {
        let reaction = format!("simulation.on_divergence='{reaction}'");
        let output = succeed(stiff(&[&reaction]).arg("-qo").arg(&results));
        (printed(&output), sidecar(&results)["summary"]["warnings"].clone())
    };
    let (said, warnings) = run("warn");
    assert!(said.contains("warning: the coupling diverges: "), "{said}");
    assert!(warnings[0].as_str().is_some_and(|w| w.contains("no solution")), "{warnings}");
    let (said, warnings) = run("ignore");
    assert!(!said.contains("diverges") && warnings == serde_json::json!([]), "{said}");
}

#[test]
fn a_study_of_a_coupling_that_diverges_is_not_stopped() {
    fmu("oscillator");
    let mut study = macrostep();
    study.args(["study", "stability"]).arg(scenario("two-mass/explicit.toml"));
    let output = succeed(study.args(["--set", "couplings.0.stiffness=1e7"]));
    assert!(printed(&output).contains("unstable"), "{}", printed(&output));
}
