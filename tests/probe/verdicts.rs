//! Each verdict, on an FMU made to deserve it.

use super::{finding, macrostep, report, report_within, verdict};
use macrostep_tests::{MODELS, STEPPED, c_fmu, fmu, printed};

/// The verdict and the detail of one check on a C FMU.
fn judged(name: &str, check: &str) -> (String, String) {
    let report = report(macrostep(), &c_fmu(name));
    let (verdict, detail) = verdict(&report, check);
    (verdict.into(), detail.into())
}

/// Asserts a verdict and a part of its detail.
fn expect(name: &str, check: &str, verdict: &str, detail: &str) {
    let found = judged(name, check);
    assert!(found.0 == verdict && found.1.contains(detail), "{name}, {check}: {found:?}");
}

#[test]
fn an_honest_fmu_is_found_honest() {
    let report = report(macrostep(), &c_fmu("derivatives"));
    let expected = [
        ("load", "works"),
        ("initialisation", "works"),
        ("save-restore", "exact"),
        ("serialise", "exact"),
        ("input-derivatives", "honoured"),
        ("output-derivatives", "right"),
        ("variable-step", "same"),
        ("second-instance", "independent"),
        ("reset", "repeats"),
        ("feedthrough", "as-declared"),
        ("stop-time", "accepted"),
        ("step-time", "measured"),
        ("log-noise", "measured"),
    ];
    for (check, expected) in expected {
        assert_eq!(verdict(&report, check).0, expected, "{check}");
    }
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(expected.len()));
}

#[test]
fn our_own_fmus_are_exact_in_everything() {
    for name in MODELS {
        let report = report(macrostep(), &fmu(name));
        for (check, expected) in [
            ("save-restore", "exact"),
            ("serialise", "exact"),
            ("input-derivatives", "honoured"),
            ("output-derivatives", "right"),
            ("variable-step", "same"),
            ("second-instance", "independent"),
            ("reset", "repeats"),
            ("stop-time", "accepted"),
        ] {
            assert_eq!(verdict(&report, check).0, expected, "{name}, {check}: {report:#}");
        }
        let (found, detail) = verdict(&report, "feedthrough");
        match name {
            // They declare what any kind of joint or orientation lets through; what is tried lets less.
            "jointed-body" | "rigid-body" => {
                assert!(detail.starts_with("declared but not seen"), "{detail}")
            }
            _ => assert_eq!(found, "as-declared", "{name}: {report:#}"),
        }
    }
}

/// Models whose step is the communication step restore exactly, remember included, and are known to depend on it.
#[test]
fn fmus_with_a_step_of_their_own_restore_exactly_and_are_told_apart() {
    for name in STEPPED {
        let report = report(macrostep(), &fmu(name));
        for (check, expected) in [
            ("save-restore", "exact"),
            ("serialise", "exact"),
            ("variable-step", "differs"),
            ("second-instance", "independent"),
            ("reset", "repeats"),
            ("stop-time", "accepted"),
            ("feedthrough", "as-declared"),
        ] {
            assert_eq!(verdict(&report, check).0, expected, "{name}, {check}: {report:#}");
        }
        if name == "particle-damper" {
            // Most of its outputs are discrete and have no slopes that could be wrong.
            let found = verdict(&report, "output-derivatives").0;
            assert_eq!(found, "right", "{report:#}");
        }
    }
}

/// Chains and whole engines have a coarse tolerance: what they do depends on the lengths of steps, and is called so.
#[test]
fn fmus_of_engines_are_exact_and_their_inputs_are_not_misjudged() {
    for (name, inputs, steps) in [
        ("cam-phaser", "honoured", "same"),
        ("chain-bank-1", "honoured", "differs"),
        ("hydraulic-tensioner", "honoured", "same"),
        ("oil-line", "honoured", "same"),
        ("phase-controller", "honoured", "same"),
        ("valve-train-8", "honoured", "same"),
        ("v6-bank-tensioner", "honoured", "same"),
        // Nothing that is left unconnected moves it by more than other steps do.
        ("v6-bank", "nothing-to-see", "differs"),
    ] {
        let report = report(macrostep(), &fmu(name));
        for (check, expected) in [
            ("save-restore", "exact"),
            ("serialise", "exact"),
            ("input-derivatives", inputs),
            ("output-derivatives", "right"),
            ("variable-step", steps),
            ("second-instance", "independent"),
            ("reset", "repeats"),
            ("feedthrough", "as-declared"),
            ("stop-time", "accepted"),
        ] {
            assert_eq!(verdict(&report, check).0, expected, "{name}, {check}: {report:#}");
        }
    }
}

#[test]
fn a_restore_that_changes_nothing_is_wrong() {
    expect("wrong_state", "save-restore", "wrong", "two restored runs differ, y by");
}

#[test]
fn a_restore_to_another_state_is_wrong_though_restored_runs_agree() {
    expect("first_state", "save-restore", "wrong", "the run that went on differs, y by");
}

#[test]
fn a_solver_that_begins_anew_is_exact_only_between_restored_runs() {
    let report = report(macrostep(), &c_fmu("solver_memory"));
    assert_eq!(verdict(&report, "save-restore").0, "exact-when-restored");
    // The first steps after a restore are up to 5 % off; the sum over the run is less.
    let difference = finding(&report, "save-restore")["data"]["difference"].as_f64();
    assert!(difference.is_some_and(|d| (1e-3..1e-2).contains(&d)), "{difference:?}");
}

#[test]
fn a_crash_names_signal_and_call() {
    expect("crash_get_state", "save-restore", "crash", "SIGSEGV in fmi2GetFMUstate");
    expect("crash", "second-instance", "crash", "SIGSEGV in fmi2DoStep");
    expect("crash_load", "load", "crash", "SIGSEGV while its library was loaded");
    expect("crash_instantiate", "initialisation", "crash", "SIGSEGV in fmi2Instantiate");
}

#[test]
fn a_crash_at_the_very_end_does_not_hide_the_other_verdicts() {
    let report = report(macrostep(), &c_fmu("crash_unload"));
    assert_eq!(verdict(&report, "load"), ("works", "but SIGSEGV while its library was unloaded"));
    assert_eq!(verdict(&report, "save-restore"), ("exact", ""));
}

#[test]
fn a_hang_is_ended_and_names_the_call() {
    let report = report_within(macrostep(), &c_fmu("hang"), "0.5");
    let expected = ("hang", "no answer within 0.5 s in fmi2DoStep");
    assert_eq!(verdict(&report, "save-restore"), expected);
}

#[test]
fn a_state_that_is_not_offered_is_not_tried() {
    expect("no_state", "save-restore", "not-offered", "");
    expect("no_state", "serialise", "not-offered", "");
}

#[test]
fn bytes_that_lost_the_values_are_wrong() {
    expect("wrong_bytes", "save-restore", "exact", "");
    expect("wrong_bytes", "serialise", "wrong", "y differs by");
}

#[test]
fn input_derivatives_are_honoured_ignored_or_wrong() {
    expect("derivatives_ignored", "input-derivatives", "ignored", "");
    expect("derivatives_wrong", "input-derivatives", "wrong", "with slopes");
    expect("integrator", "input-derivatives", "not-offered", "");
}

#[test]
fn output_derivatives_with_the_wrong_sign_are_wrong() {
    expect("derivatives_wrong", "output-derivatives", "wrong", "200 % of its largest slope");
}

#[test]
fn a_fixed_step_is_found_by_its_refusal() {
    expect("fixed_step", "variable-step", "refused", "fmi2DoStep returned fmi2Error");
}

#[test]
fn shared_data_are_found() {
    expect("shared_data", "second-instance", "shares-data", "beside another, y differs by");
}

#[test]
fn one_instance_per_process_is_not_taken_for_a_fault() {
    let report = report(macrostep(), &c_fmu("only_once"));
    assert_eq!(verdict(&report, "second-instance").0, "not-offered");
    assert_eq!(verdict(&report, "variable-step").0, "not-probed");
    assert_eq!(verdict(&report, "save-restore").0, "exact");
}

#[test]
fn a_reset_that_forgets_something_is_found() {
    expect("forgetful_reset", "reset", "differs", "y by 50 % of its range");
}

#[test]
fn feedthrough_is_compared_pair_by_pair() {
    expect("feedthrough_undeclared", "feedthrough", "wrong", "seen but not declared y ← u");
    expect("feedthrough_unseen", "feedthrough", "differs", "declared but not seen y ← u");
    let report = report(macrostep(), &c_fmu("counter"));
    let pairs = &finding(&report, "feedthrough")["data"]["seen"];
    assert_eq!(*pairs, serde_json::json!(["state ← enable", "state ← mode"]));
}

#[test]
fn messages_are_counted_per_step() {
    let report = report(macrostep(), &c_fmu("log_flood"));
    assert_eq!(finding(&report, "log-noise")["data"]["per_step"], 200.0);
}

#[test]
fn the_time_of_a_step_is_a_median() {
    let report = report(macrostep(), &c_fmu("integrator"));
    let data = &finding(&report, "step-time")["data"];
    let number = |name: &str| data[name].as_f64().expect("a number");
    assert!(0.0 < number("median") && number("median") <= number("longest"), "{data}");
    assert_eq!(number("step"), 0.1);
}

#[test]
fn missing_libraries_are_named_and_nothing_else_is_tried() {
    let report = report(macrostep(), &c_fmu("missing_library"));
    assert_eq!(verdict(&report, "load"), ("fails", "missing libmacrostep_absent.so"));
    let missing = &finding(&report, "load")["data"]["missing"];
    assert_eq!(*missing, serde_json::json!(["libmacrostep_absent.so"]));
    assert_eq!(verdict(&report, "reset"), ("not-probed", "the library cannot be loaded"));
}

#[test]
fn an_instance_that_cannot_be_made_is_a_finding() {
    expect("instance_fail", "initialisation", "error", "the licence server does not answer");
    expect("instance_fail", "save-restore", "not-probed", "it cannot be initialised");
}

#[test]
fn a_file_that_is_no_fmu_for_this_platform_is_wrong_input() {
    for name in ["not_a_zip", "fmi3", "model_exchange", "windows_only", "escape"] {
        let output = macrostep().arg("probe").arg(c_fmu(name)).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{name}: {}", printed(&output));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{}", printed(&output));
    }
    let mut wrong = macrostep();
    wrong.arg("probe").arg(c_fmu("integrator")).args(["--timeout", "0"]);
    assert_eq!(wrong.output().expect("it starts").status.code(), Some(2));
}
