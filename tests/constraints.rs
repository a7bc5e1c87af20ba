//! Kinematic constraints in whole runs on FMUs: two masses as one, by every scheme that takes them.

use std::path::Path;

use macrostep_tests::{
    Csv, changed_fmu, fmu, largest_difference, macrostep, printed, root, run_scenario, succeed,
};

/// x(t) = 0.1/50 sin 50 t: both masses of 1 kg on a spring of 5000 N/m.
fn exact(t: f64) -> f64 {
    0.002 * (50.0 * t).sin()
}

fn run(scenario: &str, settings: &[&str]) -> (Csv, serde_json::Value) {
    run_scenario(&Path::new("constraint").join(scenario), settings)
}

fn error(csv: &Csv, column: &str) -> f64 {
    let solution: Vec<f64> = csv.column("time").into_iter().map(exact).collect();
    largest_difference(&csv.column(column), &solution)
}

/// The settings that make a scheme of the explicit one of the scenario.
fn scheme(kind: &str) -> Vec<&str> {
    match kind {
        "fixed-point" => vec!["scheme.kind=fixed-point", "scheme.relaxation=1.0"],
        "newton" => vec!["scheme.kind=newton", "scheme.sweep=jacobi"],
        _ => vec!["scheme.kind=semi-implicit", "scheme.sweep=jacobi"],
    }
}

/// Zhang et al. (2022), end of section 4.1: explicit and implicit are of first order and close to each other.
#[test]
fn two_masses_move_as_one_to_first_order_with_every_scheme() {
    for kind in ["explicit", "fixed-point", "newton", "semi-implicit"] {
        let errors = ["2e-4", "1e-4"].map(|step| {
            let step = format!("simulation.step={step}");
            let mut settings = if kind == "explicit" { Vec::new() } else { scheme(kind) };
            settings.push(&step);
            error(&run("two-masses.toml", &settings).0, "driven.x")
        });
        let order = (errors[0] / errors[1]).log2();
        assert!((order - 1.0).abs() < 0.1, "{kind}: {errors:?}");
        assert!(errors[1] < 1e-4, "{kind}: {errors:?}");
    }
}

#[test]
fn iterations_of_every_kind_end_at_the_same_motion() {
    let ends = ["fixed-point", "newton"].map(|kind| run("two-masses.toml", &scheme(kind)).0);
    for column in ["mass.x", "driven.x", "mass.v", "driven.v"] {
        let [a, b] = [0, 1].map(|k| ends[k].column(column));
        assert!(largest_difference(&a, &b) < 1e-8, "{column}");
    }
}

/// At the end of each step the constraint holds at the level that the inputs ask for, where they are solved for.
#[test]
fn implicit_index_3_inputs_close_the_gap() {
    let mut settings = scheme("newton");
    settings.push("couplings.0.motion=index-3");
    let (csv, sidecar) = run("two-masses.toml", &settings);
    let gap = csv.column("coupling1.gap");
    assert!(gap.iter().all(|gap| gap.abs() < 1e-12));
    let told = &sidecar["summary"]["constraints"][0];
    assert!(told["gap"]["largest"].as_f64().expect("a number") < 1e-12, "{told}");
    assert!(told["gap_rate"]["largest"].as_f64().expect("a number") > 1e-4, "{told}");
}

#[test]
fn gaps_are_columns_and_differences_of_the_motions() {
    let (csv, sidecar) = run("two-masses.toml", &["couplings.0.name=hinge"]);
    for (column, of) in [("hinge.gap", "x"), ("hinge.gap_rate", "v")] {
        let [a, b] = ["mass", "driven"].map(|slave| csv.column(&format!("{slave}.{of}")));
        let apart: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - a).collect();
        assert!(largest_difference(&csv.column(column), &apart) < 1e-15, "{column}");
    }
    let told = &sidecar["summary"]["constraints"][0];
    assert_eq!(told["name"], "hinge");
    let largest = csv.column("hinge.gap").iter().fold(0f64, |most, gap| most.max(gap.abs()));
    assert_eq!(told["gap"]["largest"].as_f64(), Some(largest));
    assert!(told["gap"]["growth"].as_f64().expect("long enough") < 0.25, "{told}");
}

#[test]
fn original_inputs_diverge_and_the_message_says_what_helps() {
    fmu("driven-mass");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = macrostep();
    command.current_dir(root()).args(["run", "scenarios/constraint/two-masses.toml"]);
    command.args(["--set", "couplings.0.motion=original", "-o"]).arg(folder.path().join("a.csv"));
    let output = command.output().expect("macrostep starts");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("motion = \"index-1\""), "{said}");
    assert!(said.contains("no step is short enough"), "{said}");
}

/// Half steps inside the driven mass break (18): the run says so.
#[test]
fn a_slave_that_does_not_follow_is_told() {
    let light = ["slaves.driven.start.m=1e-3", "slaves.driven.start.micro_step=5e-4"];
    let (_, sidecar) = run("two-masses.toml", &light);
    let warnings = sidecar["summary"]["warnings"].to_string();
    assert!(warnings.contains("away from the velocity that was prescribed"), "{warnings}");
    let (_, sidecar) = run("two-masses.toml", &light[..1]);
    assert_eq!(sidecar["summary"]["warnings"].as_array().map(Vec::len), Some(0), "{sidecar}");
}

/// A slave without an acceleration: its change of velocity takes the place, and the user is told.
#[test]
fn an_acceleration_that_is_not_there_follows_from_velocities() {
    fmu("driven-mass");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = std::fs::read_to_string(root().join("scenarios/constraint/two-masses.toml"));
    let fmus = root().join("target/fmus").display().to_string();
    let text = text.expect("the scenario").replace("../../target/fmus/", &format!("{fmus}/"));
    let source = fmu("marker-oscillator");
    let without = changed_fmu(&source, &folder.path().join("without"), "name=\"a\"", "name=\"b\"");
    let text = text.replace(&source.display().to_string(), &without.display().to_string());
    let scenario = folder.path().join("two-masses.toml");
    std::fs::write(&scenario, text).expect("a scenario");
    let results = folder.path().join("a.csv");
    let mut command = macrostep();
    command.arg("run").arg(&scenario).args(["--set", "slaves.driven.start.m=0.2", "-o"]);
    let output = succeed(command.arg(&results));
    let said = printed(&output) + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("slave \"mass\" has no output \"a\""), "{said}");
    let csv = Csv::read(&results);
    let omega = (5000.0_f64 / 1.2).sqrt();
    let solution: Vec<f64> =
        csv.column("time").into_iter().map(|t| 0.1 / omega * (omega * t).sin()).collect();
    // First order, as with an acceleration: a tenth of the amplitude at 1 ms.
    assert!(largest_difference(&csv.column("mass.x"), &solution) < 0.2 * 0.1 / omega);
}

/// With the force as unknown and velocities that must agree, inputs of degree 1 are of fourth order, as
/// `coupling` shows without FMUs; positions and accelerations at other orders.
#[test]
fn rigid_links_keep_masses_together_at_every_level() {
    let errors = |level: &str, degree: &str| {
        ["2e-3", "1e-3"].map(|step| {
            let settings = [
                format!("simulation.step={step}"),
                format!("couplings.0.level={level}"),
                format!("inputs.degree={degree}"),
            ];
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            error(&run("rigid-link.toml", &settings).0, "left.x")
        })
    };
    for (level, degree, expected) in
        [("velocity", "1", 4.0), ("velocity", "0", 2.0), ("acceleration", "1", 2.0)]
    {
        let [long, short] = errors(level, degree);
        let order = (long / short).log2();
        assert!((order - expected).abs() < 0.2, "{level}, {degree}: {long:e}, {short:e}");
    }
}

/// Accelerations that agree leave velocities apart, which the run tells.
#[test]
fn drift_of_a_link_of_accelerations_is_told() {
    let (_, sidecar) = run("rigid-link.toml", &["couplings.0.level=acceleration"]);
    let told = &sidecar["summary"]["constraints"][0];
    assert!((told["gap"]["growth"].as_f64().expect("long enough") - 1.0).abs() < 0.1, "{told}");
    assert!(sidecar["summary"]["warnings"].to_string().contains("drift apart"), "{sidecar}");
}
