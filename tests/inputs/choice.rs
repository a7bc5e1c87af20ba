//! Which rule an input gets: of its connection, its slave, the scenario, or by default.

use coupling::simulation::{DefaultDegree, Lowered};
use macrostep_tests::{c_fmu, fmu};

use super::{begun, checked};

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

#[test]
fn implicit_schemes_have_degree_2_by_default_unless_the_coupling_is_stiff() {
    for kind in ["semi-implicit", "newton", "fixed-point", "quasi-newton"] {
        // 1 kg each and 10 N/m, undamped: ωH = 0.045, and 4.5 with a spring of 1e5 N/m.
        let text = oscillators(&format!("[scheme]\nkind = '{kind}'"), "", "");
        assert_eq!(rules(&text), ["polynomial inputs of degree 2"; 2]);
        let soft = begun(&text).default_degree().unwrap();
        assert!(matches!(soft, DefaultDegree::Two { .. }), "{kind}: {soft:?}");
        let stiff = text.replace("stiffness = 10", "stiffness = 1e5");
        let stiff = begun(&stiff).default_degree().unwrap();
        let DefaultDegree::One { because: Lowered::Grows(growth), t: 0.0 } = stiff else {
            panic!("{kind}: {stiff:?}")
        };
        assert!(growth > 1.0, "{kind}: {growth}");
        let given = format!(
            "[scheme]\nkind = '{kind}'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 1"
        );
        assert_eq!(begun(&oscillators(&given, "", "")).default_degree(), None);
    }
}
