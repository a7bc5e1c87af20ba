//! Error against run time of several methods, and what the semi-implicit scheme brings where coupling is
//! stiff.

use macrostep_tests::{fmu, macrostep, printed, root, succeed};

/// Method, step and error of each run of a study of the stiff coupling.
fn study(methods: &[&str], divide: &str) -> Vec<(String, f64, f64)> {
    fmu("oscillator");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (table, picture) = (folder.path().join("cost.csv"), folder.path().join("cost.svg"));
    let mut command = macrostep();
    command.args(["study", "cost"]).arg(root().join("scenarios/two-mass/stiff-coupling.toml"));
    command.args(["--variables", "*.x", "--repeat", "1", "--divide", divide]);
    for method in methods {
        command.args(["--method", method]);
    }
    succeed(command.arg("-o").arg(&table).arg("--plot").arg(&picture));
    assert!(std::fs::read_to_string(picture).unwrap().contains("run time"));
    let text = std::fs::read_to_string(table).unwrap();
    let row = |line: &str| {
        let (name, numbers) = line.rsplit_once("\",").expect("a name in quotes");
        let numbers: Vec<f64> = numbers.split(',').map(|n| n.parse().unwrap()).collect();
        (name.trim_matches('"').to_string(), numbers[0], numbers[1])
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn a_stiff_coupling_allows_steps_a_thousand_times_as_long_at_the_same_error() {
    let methods = [
        "explicit:scheme.kind='explicit'",
        "semi-implicit:scheme.kind='semi-implicit';inputs.degree=0",
    ];
    let runs = study(&methods, "1,10,200,1000");
    let error = |method: &str, h: f64| {
        let of = |run: &&(String, f64, f64)| run.0 == method && (run.1 / h - 1.0).abs() < 1e-9;
        runs.iter().find(of).expect("it was run").2
    };
    // Explicitly stable up to 1.02e-6 s; 5e-6 s still lasts for 0.1 s.
    let explicit = error("explicit", 1e-6);
    assert!(explicit < 2e-6 && error("explicit", 5e-6) > 100.0 * explicit, "{runs:?}");
    assert!(error("explicit", 1e-4) > 1e3, "{runs:?}");
    for h in [1e-4, 1e-3] {
        let found = error("semi-implicit", h);
        assert!(found < 1.5 * explicit, "{h}: {found:e} beside {explicit:e}");
    }
}

#[test]
fn a_method_is_a_name_and_fields() {
    fmu("oscillator");
    let mut command = macrostep();
    command.args(["study", "cost"]).arg(root().join("scenarios/two-mass/stiff-coupling.toml"));
    let output = command.args(["--method", "explicit"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("write NAME:FIELD=VALUE"));
}

/// Columns are found by their names: here the second method has another FMU as its first slave.
#[test]
fn methods_with_other_fmus_are_compared_by_the_names_of_columns() {
    fmu("driven-mass");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = macrostep();
    command.args(["study", "cost"]).arg(root().join("scenarios/constraint/two-masses.toml"));
    let link = "link:slaves.mass.fmu='../../target/fmus/oscillator.fmu';\
                slaves.mass.start={m=1.0,c=5000.0,d=0.0,v0=0.1};\
                slaves.driven.fmu='../../target/fmus/oscillator.fmu';\
                slaves.driven.start={m=1.0,c=0.0,d=0.0,v0=0.1};\
                couplings=[{law='rigid-link',between=['mass','driven']}];scheme={kind='semi-implicit'}";
    command.args(["--method", "constraint:scheme.kind='explicit'", "--method", link]);
    command.args(["--variables", "mass.x,driven.v", "--repeat", "1", "--divide", "10"]);
    let table = folder.path().join("cost.csv");
    succeed(command.arg("-o").arg(&table));
    let text = std::fs::read_to_string(table).unwrap();
    let errors: Vec<f64> = text
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').nth(1).expect("an error").parse().expect("a number"))
        .collect();
    // The half-implicit Euler method damps by m₂ω²H/(2(m₁ + m₂)) = 0.0625 1/s; the link is the method of the reference.
    let damped = 1.0 - (-0.0625_f64 * 0.5).exp();
    assert!((errors[0] - damped).abs() < 0.03 * damped && errors[1] < 1e-6, "{errors:?}");
}
