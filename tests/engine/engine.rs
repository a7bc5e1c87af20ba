//! The engine models: their scenarios, one model against many, and their FMUs in other hands.

mod composed_crate;
mod equivalence;
mod execution;
mod fmpy;
mod in_process;
mod scenarios;

use macrostep_tests::root;

/// The names of the slaves in a scenario of `scenarios/engine/`.
fn slaves(scenario: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("scenarios/engine").join(scenario));
    let text: toml::Table = text.expect("a scenario").parse().expect("TOML");
    text["slaves"].as_table().expect("slaves").keys().cloned().collect()
}
