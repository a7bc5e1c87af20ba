//! What `macrostep study stability` prints, writes and refuses.

use std::path::PathBuf;

use macrostep_tests::{fmu, foreign_fmu, macrostep, printed, root, succeed};

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
    let text = std::fs::read_to_string(table).unwrap();
    let cells: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let header = ["couplings.0.stiffness", "simulation.step", "spectral_radius", "stable", "basis"];
    assert_eq!(cells[0], header.map(|name| format!("\"{name}\"")));
    let column = |k: usize| cells[1..].iter().map(|row| row[k]).collect::<Vec<_>>();
    assert_eq!(column(3), ["1", "1", "0", "1", "1", "0", "1", "0", "0"]);
    assert_eq!(column(4), ["\"exact\""; 9]);
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
fn a_nonlinear_fmu_is_linearised_where_its_runs_come_to_rest_and_observed_where_they_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonlinear.toml");
    let slave = |name: &str, d: f64| {
        let fmu = fmu("nonlinear-oscillator");
        format!(
            "[slaves.{name}]\nfmu = '{}'\nstart = {{ x0 = 1, d = {d}, d3 = {d}, amplitude = 0 }}\n",
            fmu.display()
        )
    };
    for (damping, wanted) in [
        (5.0, "linearised about the operating point at t = 20 s"),
        (0.0, "observed: runs over 20 s"),
    ] {
        let text = format!(
            "[simulation]\nstop = 20\nstep = 0.02\n{}{}[[couplings]]\nlaw = 'spring-damper'\n\
             between = ['a', 'b']\nstiffness = 10\n",
            slave("a", damping),
            slave("b", damping)
        );
        std::fs::write(&path, text).unwrap();
        let text = printed(&succeed(macrostep().args(["study", "stability"]).arg(&path)));
        assert!(text.contains("stable") && text.contains(wanted), "{damping}: {text}");
        // A map says the same of each point.
        let table = folder.path().join("map.csv");
        let mut study = macrostep();
        study.args(["study", "stability", "--vary", "couplings.0.stiffness=1..10:log:2"]);
        succeed(study.arg("-o").arg(&table).arg(&path));
        let table = std::fs::read_to_string(table).unwrap();
        let basis = wanted.split([' ', ':']).next().unwrap();
        assert_eq!(table.matches(&format!("\"{basis}\"")).count(), 2, "{table}");
    }
}

/// Verdicts about runs of an FMU of PythonFMU, whose states cannot be set, against those of the matrix of the system with
/// FMUs whose states can be set.
#[test]
fn runs_of_a_python_fmu_have_the_verdicts_of_the_matrix() {
    let Some(python) = foreign_fmu("pythonfmus", "oscillator") else { return };
    let folder = tempfile::tempdir().unwrap();
    let said = |left: PathBuf, step: f64| {
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
        printed(&succeed(macrostep().args(["study", "stability"]).arg(path)))
    };
    for step in [0.02, 0.1, 0.2] {
        let (exact, observed) = (said(fmu("oscillator"), step), said(python.clone(), step));
        assert!(exact.contains("exact: the system is linear"), "{exact}");
        assert!(observed.contains("observed: runs over 5 s"), "{observed}");
        assert_eq!(exact.contains("unstable"), observed.contains("unstable"), "{exact}{observed}");
    }
}

#[test]
fn every_scenario_has_an_answer() {
    let mut scenarios = Vec::new();
    for folder in std::fs::read_dir(root().join("scenarios")).unwrap() {
        let files = std::fs::read_dir(folder.unwrap().path()).unwrap().map(|f| f.unwrap().path());
        scenarios.extend(files.filter(|file| file.extension().is_some_and(|e| e == "toml")));
    }
    fmu("oscillator");
    assert!(scenarios.len() > 20);
    std::thread::scope(|scope| {
        for part in scenarios.chunks(scenarios.len().div_ceil(2)) {
            scope.spawn(move || {
                for scenario in part {
                    let text =
                        printed(&succeed(macrostep().args(["study", "stability"]).arg(scenario)));
                    let based =
                        ["exact", "linearised", "observed"].iter().any(|b| text.contains(b));
                    assert!(text.contains("stable") && based, "{}: {text}", scenario.display());
                    assert!(!text.contains("rror"), "{}: {text}", scenario.display());
                }
            });
        }
    });
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
