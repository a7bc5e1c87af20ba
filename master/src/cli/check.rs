//! `macrostep check`: a scenario checked, its defaults spelled out.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::run::checked;
use super::session::warn;
use crate::scenario::check::{DefaultDegree, Law, Options, Scenario, Sweep};
use crate::scenario::file::FeedthroughKind;
use crate::scenario::read::Override;

/// Arguments of `check`.
#[derive(Args)]
pub struct Arguments {
    /// The scenario file
    scenario: PathBuf,
    /// Set a field of the scenario, as for `run`
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    overrides: Vec<Override>,
    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,
    /// Take FMUs to be able to do what they declare, without probing them
    #[arg(long)]
    trust_fmu: bool,
    /// List every warning
    #[arg(short, long)]
    verbose: bool,
}

/// Checks the scenario and prints what it amounts to.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options =
        Options { strict: arguments.strict, trust_fmu: arguments.trust_fmu, ..Options::default() };
    let scenario = checked(&arguments.scenario, &arguments.overrides, options)?;
    warn(&scenario, arguments.verbose);
    for note in &scenario.notes {
        eprintln!("note: {note}");
    }
    print(&scenario);
    Ok(())
}

fn print(scenario: &Scenario) {
    let time = &scenario.time;
    println!("time         {} s to {} s, step {} s", time.start, time.stop, time.step);
    let sweep = match &scenario.sweep {
        Sweep::Jacobi => "jacobi".into(),
        Sweep::GaussSeidel(order) => {
            let names: Vec<&str> =
                order.iter().map(|id| scenario.slaves[id.0].name.as_str()).collect();
            format!("gauss-seidel in the order {}", names.join(", "))
        }
    };
    let feedthrough = match scenario.feedthrough {
        FeedthroughKind::Fresh => "fresh",
        FeedthroughKind::Stale => "stale",
    };
    let method = &scenario.method.scheme.label;
    println!("scheme       {method}, sweep {sweep}, feedthrough outputs read {feedthrough}");
    if scenario.threads.count > 1 {
        println!("threads      {}", scenario.threads.count);
    }
    let start = if scenario.repeat_start { ", first steps repeated" } else { "" };
    let degree = match scenario.default_degree {
        DefaultDegree::Two => ", or 1 where that is not stable",
        DefaultDegree::One(_) | DefaultDegree::Given => "",
    };
    println!("rule         {}{degree}{start}", scenario.rules_in_words());
    for slave in &scenario.slaves {
        let list = |names: &indexmap::IndexSet<String>| {
            names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        let step = if slave.every == time.ticks {
            String::new()
        } else {
            format!("step {} s, ", slave.every as f64 * time.step / time.ticks as f64)
        };
        let clones = match slave.clones {
            0 => String::new(),
            clones => format!(", clones {clones}"),
        };
        println!("slave        {}: {step}inputs {}{clones}", slave.name, slave.handed_over);
        println!("               in  {}", list(&slave.inputs));
        println!("               out {}", list(&slave.outputs));
    }
    let connections: usize = scenario.laws.iter().filter_map(Law::links).map(<[_]>::len).sum();
    let laws = scenario.laws.iter().filter(|law| law.links().is_none()).count();
    println!("connections  {connections}");
    println!("couplings    {laws}");
    for bond in scenario.energy.iter().flat_map(|energy| &energy.bonds) {
        println!("bond         {}: {}", bond.name, bond.in_words(scenario));
    }
    println!("columns      {}", scenario.columns.len());
}
