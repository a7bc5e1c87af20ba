//! An FMU that asks to end the simulation: a normal end, and told.

use macrostep_tests::{Csv, c_fmu, macrostep, printed, succeed};

use super::sidecar;

#[test]
fn a_request_to_end_is_a_normal_end_with_a_note() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    for isolate in [false, true] {
        let mut command = macrostep();
        command.arg("simulate").arg(c_fmu("ends")).args(["--stop-time", "1"]);
        command.args(["--output-interval", "0.1", "-qo"]).arg(&results);
        if isolate {
            command.arg("--isolate");
        }
        let said = printed(&succeed(&mut command));
        let note = "note: slave \"model\" asked to end the simulation at t = 0.5 s; the run ends at \
                    t = 0.5 s, before the stop time 1 s";
        assert!(said.contains(note), "{said}");
        let time = Csv::read(&results).column("time");
        assert_eq!(time.len(), 6, "{time:?}");
        let written = sidecar(&results);
        assert_eq!(written["status"], "ended");
        assert!(written["error"].is_null());
        assert!(note.ends_with(written["note"].as_str().expect("a note")));
    }
}

#[test]
fn it_ends_a_coupled_run_too_and_the_others_are_terminated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    let mut command = macrostep();
    command.arg("run").args(["ends", "integrator"].map(c_fmu)).args(["-c", "ends.y:integrator.u"]);
    command.args(["--stop", "1", "--step", "0.2", "--log-fmi-calls", "-o"]).arg(&results);
    let said = printed(&succeed(&mut command));
    let note = "slave \"ends\" asked to end the simulation at t = 0.5 s; the run ends at t = 0.4 s";
    assert!(said.contains(note), "{said}");
    assert!(said.contains("[integrator] fmi2Terminate() fmi2OK"), "{said}");
    assert_eq!(Csv::read(&results).column("time"), [0.0, 0.2, 0.4]);
}
