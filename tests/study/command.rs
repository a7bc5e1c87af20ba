//! What `macrostep study stability` prints, writes and refuses.

use std::path::PathBuf;

use macrostep_tests::{Csv, fmu, foreign_fmu, macrostep, printed, root, succeed};

fn two_mass() -> PathBuf {
    fmu("oscillator");
    root().join("scenarios/two-mass/explicit.toml")
}

#[test]
fn the_spectral_radius_of_a_scenario_is_printed_with_its_basis() {
    let output = succeed(macrostep().args(["study", "stability"]).arg(two_mass()));
    let text = printed(&output);
    assert!(text.contains("at H = 0.001 s: stable") && text.contains("exact"), "{text}");
}

#[test]
fn a_map_goes_to_a_table_and_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let (table, picture) = (folder.path().join("map.csv"), folder.path().join("map.svg"));
    let mut study = macrostep();
    study.args(["study", "stability", "--vary", "couplings.0.stiffness=1e3..1e7:log:3"]);
    study.args(["--vary", "simulation.step=1e-4..1e-2:log:3"]).arg(two_mass());
    let output = succeed(study.arg("-o").arg(&table).arg("--plot").arg(&picture));
    assert!(printed(&output).contains("9 points, 5 of them stable"), "{}", printed(&output));
    let csv = Csv::read(&table);
    let wanted = ["couplings.0.stiffness", "simulation.step", "spectral_radius", "stable", "exact"];
    assert_eq!(csv.header(), wanted);
    assert_eq!(csv.column("stable"), [1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    assert!(std::fs::read_to_string(picture).unwrap().contains("couplings.0.stiffness"));
}

#[test]
fn rules_are_compared_best_first() {
    let folder = tempfile::tempdir().unwrap();
    let (table, picture) = (folder.path().join("rules.csv"), folder.path().join("rules.png"));
    let mut study = macrostep();
    study.args(["study", "stability", "--rules", "--density", "0.1"]).arg(two_mass());
    succeed(study.arg("-o").arg(&table).arg("--plot").arg(&picture));
    let text = std::fs::read_to_string(table).unwrap();
    let limits: Vec<f64> =
        text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect();
    assert!(limits.len() > 30 && limits.is_sorted_by(|a, b| a >= b), "{text}");
    assert!(text.contains("\"lin-2-3-opt\","), "{text}");
    assert!(std::fs::metadata(picture).unwrap().len() > 10_000);
}

#[test]
fn a_nonlinear_fmu_gives_an_estimate() {
    fmu("nonlinear-oscillator");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonlinear.toml");
    let slave = |name: &str| {
        let fmu = fmu("nonlinear-oscillator");
        format!("[slaves.{name}]\nfmu = '{}'\nstart = {{ x0 = 1 }}\n", fmu.display())
    };
    let text = format!(
        "[simulation]\nstop = 5\nstep = 0.05\n{}{}[[couplings]]\nlaw = 'spring-damper'\n\
         between = ['a', 'b']\nstiffness = 10\n",
        slave("a"),
        slave("b")
    );
    std::fs::write(&path, text).unwrap();
    let text = printed(&succeed(macrostep().args(["study", "stability"]).arg(path)));
    assert!(text.contains("stable") && text.contains("an estimate from runs"), "{text}");
}

/// The growth seen in runs with an FMU of PythonFMU, whose states cannot be set, against the spectral radius of the
/// system with FMUs whose states can be set.
#[test]
fn growth_in_runs_of_a_python_fmu_is_near_the_spectral_radius() {
    let Some(python) = foreign_fmu("pythonfmus", "oscillator") else { return };
    let folder = tempfile::tempdir().unwrap();
    let radius = |left: PathBuf, step: f64| {
        let path = folder.path().join("scenario.toml");
        let right = fmu("oscillator");
        let slave = |name: &str, fmu: PathBuf, x0: f64| {
            let start = format!("{{ m = 1, c = 100, d = 0.5, x0 = {x0} }}");
            format!("[slaves.{name}]\nfmu = '{}'\nstart = {start}\n", fmu.display())
        };
        let text = format!(
            "[simulation]\nstop = 5\nstep = {step}\n[inputs]\nextrapolation = 'polynomial'\n\
             degree = 1\nhand_over = 'mean'\n{}{}[[couplings]]\nlaw = 'spring-damper'\n\
             between = ['a', 'b']\nstiffness = 60\ndamping = 0.8\n",
            slave("a", left, 1.0),
            slave("b", right, 0.0)
        );
        std::fs::write(&path, text).unwrap();
        let mut study = macrostep();
        let text = printed(&succeed(study.args(["study", "stability"]).arg(path)));
        let number = text.split_whitespace().nth(2).unwrap().parse::<f64>().unwrap();
        (number, text.contains("exact"))
    };
    for step in [0.02, 0.1] {
        let (exact, linear) = radius(fmu("oscillator"), step);
        let (estimate, estimated_linear) = radius(python.clone(), step);
        assert!(linear && !estimated_linear);
        // The Python model integrates with steps of its own, and 400 steps show 1 % at best.
        assert!((estimate / exact - 1.0).abs() < 0.01, "{step}: {estimate} for {exact}");
    }
}

#[test]
fn a_wrong_range_and_a_wrong_field_are_told_in_one_message() {
    for (vary, wanted) in [
        ("couplings.0.stiffness", "write field=from..to:log:count"),
        ("couplings.0.stiffness=0..1:log:3", "a logarithmic range begins above zero"),
        ("couplings.7.stiffness=1..2:lin:2", "there is no entry 7; couplings has 1 of them"),
        ("couplings.0.stifness=1..2:lin:2", "unknown field \"stifness\"; did you mean"),
    ] {
        let mut study = macrostep();
        study.args(["study", "stability", "--vary", vary]).arg(two_mass());
        let output = study.output().unwrap();
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(wanted) && text.matches("error:").count() == 1, "{vary}: {text}");
    }
}
