//! Faults that show in a run only, or that a probe finds only where it looks long enough.

use macrostep_tests::{Csv, c_fmu, macrostep, printed, succeed};

use super::{finding, report_within, verdict};

/// An FMU and an integrator in a ring, to 30 s; what is said, the exit code and the results.
fn ring(fmu: &str, scheme: &str, more: &[&str]) -> (String, Option<i32>, Csv) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = format!(
        "[simulation]\nstop = 30\nstep = 0.1\n[scheme]\n{scheme}\n[slaves.a]\nfmu = '{}'\n\
         [slaves.b]\nfmu = '{}'\n[[connections]]\nfrom = 'a.y'\nto = 'b.u'\n\
         [[connections]]\nfrom = 'b.y'\nto = 'a.u'\ngain = -1\noffset = 1\n",
        c_fmu(fmu).display(),
        c_fmu("integrator").display()
    );
    std::fs::write(folder.path().join("a.toml"), text).expect("a scenario");
    let mut run = macrostep();
    run.current_dir(folder.path()).args(["run", "a.toml"]).args(more);
    let output = run.output().expect("macrostep starts");
    (printed(&output), output.status.code(), Csv::read(&folder.path().join("a.csv")))
}

#[test]
fn a_state_that_is_not_restored_late_in_a_run_ends_it() {
    for fmu in ["late_state", "late_start"] {
        for scheme in ["kind = 'semi-implicit'", "kind = 'newton'", "kind = 'fixed-point'"] {
            let (text, code, csv) = ring(fmu, scheme, &[]);
            assert_eq!(code, Some(1), "{fmu}, {scheme}: {text}");
            let error = "slave \"a\": its FMU does not restore its state: output \"y\" was ";
            assert!(text.contains(error), "{fmu}, {scheme}: {text}");
            // What was recorded up to there is what the honest integrator gives.
            let (_, _, honest) = ring("integrator", scheme, &[]);
            let (y, right) = (csv.column("a.y"), honest.column("a.y"));
            assert!((200..=202).contains(&y.len()), "{fmu}, {scheme}: {}", y.len());
            assert_eq!(y, right[..y.len()], "{fmu}, {scheme}");
        }
    }
    // Who trusts it is told nothing, and gets something else.
    let (text, code, csv) = ring("late_state", "kind = 'semi-implicit'", &["--trust-fmu"]);
    let (_, _, honest) = ring("integrator", "kind = 'semi-implicit'", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert_ne!(csv.column("a.y").last(), honest.column("a.y").last());
}

#[test]
fn states_that_are_saved_for_refused_steps_are_compared_too() {
    let (text, code, _) = ring("late_start", "kind = 'explicit'", &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("its FMU does not restore its state"), "{text}");
    let (text, code, _) =
        ring("late_start", "kind = 'explicit'", &["--set", "slaves.a.on_discard=stop"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn an_event_that_a_state_loses_is_found_at_its_time() {
    let report = report_within(macrostep(), &c_fmu("lost_event"), "20");
    let (verdict, detail) = verdict(&report, "save-restore");
    assert_eq!(verdict, "wrong");
    assert!(detail.starts_with("what happens at t = 0.8 s is lost"), "{detail}");
    assert!(
        detail.contains("restored runs agree, but the run that went on differs, y by"),
        "{detail}"
    );
}

#[test]
fn outputs_that_are_stale_after_restoring_are_told_apart() {
    for (fmu, expected) in [("integrator", true), ("stale_outputs", false)] {
        let report = report_within(macrostep(), &c_fmu(fmu), "20");
        assert_eq!(verdict(&report, "save-restore").0, "exact", "{fmu}");
        assert_eq!(finding(&report, "save-restore")["data"]["outputs_return"], expected, "{fmu}");
    }
    // Its states are right, and so is the run.
    let (text, code, csv) = ring("stale_outputs", "kind = 'semi-implicit'", &[]);
    let (_, _, honest) = ring("integrator", "kind = 'semi-implicit'", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(csv.column("a.y"), honest.column("a.y"));
}

#[test]
fn a_slow_fmu_is_not_taken_for_one_that_hangs_and_nothing_of_it_is_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let with_cache = || {
        let mut command = macrostep();
        command.env("MACROSTEP_CACHE", folder.path());
        command
    };
    let report = report_within(with_cache(), &c_fmu("slow"), "1.5");
    let (found, detail) = verdict(&report, "save-restore");
    assert_eq!(found, "not-probed");
    assert!(detail.starts_with("a step takes 0.0"), "{detail}");
    assert!(detail.contains("s, so this would take about 2 s or more"), "{detail}");
    assert_eq!(verdict(&report, "reset").0, "repeats");
    let kept = std::fs::read_dir(folder.path().join("probes")).expect("a folder").next();
    let kept = std::fs::read_to_string(kept.expect("a report").expect("an entry").path());
    let kept = kept.expect("a report");
    assert!(kept.contains("\"reset\"") && !kept.contains("save-restore"), "{kept}");
    // With more time it is found to be what it is.
    let report = report_within(with_cache(), &c_fmu("slow"), "10");
    assert_eq!(verdict(&report, "save-restore").0, "exact");
}

#[test]
fn a_hang_is_not_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut probe = macrostep();
    probe.env("MACROSTEP_CACHE", folder.path()).arg("probe").arg(c_fmu("hang"));
    let output = succeed(probe.args(["--no-sandbox", "--timeout", "0.5"]));
    assert!(
        printed(&output).contains("hang: no answer within 0.5 s in fmi2DoStep"),
        "{}",
        printed(&output)
    );
    let kept = std::fs::read_dir(folder.path().join("probes")).expect("a folder").next();
    let kept = std::fs::read_to_string(kept.expect("a report").expect("an entry").path());
    let kept = kept.expect("a report");
    assert!(
        kept.contains("\"initialisation\"") && !kept.contains("\"verdict\": \"hang\""),
        "{kept}"
    );
}

#[test]
fn output_derivatives_are_judged_by_nominal_values_and_after_the_first_step() {
    let judged = |fmu: &str| {
        let report = report_within(macrostep(), &c_fmu(fmu), "20");
        verdict(&report, "output-derivatives").0.to_string()
    };
    assert_eq!(judged("derivatives_noise"), "right");
    assert_eq!(judged("derivatives_late"), "unknown-at-start");
    assert_eq!(judged("derivatives_never"), "not-a-number");
}

/// Derivatives that ignore slopes set at a point are told.
pub fn slopes_that_are_ignored() {
    let (text, code, _) = ring("stale_slopes", "kind = 'explicit'", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("whose FMU takes their slopes from its last step"), "{text}");
    let (text, ..) = ring("derivatives", "kind = 'explicit'", &[]);
    assert!(!text.contains("takes their slopes"), "{text}");
}

/// Runs the FMU whose steps end with fmi2Warning from 0.5 s on; what is said, and the sidecar.
fn warned(more: &[&str]) -> (String, serde_json::Value) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut run = macrostep();
    run.current_dir(folder.path()).arg("simulate").arg(c_fmu("warning"));
    run.args(["--stop-time", "2", "--output-interval", "0.125", "-o", "a.csv"]).args(more);
    let text = printed(&succeed(&mut run));
    let sidecar = std::fs::read_to_string(folder.path().join("a.csv.json")).expect("a sidecar");
    (text, serde_json::from_str(&sidecar).expect("JSON"))
}

#[test]
fn steps_that_end_with_a_warning_are_counted_and_told_once() {
    for more in [&[][..], &["--isolate"], &["--quiet"], &["--log-fmi-calls"]] {
        let (text, sidecar) = warned(more);
        let wanted = "warning: slave \"model\": 12 steps ended with fmi2Warning, the first from t = 0.5 s: the valve \
                      has reached its stop at 3.5 bar\n";
        assert_eq!(text.matches(wanted).count(), 1, "{more:?}: {text}");
        let warnings = &sidecar["summary"]["slaves"][0]["step_warnings"];
        assert_eq!(warnings["steps"], 12, "{more:?}");
        assert_eq!(warnings["first"], 0.5, "{more:?}");
        assert_eq!(warnings["message"], "the valve has reached its stop at 3.5 bar", "{more:?}");
    }
}
