//! However an FMU ends the process of the run: the FMU and the call are named, every accepted point is in the
//! results, and the exit code is 3.

use macrostep_tests::{c_fmu, printed};

use super::{Case, assert_code, points, times};

/// Runs an FMU that ends its process in the step from 0.5 s.
fn dies(fmu: &str, words: &str) {
    let case = Case::alone(fmu, 1.0);
    let output = case.run(&["--trust-fmu"]);
    assert_code(&output, 3);
    let said = printed(&output);
    let wanted = format!("error: t = 0.5 s: slave \"pump\": {words}\n");
    assert!(said.contains(&wanted), "{said}");
    assert!(said.contains("the results up to there are complete in case.csv\n"), "{said}");
    assert_eq!(case.files(), ["case.csv", "case.csv.json"]);
    assert_eq!(times(&case.text("case.csv")), points(5));
    let sidecar = case.sidecar("case.csv");
    assert_eq!(sidecar["status"], "failed");
    assert_eq!(sidecar["error"], format!("t = 0.5 s: slave \"pump\": {words}"));
    assert_eq!(sidecar["columns"][0]["name"], "pump.y");
}

#[test]
fn an_fmu_that_writes_through_a_null_pointer() {
    dies("crash", "the FMU crashed in fmi2DoStep (signal 11, SIGSEGV)");
}

#[test]
fn an_fmu_that_aborts() {
    dies("abort", "the FMU crashed in fmi2DoStep (signal 6, SIGABRT)");
}

#[test]
fn an_fmu_that_throws_an_exception() {
    dies("throw", "the FMU crashed in fmi2DoStep (signal 6, SIGABRT)");
}

#[test]
fn an_fmu_that_exits() {
    dies("exit", "the FMU ended its process in fmi2DoStep (exit code 7)");
}

#[test]
fn an_fmu_that_exits_with_success_and_without_handlers() {
    dies("exit_at_once", "the FMU ended its process in fmi2DoStep (exit code 0)");
}

#[test]
fn an_fmu_that_reports_before_it_crashes_is_heard() {
    let output = Case::alone("log_crash", 1.0).run(&["--trust-fmu"]);
    assert_code(&output, 3);
    assert!(printed(&output).contains("the bearing has reached 412 K"), "{}", printed(&output));
}

#[test]
fn every_point_is_there_however_many_rows_were_on_their_way() {
    // More rows than are written at once, and fewer than the ring holds.
    for step in ["1e-3", "1e-4", "3e-6"] {
        let case = Case::alone("crash", 1.0);
        let step_set = format!("simulation.step={step}");
        assert_code(&case.run(&["--trust-fmu", "--set", &step_set]), 3);
        let times = times(&case.text("case.csv"));
        let h: f64 = step.parse().expect("a number");
        let last = times.len() as f64 - 1.0;
        assert!((last * h - 0.5).abs() < 1.5 * h, "{last} steps of {step}");
        assert!((times.last().expect("a row") - last * h).abs() < 1e-9);
    }
}

#[test]
fn parquet_is_complete_too() {
    let case = Case::alone("crash", 1.0);
    assert_code(
        &case.run(&["--trust-fmu", "-o", "case.parquet", "--set", "simulation.step=1e-4"]),
        3,
    );
    assert_eq!(case.files(), ["case.parquet", "case.parquet.json"]);
    let rows = super::names::parquet_rows(&case.path("case.parquet"));
    assert!((5000..=5001).contains(&rows), "{rows} rows");
}

#[test]
fn crashes_before_the_run_are_named_and_leave_no_file() {
    let places = [
        ("crash_load", "the FMU crashed while its library was loaded"),
        ("crash_instantiate", "slave \"pump\": the FMU crashed in fmi2Instantiate"),
        ("crash_initialize", "slave \"pump\": the FMU crashed in fmi2EnterInitializationMode"),
    ];
    for (fmu, words) in places {
        let case = Case::alone(fmu, 1.0);
        let output = case.run(&["--trust-fmu"]);
        assert_code(&output, 3);
        assert!(printed(&output).contains(words), "{}", printed(&output));
        assert_eq!(case.files(), [""; 0]);
    }
}

#[test]
fn a_crash_after_the_run_is_a_warning() {
    for (fmu, place) in
        [("crash_free", "in fmi2FreeInstance"), ("crash_unload", "while its library was unloaded")]
    {
        let case = Case::alone(fmu, 1.0);
        let output = case.run(&["--trust-fmu"]);
        assert_code(&output, 0);
        let said = printed(&output);
        assert!(said.contains(&format!("the FMU crashed {place} (signal 11")), "{said}");
        assert!(said.contains("results are not affected"), "{said}");
        assert_eq!(times(&case.text("case.csv")), points(9));
        assert_eq!(case.sidecar("case.csv")["status"], "completed");
    }
}

#[test]
fn the_slave_that_crashed_is_named_among_several() {
    let (well, ill) = (c_fmu("integrator"), c_fmu("crash"));
    let case = Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.125\n[slaves.well]\nfmu = '{}'\nstart = {{ u = 1 }}\n\
         [slaves.ill]\nfmu = '{}'\n[[connections]]\nfrom = 'well.y'\nto = 'ill.u'\n",
        well.display(),
        ill.display()
    ));
    for threads in ["1", "2"] {
        let output = case.run(&["--trust-fmu", "--threads", threads]);
        assert_code(&output, 3);
        let said = printed(&output);
        assert!(said.contains("\"ill\": the FMU crashed in fmi2DoStep"), "{said}");
    }
}

#[test]
fn other_commands_do_not_take_an_exit_for_success() {
    let case = Case::alone("exit", 1.0);
    let mut command = case.command(&["study", "order", "case.toml", "--trust-fmu"]);
    let output = command.output().expect("macrostep starts");
    assert_code(&output, 3);
    assert!(printed(&output).contains("the FMU ended its process in fmi2DoStep"));
}
