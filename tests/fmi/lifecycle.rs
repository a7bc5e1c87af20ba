//! Validation and life cycle in FMPy.

use macrostep_tests::{MODELS, fmu, printed, python, succeed};

#[test]
fn fmpy_finds_nothing_to_complain_about() {
    let Some(mut command) = python("fmpy_validate.py") else { return };
    let text = printed(&succeed(command.args(MODELS.map(fmu))));
    assert_eq!(text.matches(": valid").count(), MODELS.len(), "{text}");
}

#[test]
fn instances_reset_states_and_derivatives_work_in_fmpy() {
    for model in MODELS {
        let Some(mut command) = python("fmpy_lifecycle.py") else { return };
        let text = printed(&succeed(command.arg(fmu(model))));
        // All seven checks: each FMU offers everything.
        assert_eq!(text.matches("ok: ").count(), 7, "{model}: {text}");
    }
}
