//! Steps that FMUs refuse, cannot take or do not finish; and what FMUs say meanwhile.

use std::path::PathBuf;
use std::process::Output;

use macrostep_tests::{Csv, c_fmu, macrostep, printed, succeed};
use tempfile::TempDir;

/// A run of one C FMU with constant input 1, whose output then is the time.
struct Run {
    folder: TempDir,
    output: Output,
}

impl Run {
    fn new(fmu: &str, step: f64, stop: f64, more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let scenario = folder.path().join("run.toml");
        let text = format!(
            "[simulation]\nstop = {stop}\nstep = {step}\n\
             [slaves.tank]\nfmu = '{}'\nstart = {{ u = 1.0 }}\n{more}",
            c_fmu(fmu).display()
        );
        std::fs::write(&scenario, text).unwrap();
        let results = folder.path().join("results.csv");
        let output = macrostep().arg("run").arg(scenario).arg("-o").arg(results).output().unwrap();
        Self { folder, output }
    }

    fn results(&self) -> PathBuf {
        self.folder.path().join("results.csv")
    }
}

#[test]
fn a_discarded_step_is_taken_in_shorter_ones() {
    // 0.2 divides by halves, 0.03 and 0.07 only by the time that the FMU reports to have reached.
    for step in [0.2, 0.03, 0.07] {
        let run = Run::new("discard", step, 1.0, "");
        assert!(run.output.status.success(), "{}", printed(&run.output));
        let results = Csv::read(&run.results());
        let (t, y) = (results.column("time"), results.column("tank.y"));
        for (t, y) in t.iter().zip(&y) {
            assert!((t - y).abs() < 1e-12, "step {step}: y = {y} at t = {t}");
        }
        assert_eq!(t.last(), Some(&1.0));
    }
}

#[test]
fn a_discard_without_a_way_back_ends_the_run_where_it_stood() {
    for (fmu, more) in [("discard_no_state", ""), ("discard", "on_discard = 'stop'\n")] {
        let run = Run::new(fmu, 0.2, 1.0, more);
        let text = printed(&run.output);
        assert_eq!(run.output.status.code(), Some(1), "{text}");
        assert!(text.contains("t = 0.4 s: slave \"tank\": refused the step"), "{text}");
        assert_eq!(Csv::read(&run.results()).column("time").last(), Some(&0.4));
    }
}

#[test]
fn an_fmu_that_computes_in_the_background_is_refused_with_words() {
    let run = Run::new("pending", 0.1, 1.0, "");
    let text = printed(&run.output);
    assert_eq!(run.output.status.code(), Some(1), "{text}");
    let words = "fmi2Pending: it computes in the background, which is not supported";
    assert!(text.contains(words), "{text}");
}

#[test]
fn an_fmu_with_a_fixed_step_runs_and_a_shorter_last_step_is_warned_of() {
    let run = Run::new("fixed_step", 0.1, 1.0, "");
    assert!(run.output.status.success(), "{}", printed(&run.output));
    assert!(run.output.stderr.is_empty(), "{}", printed(&run.output));

    let run = Run::new("fixed_step", 0.1, 0.95, "");
    let text = printed(&run.output);
    assert!(
        text.contains("does not vary its step; choose simulation.stop at a multiple"),
        "{text}"
    );
    assert_eq!(run.output.status.code(), Some(1), "{text}");
}

#[test]
fn messages_are_shown_by_level_and_floods_are_cut() {
    let shown = |level: &str| {
        let run = Run::new("null_logger", 0.1, 1.0, &format!("logging = '{level}'\n"));
        assert!(run.output.status.success(), "{}", printed(&run.output));
        let text = String::from_utf8_lossy(&run.output.stderr).into_owned();
        (text.lines().filter(|line| line.starts_with("[tank]")).count(), text)
    };
    assert_eq!(shown("off").0, 0);
    assert_eq!(shown("error").0, 0);
    assert_eq!(shown("warning").0, 10);
    let (count, text) = shown("all");
    assert_eq!(count, 100, "{text}");
    assert!(text.contains("message 100 of 1000 at 0 s"), "{text}");
    // 1000 in the first step and three in each of ten steps.
    assert!(text.contains("930 further messages were not shown"), "{text}");
}

#[test]
fn every_call_is_shown_with_its_values_on_request() {
    for more in [&[][..], &["--isolate"]] {
        let folder = tempfile::tempdir().unwrap();
        let scenario = folder.path().join("run.toml");
        let text = format!(
            "[simulation]\nstop = 0.2\nstep = 0.1\n\
             [slaves.tank]\nfmu = '{}'\nstart = {{ u = 2.5 }}\n",
            c_fmu("integrator").display()
        );
        std::fs::write(&scenario, text).unwrap();
        let mut command = macrostep();
        command.arg("run").arg(&scenario).args(["--no-results", "--log-fmi-calls"]).args(more);
        let text = printed(&succeed(&mut command));
        for line in [
            "[tank] fmi2Instantiate(",
            "[tank] fmi2SetReal(u = 2.5) fmi2OK",
            "[tank] fmi2EnterInitializationMode() fmi2OK",
            "[tank] fmi2DoStep(",
            "[tank] fmi2Terminate() fmi2OK",
            "[tank] fmi2FreeInstance() fmi2OK",
        ] {
            assert!(text.contains(line), "{line} is missing in\n{text}");
        }
        assert_eq!(text.matches("fmi2DoStep(").count(), 2, "{text}");
    }
}

#[test]
fn an_fmu_that_cannot_save_its_state_runs_all_the_same() {
    // They declare that they can; a plain run needs it only to answer refused steps.
    for fmu in ["crash_get_state", "wrong_state", "solver_memory"] {
        let run = Run::new(fmu, 0.01, 1.0, "");
        assert!(run.output.status.success(), "{fmu}: {}", printed(&run.output));
        let results = Csv::read(&run.results());
        assert_eq!(results.column("time").len(), 101, "{fmu}");
    }
}
