//! References of every kind: at another time, with text, of whole numbers, of FMUs that end themselves.

use std::path::Path;

use macrostep_tests::{c_fmu, macrostep, succeed};
use serde_json::Value;

/// The verdict and the note for an FMU with this reference and these times.
fn judged(fmu: &str, reference: &str, options: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    std::fs::copy(c_fmu(fmu), folder.path().join("M.fmu")).expect("a copy");
    write("M_ref.csv", reference);
    write("M_ref.opt", options);
    let report = folder.path().join("report");
    let mut command = macrostep();
    succeed(command.arg("crosscheck").arg(folder.path()).arg("--report").arg(&report));
    let text = std::fs::read_to_string(report.join("crosscheck.json")).expect("a report");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let word = |field: &str| json[0][field].as_str().expect("a word").to_string();
    (word("verdict"), word("note"))
}

const TENTHS: &str = "StartTime, 0\nStopTime, 1\nStepSize, 0.1\n";

#[test]
fn a_reference_outside_the_time_of_the_run_does_not_pass() {
    for reference in ["time,y\n10,10\n20,20\n", "time,y\n0,0\n1,1\n2,2\n"] {
        let (verdict, note) = judged("integrator", reference, TENTHS);
        assert_eq!(verdict, "failed", "{note}");
        assert!(note.contains("does not cover the reference, from "), "{note}");
    }
    let (verdict, note) = judged("integrator", "time,y\n0,0\n1,1\n", TENTHS);
    assert_eq!(verdict, "passed", "{note}");
}

#[test]
fn notes_say_what_was_compared_and_how_far_off_it_is() {
    let (verdict, note) = judged("integrator", "time,y\n0,0\n1,1\n", TENTHS);
    assert_eq!(verdict, "passed");
    assert!(note.starts_with("1 signal compared, all in the band; worst y: 0.0 %"), "{note}");
    let (verdict, note) = judged("integrator", "time,y\n0,0\n1,4\n", TENTHS);
    assert_eq!(verdict, "failed");
    assert!(note.contains("1 outside the band; worst y: ") && note.contains("7.5e-1"), "{note}");
}

/// The counter counts 1, 2, … at 0.25 s, 0.5 s, …; between, a line would be wrong by up to one.
#[test]
fn whole_numbers_are_held_between_rows() {
    let reference = "time,count,full\n0,0,0\n0.3,1,0\n0.6,2,0\n1,4,0\n";
    let options = "StartTime, 0\nStopTime, 1\nStepSize, 0.25\n";
    let (verdict, note) = judged("counter", reference, options);
    assert_eq!(verdict, "passed", "{note}");
    assert!(note.contains("off by 0.0e0 of its range"), "{note}");
}

#[test]
fn columns_of_text_are_left_out_with_a_note() {
    let reference = "time,text,total,odd\n0,none,0,x\n1,many words,1,y\n";
    let (verdict, note) = judged("counter", reference, TENTHS);
    assert_eq!(verdict, "passed", "{note}");
    assert!(
        note.starts_with("1 signal compared") && note.ends_with("not compared: text, odd"),
        "{note}"
    );
}

#[test]
fn an_fmu_that_ends_itself_where_the_reference_ends_passes_with_a_note() {
    let (verdict, note) = judged("ends", "time,y\n0,0\n0.5,0.5\n", TENTHS);
    assert_eq!(verdict, "passed", "{note}");
    assert!(note.contains("asked to end the simulation at t = 0.5 s"), "{note}");
    let (verdict, note) = judged("ends", "time,y\n0,0\n1,1\n", TENTHS);
    assert_eq!(verdict, "failed", "{note}");
    assert!(note.contains("asked to end the simulation at t = 0.5 s"), "{note}");
}

#[test]
fn a_collection_with_pipes_in_it_is_run_to_its_end() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    succeed(std::process::Command::new("mkfifo").arg(path("pipe.fmu")).arg(path("M_ref.csv")));
    std::fs::copy(c_fmu("integrator"), path("M.fmu")).expect("a copy");
    let mut command = macrostep();
    let report = path("report");
    let said = succeed(command.arg("crosscheck").arg(folder.path()).arg("--report").arg(&report));
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("2 models: 2 rejected"), "{said}");
    assert!(Path::new(&report).join("crosscheck.json").exists());
}
