//! Whether controlled steps reach the tolerance and no more, and what they cost against the best fixed step.
//!
//! Prints the tables of docs/step-control.md. Run by
//!
//!     cargo bench -p macrostep-tests --bench step_control -- [words in the names of systems]

mod reference;
mod rules;
mod run;
mod search;
mod systems;

use reference::Reference;
use systems::{METHODS, SYSTEMS, System};

const TOLERANCES: [f64; 5] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let named = |system: &&System| {
        words.is_empty() || words.iter().any(|word| system.name.contains(word.as_str()))
    };
    let chosen: Vec<&System> = SYSTEMS.iter().filter(named).collect();
    let references: Vec<Reference> = chosen.iter().map(|system| Reference::of(system)).collect();
    println!("The reference solutions are uncertain by, relative to the ranges of variables:");
    for (system, reference) in chosen.iter().zip(&references) {
        println!("- {}: {:.0e}", system.name, reference.uncertainty(system));
    }
    println!(
        "\n| system | method | tolerance | error / tolerance | of | doSteps | best fixed step | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (system, reference) in chosen.iter().zip(&references) {
        for (name, method) in METHODS {
            for tolerance in TOLERANCES {
                println!(
                    "| {} | {name} | {tolerance:.0e} | {} |",
                    system.name,
                    row(system, reference, method, tolerance)
                );
            }
        }
    }
    println!("\n| system | rule | error with varying steps | with fixed steps | ratio |");
    println!("|---|---|---|---|---|");
    for (system, reference) in chosen.iter().zip(&references) {
        rules::print(system, reference);
    }
}

/// What is reached with a tolerance, and at what cost.
fn row(system: &System, reference: &Reference, method: &str, tolerance: f64) -> String {
    let run = match run::run(system.controlled(method, tolerance)) {
        Ok(run) => run,
        Err(error) => return error,
    };
    let (worst, calls) = (reference.worst(&run), run.do_steps);
    let mean = system.stop / (run.times.len() - 1) as f64;
    let best = search::cheapest(system, reference, method, worst.error, mean);
    let best =
        best.map_or("none | ".into(), |best| format!("{best} | {:.2}", calls as f64 / best as f64));
    format!("{:.2} | {} | {calls} | {best}", worst.error / tolerance, worst.variable)
}
