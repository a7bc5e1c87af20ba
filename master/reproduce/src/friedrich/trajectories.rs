//! Runs of all rules on the system of Figure 2.8, from a past that continues the tangent.

use serde::Deserialize;

use super::system::Subsystems;
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::local_error::{Exact, LocalError};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "friedrich/trajectories",
    title: "Runs of all rules for 40 macro steps",
    about: "Not in the thesis, which does not say how its first steps find their past: F = 100, H = 0.05, and as past \
            the tangent of the inputs at the start. States after 1, 2, 3, 10 and 40 steps, to 1e-10 of their size: rules \
            that grow at this step grow beyond 1. Lin 2,3,Opt has its seven printed digits here.",
    fmus: &["oscillator"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    rules: Vec<Rule>,
}

/// A rule with x_A, v_A, x_B, v_B after so many steps.
#[derive(Deserialize)]
struct Rule {
    rule: String,
    inputs: String,
    points: Vec<(usize, f64, f64, f64, f64)>,
}

const F: f64 = 100.0;
const H: f64 = 0.05;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { rules } = data(include_str!("../../data/friedrich_trajectories.json"));
    let found = bench.each(&rules, |rule| {
        let subsystems = Subsystems { f: F, inputs: rule.inputs.clone(), ..Subsystems::equal() };
        LocalError::of(bench, subsystems.scenario(bench, 0.0))?.run(H, 40, &Tangent)
    })?;
    let mut figures = Vec::new();
    for (rule, found) in rules.iter().zip(found) {
        for &(n, x_a, v_a, x_b, v_b) in &rule.points {
            let states = [("left.x", x_a), ("left.v", v_a), ("right.x", x_b), ("right.v", v_b)];
            for (name, value) in states {
                let found = found[n - 1].iter().find(|(known, _)| known == name);
                let figure = Figure::new(
                    format!("{}, {name}, step {n}", rule.rule),
                    found.map_or(f64::NAN, |(_, found)| *found),
                );
                let target = Target::absolute(value, 1e-10 * value.abs().max(1.0));
                figures.push(figure.recomputed(target));
            }
        }
    }
    Ok(vec![Section::new("states", figures)])
}

/// The start at (x_A, v_A, x_B, v_B) = (1, 0, 0.5, 0), and inputs along their tangent before it.
struct Tangent;

impl Exact for Tangent {
    fn value(&self, name: &str, t: f64) -> f64 {
        match name {
            "left.x" => 1.0,
            "right.x" => 0.5,
            "left.force" | "right.force" => {
                let lambda = F * (0.5 - 1.0);
                let start = if name == "left.force" { lambda } else { -lambda };
                start + t * self.rate(name, t)
            }
            _ => 0.0,
        }
    }

    /// Both masses begin at rest.
    fn rate(&self, _: &str, _: f64) -> f64 {
        0.0
    }
}
