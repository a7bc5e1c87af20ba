//! Signals end a run at the next communication point; a second one ends it at once. Nothing is lost either way.

use std::time::{Duration, Instant};

use macrostep_tests::{c_fmu, printed};

use super::{Case, assert_code, ended, send, times, wait_until};

/// Rows so far.
fn rows(case: &Case) -> usize {
    let text = std::fs::read_to_string(case.path("case.csv.partial")).unwrap_or_default();
    text.lines().count().saturating_sub(1)
}

#[test]
fn a_signal_ends_the_run_in_good_order() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let case = Case::alone("slow", 1e6);
        let running = case.start(&[]);
        wait_until("rows", || rows(&case) > 2);
        send(signal, &running);
        let output = ended(running, Duration::from_secs(3));
        assert_code(&output, code);
        let said = printed(&output);
        assert!(said.contains("interrupted\n") && said.contains("complete in case.csv"), "{said}");
        assert!(said.contains("steps     "), "no summary in {said}");
        let times = times(&case.text("case.csv"));
        let sidecar = case.sidecar("case.csv");
        assert_eq!(sidecar["status"], "interrupted");
        assert_eq!(sidecar["summary"]["steps"], times.len() - 1);
        assert_eq!(case.files(), ["case.csv", "case.csv.json"]);
    }
}

#[test]
fn a_second_signal_ends_an_fmu_that_does_not_return() {
    let case = Case::alone("hang", 1.0);
    let running = case.start(&["--trust-fmu"]);
    wait_until("rows", || rows(&case) == 5);
    send("INT", &running);
    std::thread::sleep(Duration::from_millis(300));
    assert!(case.path("case.csv.partial").exists(), "the first one waits for the FMU");
    send("INT", &running);
    let output = ended(running, Duration::from_secs(2));
    assert_code(&output, 130);
    assert_eq!(times(&case.text("case.csv")), super::points(5));
    assert_eq!(case.sidecar("case.csv")["status"], "interrupted");
}

#[test]
fn a_signal_to_the_whole_group_does_not_kill_isolated_fmus_first() {
    use std::os::unix::process::CommandExt;
    let case = Case::alone("slow", 1e6);
    let mut command = case.command(&["run", "case.toml", "--isolate"]);
    let running = command.process_group(0).spawn().expect("macrostep starts");
    wait_until("rows", || rows(&case) > 2);
    let group = format!("-{}", running.id());
    let sent = std::process::Command::new("kill").args(["-s", "INT", "--", &group]).status();
    assert!(sent.expect("kill runs").success());
    let output = ended(running, Duration::from_secs(3));
    assert_code(&output, 130);
    assert_eq!(
        case.sidecar("case.csv")["error"].as_str().map(|e| e.ends_with("interrupted")),
        Some(true)
    );
    nobody_is_left(&case);
}

/// No process works in the folder of the case any more.
fn nobody_is_left(case: &Case) {
    #[cfg(target_os = "linux")]
    wait_until("an end of all processes", || super::processes_in(case.folder.path()).is_empty());
}

#[test]
fn other_commands_end_at_once_and_leave_no_process() {
    let case = Case::alone("slower", 1e6);
    std::fs::create_dir(case.path("collection")).unwrap();
    std::fs::copy(c_fmu("slower"), case.path("collection/a.fmu")).unwrap();
    std::fs::write(case.path("collection/a_ref.csv"), "time,y\n0,0\n1e6,1\n").unwrap();
    let hanging = c_fmu("hang").display().to_string();
    let commands: [&[&str]; 3] = [
        &["study", "order", "case.toml", "--trust-fmu"],
        &["crosscheck", "collection", "--report", "report"],
        &["probe", &hanging],
    ];
    for arguments in commands {
        let running = case.command(arguments).spawn().expect("macrostep starts");
        std::thread::sleep(Duration::from_millis(1500));
        let begin = Instant::now();
        send("TERM", &running);
        let output = ended(running, Duration::from_secs(2));
        assert_code(&output, 143);
        assert!(begin.elapsed() < Duration::from_secs(2));
        nobody_is_left(&case);
    }
}

#[test]
fn rows_are_on_the_disk_within_a_second_however_long_steps_take() {
    let case = Case::alone("slower", 1e6);
    let running = case.start(&[]);
    wait_until("the first row", || rows(&case) > 0);
    let begin = Instant::now();
    wait_until("four more rows", || rows(&case) > 4);
    // Four steps of 0.4 s, and the last row at most a second late.
    assert!(begin.elapsed() < Duration::from_millis(4 * 400 + 1000), "{:?}", begin.elapsed());
    send("KILL", &running);
    ended(running, Duration::from_secs(5));
    assert!(times(&case.text("case.csv.partial")).len() > 4);
}
