//! What probing finds in FMUs made by other tools, as measured before by other means.

use super::{macrostep, report, verdict};
use macrostep_tests::foreign_fmu;

/// Asserts verdicts on an FMU of `target/third_party`, if it is there.
fn expect(name: &str, expected: &[(&str, &str)]) {
    let Some(fmu) = foreign_fmu("third_party", name) else { return };
    let report = report(macrostep(), &fmu);
    for (check, expected) in expected {
        assert_eq!(verdict(&report, check).0, *expected, "{name}, {check}: {report:#}");
    }
}

#[test]
fn openmodelica_has_no_state_ignores_input_derivatives_and_gives_nan_for_output_ones() {
    let common = [
        ("save-restore", "not-offered"),
        ("output-derivatives", "not-a-number"),
        ("second-instance", "independent"),
        ("reset", "repeats"),
        ("feedthrough", "as-declared"),
        ("stop-time", "refused"),
    ];
    for name in ["MassSpringSystem", "MassSpringSubSystem1", "MassSpringSubSystem2", "Mass_Damper"]
    {
        expect(name, &common);
        expect(name, &[("input-derivatives", "ignored")]);
    }
    // Where there is direct feedthrough they are seen.
    expect("add", &common);
    expect("add", &[("input-derivatives", "honoured")]);
    expect("InputTest", &common);
}

#[test]
fn the_steps_of_openmodelica_are_those_of_its_solver() {
    expect("Mass_Damper", &[("variable-step", "differs")]);
}

#[test]
fn the_saved_state_of_coupled_clutches_is_exact_and_the_serialised_one_is_not() {
    expect("CoupledClutches", &[("save-restore", "exact")]);
    let Some(fmu) = foreign_fmu("third_party", "CoupledClutches") else { return };
    // It reads memory that is no longer its own: mostly that crashes, sometimes values are wrong.
    let report = report(macrostep(), &fmu);
    assert_ne!(verdict(&report, "serialise").0, "exact", "{report:#}");
}

#[test]
fn reference_fmus_are_exact() {
    for name in ["Dahlquist", "BouncingBall", "VanDerPol", "Stair", "Feedthrough"] {
        expect(
            name,
            &[
                ("save-restore", "exact"),
                ("serialise", "exact"),
                ("input-derivatives", "not-offered"),
                ("output-derivatives", "not-offered"),
                ("variable-step", "same"),
                ("second-instance", "independent"),
                ("reset", "repeats"),
                ("step-time", "measured"),
            ],
        );
    }
    expect("Feedthrough", &[("feedthrough", "as-declared")]);
}

#[test]
fn pythonfmu_saves_where_it_says_so() {
    for (name, state) in [
        ("oscillator", "not-offered"),
        ("threshold", "not-offered"),
        ("oscillator_state", "exact"),
        ("threshold_state", "exact"),
    ] {
        let Some(fmu) = foreign_fmu("pythonfmus", name) else { return };
        let report = report(macrostep(), &fmu);
        assert_eq!(verdict(&report, "save-restore").0, state, "{name}: {report:#}");
        assert_eq!(verdict(&report, "serialise").0, state, "{name}: {report:#}");
        assert_eq!(verdict(&report, "second-instance").0, "independent", "{name}: {report:#}");
    }
}
