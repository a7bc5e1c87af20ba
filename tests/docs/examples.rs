//! The examples of the library do what they show.

use std::process::Command;

use macrostep_tests::{cache, fmu, printed, root, run_scenario, succeed};

/// What an example of `master/examples/` prints.
fn example(name: &str, argument: &std::path::Path) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "-q", "-p", "macrostep", "--example", name, "--"]).arg(argument);
    printed(&succeed(command.current_dir(root()).env("MACROSTEP_CACHE", cache())))
}

#[test]
fn two_fmus_coupled_in_code_move_as_in_the_scenario_bit_for_bit() {
    let said = example("couple", &fmu("oscillator"));
    let (csv, _) = run_scenario("two-mass/explicit.toml".as_ref(), &[]);
    for name in ["left.x", "left.v", "right.x", "right.v"] {
        let last = csv.column(name).pop().expect("rows");
        let line = said.lines().find_map(|line| line.strip_prefix(&format!("{name} = ")));
        assert_eq!(line.map(str::parse), Some(Ok(last)), "{name} in\n{said}");
    }
}

#[test]
fn an_observer_sees_every_row_of_the_results() {
    fmu("oscillator");
    let scenario = root().join("scenarios/two-mass/explicit.toml");
    let said = example("observe", &scenario);
    let (csv, _) = run_scenario("two-mass/explicit.toml".as_ref(), &[]);
    let column = csv.column("left.x");
    let least = column.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    assert!(said.contains(&format!("left.x: {least} to {largest}")), "{said}");
}
