//! How a split engine is executed changes no bit of its results, nor how often right-hand sides are evaluated.

use macrostep_tests::{fmu, macrostep, root, succeed};

/// The results of a scenario up to a time, with a row for each macro step, as text.
fn results(scenario: &str, [stop, step]: [&str; 2], execution: &[&str]) -> String {
    fmu("v6-engine");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("results.csv");
    let mut command = macrostep();
    command.args(["run", "--quiet", "--strict"]).args(execution);
    command.arg(root().join("scenarios/engine").join(scenario)).arg("-o").arg(&path);
    for setting in [
        &format!("simulation.stop={stop}"),
        &format!("results.interval={step}"),
        "results.variables=[\"*\", \"*.evaluations\"]",
    ] {
        command.args(["--set", setting]);
    }
    succeed(&mut command);
    std::fs::read_to_string(path).expect("results")
}

#[test]
fn threads_and_processes_give_the_same_bits_as_one_thread() {
    // The bank's controller has acted by 1.2 ms.
    for (scenario, times, steps) in [
        ("v6-three.toml", ["4e-4", "5e-6"], 80),
        ("flat-two.toml", ["2e-4", "5e-6"], 40),
        ("flat-four.toml", ["4e-4", "5e-6"], 80),
        ("bank-four.toml", ["4e-4", "1e-5"], 40),
        ("bank-seven.toml", ["1.2e-3", "1e-5"], 120),
    ] {
        let expected = results(scenario, times, &["--threads", "1"]);
        assert_eq!(expected.lines().count(), steps + 2, "{scenario}");
        assert!(expected.lines().next().is_some_and(|header| header.contains(".evaluations\"")));
        for execution in [
            &["--threads", "2"][..],
            &["--threads", "2", "--set", "simulation.assignment=claimed"],
            &["--threads", "1", "--isolate"],
            &["--threads", "2", "--isolate"],
        ] {
            let found = results(scenario, times, execution);
            let lines = found.lines().zip(expected.lines());
            let first = { lines }.position(|(found, expected)| found != expected);
            assert_eq!(first, None, "{scenario} with {execution:?}: the first line that differs");
            assert_eq!(found.len(), expected.len(), "{scenario} with {execution:?}");
        }
    }
}
