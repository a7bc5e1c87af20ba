//! However an FMU ends its process, the run ends with exit code 3, a sentence and complete results.

use macrostep_tests::c_fmu;

use super::{Case, assert_code, said, sidecar};

const ISOLATED: &str = "isolation = 'process'\ntimeout = 1";

/// Runs an FMU that dies in the step from 0.5 s; returns what the user is told.
fn dies_in_a_step(fmu: &str) -> String {
    let case = Case::alone(fmu, ISOLATED);
    let output = case.run(&[]);
    assert_code(&output, 3);
    let text = said(&output);
    assert!(text.contains("error: t = 0.5 s: slave \"pump\": "), "{text}");
    let rows: Vec<String> = case.results().lines().skip(1).map(String::from).collect();
    assert_eq!(rows, ["0.0,0.0", "0.125,0.125", "0.25,0.25", "0.375,0.375", "0.5,0.5"]);
    let sidecar = sidecar(&case.path("case.csv"));
    assert_eq!(sidecar["status"], "failed");
    let error = sidecar["error"].as_str().expect("an error");
    assert!(error.starts_with("t = 0.5 s: slave \"pump\": "), "{error}");
    text
}

#[test]
fn a_crash_in_a_step_is_survived_and_named() {
    let text = dies_in_a_step("crash");
    assert!(text.contains("the FMU crashed in fmi2DoStep (signal 11, SIGSEGV)\n"), "{text}");
}

#[test]
fn an_fmu_that_does_not_return_is_ended() {
    let text = dies_in_a_step("hang");
    assert!(text.contains("the FMU did not return from fmi2DoStep within 1 s"), "{text}");
}

#[test]
fn an_fmu_that_ends_its_process_is_named() {
    let text = dies_in_a_step("exit");
    assert!(text.contains("the FMU ended its process in fmi2DoStep (exit code 7)\n"), "{text}");
}

#[test]
fn an_fmu_that_writes_into_the_connection_is_found_out() {
    assert!(dies_in_a_step("garbage").contains("something that is no answer"));
}

#[test]
fn the_last_words_before_a_crash_arrive_once() {
    let text = dies_in_a_step("log_crash");
    assert_eq!(text.matches("the bearing has reached 412 K").count(), 1, "{text}");
    assert!(text.contains("crashed in fmi2DoStep"), "{text}");
}

#[test]
fn a_crash_before_the_run_is_named() {
    let places = [
        ("crash_load", "while its library was loaded"),
        ("crash_instantiate", "in fmi2Instantiate"),
        ("crash_initialize", "in fmi2EnterInitializationMode"),
    ];
    for (fmu, place) in places {
        let output = Case::alone(fmu, ISOLATED).run(&[]);
        assert_code(&output, 3);
        let text = said(&output);
        let wanted = format!("slave \"pump\": the FMU crashed {place} (signal 11, SIGSEGV)");
        assert!(text.contains(&wanted), "{text}");
    }
}

#[test]
fn a_crash_while_a_state_is_saved_is_named() {
    let (fmu, other) = (c_fmu("crash_get_state"), c_fmu("integrator"));
    let case = Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.125\n[inputs]\nextrapolation = 'polynomial'\ndegree = 2\n\
         [slaves.pump]\nfmu = '{}'\nisolation = 'process'\n[slaves.b]\nfmu = '{}'\nstart = {{ u = 1 }}\n\
         [[connections]]\nfrom = 'b.y'\nto = 'pump.u'\n",
        fmu.display(),
        other.display()
    ));
    let output = case.run(&["--trust-fmu"]);
    assert_code(&output, 3);
    let text = said(&output);
    assert!(
        text.contains("slave \"pump\": the FMU crashed in fmi2GetFMUstate (signal 11"),
        "{text}"
    );
}

#[test]
fn a_crash_in_terminate_is_an_error_with_all_results() {
    let case = Case::alone("crash_terminate", ISOLATED);
    let output = case.run(&[]);
    assert_code(&output, 3);
    assert!(said(&output).contains("t = 1 s: slave \"pump\": the FMU crashed in fmi2Terminate"));
    assert_eq!(case.results().lines().last(), Some("1.0,1.0"));
}

#[test]
fn a_crash_after_the_run_is_a_warning() {
    let places =
        [("crash_free", "in fmi2FreeInstance"), ("crash_unload", "while its library was unloaded")];
    for (fmu, place) in places {
        let case = Case::alone(fmu, ISOLATED);
        let output = case.run(&[]);
        assert_code(&output, 0);
        let text = said(&output);
        let wanted = format!("warning: slave \"pump\": the FMU crashed {place} (signal 11");
        assert_eq!(text.matches(&wanted).count(), 1, "{text}");
        assert_eq!(case.results().lines().last(), Some("1.0,1.0"));
        assert_eq!(sidecar(&case.path("case.csv"))["status"], "completed");
    }
}
