//! Names of result files: partial while a run lasts, and never in the place of something better.

use std::path::Path;
use std::time::Duration;

use macrostep_tests::printed;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::{Case, assert_code, ended, points, send, times, wait_until};

/// How many rows a Parquet file has.
pub fn parquet_rows(path: &Path) -> i64 {
    let file = std::fs::File::open(path).expect("a file");
    let reader = SerializedFileReader::new(file).expect("readable Parquet");
    reader.metadata().file_metadata().num_rows()
}

#[test]
fn rows_have_a_partial_name_until_the_run_has_ended() {
    let case = Case::alone("slow", 4.0);
    let running = case.start(&[]);
    wait_until("a row", || {
        std::fs::read_to_string(case.path("case.csv.partial")).is_ok_and(|t| t.lines().count() > 1)
    });
    assert_eq!(case.files(), ["case.csv.partial", "case.csv.partial.json"]);
    assert_eq!(case.sidecar("case.csv.partial")["status"], "running");
    assert_code(&ended(running, Duration::from_secs(20)), 0);
    assert_eq!(case.files(), ["case.csv", "case.csv.json"]);
    assert_eq!(times(&case.text("case.csv")), points(33));
}

#[test]
fn an_earlier_good_result_survives_a_run_that_fails() {
    let case = Case::alone("nan", 0.375);
    let picture = ["--plot", "case.svg"];
    assert_code(&case.run(&picture), 0);
    let drawn = case.text("case.svg");
    std::fs::remove_file(case.path("case.svg")).unwrap();
    let (good, sidecar) = (case.text("case.csv"), case.text("case.csv.json"));
    // Before the first point nothing is left of a run, later its results have a name of their own.
    assert_code(&case.run(&["--set", "slaves.pump.start.nonsense=1"]), 2);
    assert_eq!(case.files(), ["case.csv", "case.csv.json"]);
    std::fs::write(case.path("case.svg"), &drawn).unwrap();
    for _ in 0..2 {
        let output = case.run(&["--set", "simulation.stop=1", "--plot", "case.svg"]);
        assert_code(&output, 1);
        assert!(printed(&output).contains("complete in case.failed.csv"), "{}", printed(&output));
        let names = ["case.csv", "case.csv.json", "case.failed.csv", "case.failed.csv.json"];
        let pictures = ["case.failed.svg", "case.svg"];
        assert_eq!(case.files(), [&names[..], &pictures].concat());
        assert_eq!(case.text("case.svg"), drawn);
        assert_eq!(case.sidecar("case.failed.csv")["status"], "failed");
        assert_eq!(times(&case.text("case.failed.csv")), points(4));
        assert_eq!(
            (case.text("case.csv"), case.text("case.csv.json")),
            (good.clone(), sidecar.clone())
        );
    }
}

#[test]
fn results_of_failed_runs_replace_each_other_and_are_replaced_by_good_ones() {
    let case = Case::alone("nan", 1.0);
    for _ in 0..2 {
        assert_code(&case.run(&[]), 1);
        assert_eq!(case.files(), ["case.csv", "case.csv.json"]);
    }
    assert_code(&case.run(&["--set", "simulation.stop=0.375"]), 0);
    assert_eq!(case.files(), ["case.csv", "case.csv.json"]);
    assert_eq!(case.sidecar("case.csv")["status"], "completed");
}

#[test]
fn a_file_that_is_no_result_is_not_replaced_by_a_failed_run() {
    let case = Case::alone("nan", 1.0);
    std::fs::write(case.path("case.csv"), "measured\n").unwrap();
    assert_code(&case.run(&[]), 1);
    assert_eq!(case.text("case.csv"), "measured\n");
    assert_eq!(times(&case.text("case.failed.csv")), points(4));
}

#[test]
fn two_runs_do_not_write_the_same_file() {
    let case = Case::alone("slow", 1e6);
    let first = case.start(&[]);
    wait_until("a start", || case.path("case.csv.partial.json").exists());
    let output = case.run(&[]);
    assert_code(&output, 2);
    assert!(printed(&output).contains("another run is writing it"), "{}", printed(&output));
    // The lock goes with the process, however that ends.
    send("KILL", &first);
    ended(first, Duration::from_secs(5));
    let output = case.run(&["--set", "simulation.stop=0.25"]);
    assert_code(&output, 0);
    assert_eq!(times(&case.text("case.csv")), points(3));
}

#[test]
fn a_killed_run_is_recovered_by_the_command_or_by_the_next_run() {
    for results in ["case.csv", "case.parquet"] {
        let case = Case::alone("slow", 1e6);
        let kill = || {
            let running = case.start(&["-o", results]);
            let rows = if results == "case.csv" {
                "case.csv.partial"
            } else {
                "case.parquet.partial.rows"
            };
            wait_until("rows", || {
                std::fs::metadata(case.path(rows)).is_ok_and(|file| file.len() > 100)
            });
            send("KILL", &running);
            ended(running, Duration::from_secs(5));
        };
        kill();
        let output = case.command(&["recover", results]).output().expect("macrostep starts");
        assert_code(&output, 0);
        assert_eq!(case.files(), [results.to_string(), format!("{results}.json")]);
        assert_eq!(case.sidecar(results)["status"], "interrupted");
        let rows = |name: &str| match results {
            "case.csv" => times(&case.text(name)).len() as i64,
            _ => parquet_rows(&case.path(name)),
        };
        assert!(rows(results) > 5);
        kill();
        let output = case.run(&["-o", results, "--set", "simulation.stop=0.25"]);
        assert_code(&output, 0);
        assert!(printed(&output).contains("an earlier run was killed"), "{}", printed(&output));
        assert_eq!(rows(results), 3);
    }
}
