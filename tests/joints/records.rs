//! What a run tells of a slave that does not hold the axes of its constraint, or holds others too.

use std::path::Path;

use macrostep_tests::{fmu, macrostep, root, succeed};

/// The warnings of a run, and the record of its constraint.
fn run(scenario: &str, settings: &[&str]) -> (Vec<String>, serde_json::Value) {
    fmu("driven-body");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("results.csv");
    let path = Path::new("scenarios/constraint").join(scenario).with_extension("toml");
    let mut command = macrostep();
    command.args(["run", "-q"]).arg(root().join(path)).arg("-o").arg(&results);
    command.args(settings.iter().flat_map(|setting| ["--set", setting]));
    succeed(&mut command);
    let sidecar = std::fs::read_to_string(folder.path().join("results.csv.json"));
    let sidecar: serde_json::Value =
        serde_json::from_str(&sidecar.expect("a sidecar")).expect("JSON");
    let summary = &sidecar["summary"];
    let warnings = summary["warnings"].as_array().expect("warnings");
    let texts = warnings.iter().map(|text| text.as_str().expect("a text").to_string());
    (texts.collect(), summary["constraints"][0].clone())
}

#[test]
fn an_axis_that_the_slave_holds_although_it_is_free_is_told() {
    for (scenario, hold) in [
        ("double-pendulum", "slaves.lower.start.hold_angle=true"),
        ("spatial-joint", "slaves.arm.start.hold_ry=true"),
    ] {
        let (warnings, record) = run(scenario, &[hold, "simulation.stop=0.1"]);
        let told = warnings.iter().any(|text| text.contains("the slave holds an axis that"));
        assert!(told, "{scenario}: {warnings:?}");
        assert!(record["free_reaction"].as_f64().expect("a number") > 0.1, "{record}");
    }
}

#[test]
fn an_axis_that_the_slave_does_not_hold_although_it_should_is_told() {
    for (scenario, free) in [
        ("double-pendulum", "couplings.0.free=[]"),
        ("spatial-joint", "slaves.arm.start.hold_rx=false"),
        ("spatial-joint", "slaves.arm.start.hold_x=false"),
    ] {
        let (warnings, record) = run(scenario, &[free, "simulation.stop=0.1"]);
        let told = warnings.iter().any(|text| text.contains("away from the velocity that was"));
        assert!(told, "{scenario}, {free}: {warnings:?}");
        assert!(record["not_followed"].as_f64().expect("a number") > 0.1, "{record}");
    }
}

#[test]
fn slaves_that_do_as_they_should_are_not_accused_however_long_the_step() {
    for h in ["1e-4", "1e-3", "1e-2", "5e-2"] {
        let step = format!("simulation.step={h}");
        for scenario in ["double-pendulum", "double-pendulum-upright", "spatial-joint"] {
            let (warnings, record) = run(scenario, &[&step, "simulation.stop=1"]);
            assert!(warnings.is_empty(), "{scenario}, {h}: {warnings:?}");
            assert_eq!(record["not_followed"].as_f64(), Some(0.0), "{scenario}, {h}");
            let free = record["free_reaction"].as_f64().expect("a number");
            let reaction = record["reaction"].as_f64().expect("a number");
            assert!(free < 1e-12 * reaction, "{scenario}, {h}: {free:e} of {reaction}");
        }
    }
}
