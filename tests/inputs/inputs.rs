//! How inputs are continued: the order of every rule, who gets which rule, what none may do, several rates.

mod choice;
mod multi_rate;
mod order_table;
mod orders;
mod restrictions;
mod unknown_derivatives;

use std::path::Path;

use coupling::simulation::Simulation;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, Scenario, check};
use macrostep::scenario::error::{ScenarioError, Source};
use macrostep::scenario::read::parse;

/// A scenario from its text.
fn checked(text: &str) -> Result<Scenario, ScenarioError> {
    let (source, file) = parse(Source { file: "test.toml".into(), text: text.into() }, &[])?;
    check(source, &file, Path::new(""), Options::default())
}

/// A run of it, ready for its first step.
fn begun(text: &str) -> Simulation {
    let mut simulation = build(&checked(text).unwrap()).unwrap();
    simulation.initialize().unwrap();
    simulation
}
