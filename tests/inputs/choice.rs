//! Which rule an input gets: of its connection, its slave, the scenario, or by default.

use macrostep_tests::{c_fmu, fmu};

use super::checked;

fn rules(text: &str) -> Vec<String> {
    let scenario = checked(text).unwrap();
    scenario.slaves.iter().flat_map(|s| s.rules.iter().map(ToString::to_string)).collect()
}

fn oscillators(inputs: &str, left: &str, coupling: &str) -> String {
    let fmu = fmu("oscillator");
    format!(
        "[simulation]\nstop = 1\nstep = 0.01\n{inputs}\n\
         [slaves.left]\nfmu = {fmu:?}\n{left}\n[slaves.right]\nfmu = {fmu:?}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\nstiffness = 10\n{coupling}\n"
    )
}

#[test]
fn the_narrowest_rule_counts() {
    let (all, slave) =
        ("[inputs]\nextrapolation = 'hold'", "inputs = { extrapolation = 'hermite' }");
    let coupling = "inputs = { extrapolation = 'polynomial', degree = 2 }";
    let hermite = "Hermite inputs through 2 points";
    assert_eq!(rules(&oscillators(all, "", "")), ["held inputs"; 2]);
    assert_eq!(rules(&oscillators(all, slave, "")), [hermite, "held inputs"]);
    assert_eq!(rules(&oscillators(all, slave, coupling)), ["polynomial inputs of degree 2"; 2]);
}

#[test]
fn by_default_inputs_follow_what_the_fmu_can() {
    assert_eq!(rules(&oscillators("", "", "")), ["inputs by lin-2-3-opt"; 2]);
    let mean = "[inputs]\nhand_over = 'mean'";
    assert_eq!(rules(&oscillators(mean, "", "")), ["inputs by const-3-5"; 2]);
}

#[test]
fn without_derivatives_the_default_says_what_is_missing() {
    let tank = c_fmu("integrator");
    let text = format!(
        "[simulation]\nstop = 1\nstep = 0.1\n[slaves.a]\nfmu = {tank:?}\n[slaves.b]\nfmu = {tank:?}\n\
         [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n[[connections]]\nfrom = 'b.y'\nto = 'a.u'\n"
    );
    assert_eq!(rules(&text), ["held inputs"; 2]);
    let notes = checked(&text).unwrap().notes;
    assert!(notes[0].contains("\"a\": input \"u\"") && notes[0].contains("b.y"), "{notes:?}");
}

#[test]
fn sampled_inputs_are_held_and_others_follow_the_default() {
    let tank = c_fmu("integrator");
    let text = format!(
        "[simulation]\nstop = 1\nstep = 0.1\n[slaves.a]\nfmu = {tank:?}\n[slaves.b]\nfmu = {tank:?}\n\
         [[connections]]\nfrom = 'a.y'\nto = 'b.u'\nsample = 0.2\n\
         [[connections]]\nfrom = 'b.y'\nto = 'a.u'\n"
    );
    assert_eq!(rules(&text), ["held inputs", "held inputs"]);
}
