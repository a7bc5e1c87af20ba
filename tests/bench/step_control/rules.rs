//! Whether steps of varying length cost accuracy, for each rule for inputs.

use crate::reference::Reference;
use crate::run::run;
use crate::systems::System;

/// The tolerance of the controlled runs.
const TOLERANCE: f64 = 1e-4;

const RULES: [&str; 11] = [
    "extrapolation = 'hold'",
    "extrapolation = 'polynomial'\ndegree = 1",
    "extrapolation = 'polynomial'\ndegree = 2",
    "extrapolation = 'polynomial'\ndegree = 3",
    "extrapolation = 'hermite'",
    "extrapolation = 'extripol-c0'\ndegree = 1",
    "extrapolation = 'extripol-c1'\ndegree = 2",
    "extrapolation = 'const-3-5'",
    "extrapolation = 'lin-2-3-opt'",
    "extrapolation = 'const-3-3-b0'",
    "extrapolation = 'lin-3-3-b0'",
];

/// Prints a row for each rule: the error of a run of which all steps are twice those of a controlled one, and of
/// one with as many fixed steps.
pub fn print(system: &System, reference: &Reference) {
    for rule in RULES {
        let method = format!("[scheme]\nkind = 'explicit'\n[inputs]\n{rule}");
        let name =
            rule.replace("extrapolation = ", "").replace("\ndegree = ", " ").replace('\'', "");
        let Ok(varying) = run(system.controlled(&method, TOLERANCE)) else {
            println!("| {} | {name} | does not run | | |", system.name);
            continue;
        };
        // Two halves of each controlled step stand.
        let h = system.stop / (2 * (varying.times.len() - 1)) as f64;
        let varying = reference.worst(&varying).error;
        let Ok(fixed) = run(system.scenario(&method, h)) else {
            println!("| {} | {name} | {varying:.1e} | does not run | |", system.name);
            continue;
        };
        let fixed = reference.worst(&fixed).error;
        println!(
            "| {} | {name} | {varying:.1e} | {fixed:.1e} | {:.2} |",
            system.name,
            varying / fixed
        );
    }
}
