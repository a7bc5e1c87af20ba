//! Validation and life cycle in FMPy.

use macrostep_tests::{MODELS, STEPPED, c_fmu, fmu, macrostep, printed, python, succeed};

#[test]
fn fmpy_finds_nothing_to_complain_about() {
    let Some(mut command) = python("fmpy_validate.py") else { return };
    let text = printed(&succeed(command.args(MODELS.map(fmu)).args(STEPPED.map(fmu))));
    assert_eq!(text.matches(": valid").count(), MODELS.len() + STEPPED.len(), "{text}");
}

/// More of them, and of other tools' FMUs: `mutants.py` by hand.
#[test]
fn no_changed_description_that_fmpy_rejects_is_called_valid() {
    let Some(mut command) = python("mutants.py") else { return };
    command.arg(macrostep().get_program());
    command.args(["oscillator", "pid", "hydraulic-line"].map(fmu));
    command.args(["counter", "units", "mass"].map(c_fmu)).args(["--count", "60", "--seed", "1"]);
    let text = printed(&succeed(&mut command));
    assert!(text.contains("6 of 6 FMUs are valid for both"), "{text}");
    assert!(text.contains("rejected by FMPy and not valid for macrostep"), "{text}");
}

#[test]
fn instances_reset_states_and_derivatives_work_in_fmpy() {
    for model in MODELS.into_iter().chain(STEPPED) {
        let Some(mut command) = python("fmpy_lifecycle.py") else { return };
        let text = printed(&succeed(command.arg(fmu(model))));
        // All seven checks: each FMU offers everything.
        assert_eq!(text.matches("ok: ").count(), 7, "{model}: {text}");
    }
}
