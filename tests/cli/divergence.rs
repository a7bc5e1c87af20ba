//! Couplings that blow up, and correctors and iterations that come to nothing: stopped, told, or left alone.

use std::path::{Path, PathBuf};
use std::process::Command;

use macrostep_tests::{Csv, c_fmu, fmu, macrostep, printed, succeed};

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
    // Linear inputs make the semi-implicit scheme unstable as well; what the message advises cures it.
    let said = refused(stiff(&["scheme.kind='semi-implicit'"]).arg("-o").arg(&results), 1);
    assert!(said.contains("or a lower inputs.degree, and ask"), "{said}");
    let held = "inputs={extrapolation='hold'}";
    succeed(stiff(&["scheme.kind='semi-implicit'", held]).arg("-o").arg(&results));
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

/// Two masses of which the left one is the given C FMU, coupled by an implicit scheme.
fn masses(folder: &Path, left: &str, kind: &str) -> PathBuf {
    let (left, right) = (c_fmu(left), c_fmu("mass"));
    let file = folder.join("masses.toml");
    let text = format!(
        "[simulation]\nstop = 4.0\nstep = 1e-3\n[scheme]\nkind = \"{kind}\"\n\
         [inputs]\nextrapolation = \"polynomial\"\ndegree = 1\n\
         [slaves.left]\nfmu = {left:?}\nstart = {{ m = 1.0, d = 1.0, v0 = 10.0 }}\n\
         [slaves.right]\nfmu = {right:?}\nstart = {{ m = 2.0, d = 1.0, v0 = -10.0 }}\n\
         [[couplings]]\nlaw = \"spring-damper\"\nbetween = [\"left\", \"right\"]\n\
         stiffness = 1e4\ndamping = 1.0\n"
    );
    std::fs::write(&file, text).expect("the scenario is written");
    file
}

#[test]
fn a_corrector_that_does_not_correct_is_told_and_ends_the_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |left: &str| {
        let mut run = macrostep();
        run.arg("run").arg(masses(folder.path(), left, "semi-implicit")).arg("--trust-fmu");
        run.arg("-o").arg(folder.path().join("a.csv"));
        run
    };
    // From 2 s on the left mass is not where it was saved.
    let said = refused(&mut run("mass_state_lost"), 1);
    for part in ["the corrector does not correct", "macrostep probe", "warning: in 10"] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    let times = Csv::read(&folder.path().join("a.csv")).column("time");
    assert!((2.05..2.2).contains(times.last().expect("a row")), "{:?}", times.last());
    // A linear system leaves rounding, and noise of the FMU its own size; neither stops the run.
    let residual = |left: &str| {
        succeed(&mut run(left));
        let summary = &sidecar(&folder.path().join("a.csv"))["summary"];
        assert_eq!(summary["statistics"]["not_corrected"], 0, "{summary}");
        summary["statistics"]["residual"][0].as_f64().expect("a number")
    };
    assert!(residual("mass") < 1e-11);
    assert!((1e-8..1e-2).contains(&residual("mass_noisy")));
}

#[test]
fn iterations_that_end_at_the_noise_of_an_fmu_say_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let run = |relative: &str| {
        let mut run = macrostep();
        run.arg("run").arg(masses(folder.path(), "mass_noisy", "newton")).arg("--trust-fmu");
        run.args(["--set", &format!("scheme.relative={relative}")]).arg("-o").arg(&results);
        let said = printed(&succeed(&mut run));
        (said, sidecar(&results)["summary"]["statistics"]["within_noise"].clone())
    };
    let (said, within_noise) = run("1e-12");
    for part in
        ["the iteration ended at the noise of the FMUs", "at noise of", "simulation.tolerance"]
    {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    let steps = within_noise[0].as_u64().expect("a number");
    let noise = within_noise[1].as_f64().expect("a number");
    assert!(steps > 2000 && (1e-9..3e-7).contains(&noise), "{within_noise}");
    let (said, within_noise) = run("1e-4");
    assert!(!said.contains("noise") && within_noise[0] == 0, "{said}");
}
