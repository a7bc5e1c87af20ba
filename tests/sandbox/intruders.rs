//! An FMU tries, in a sandbox and without one, what it should not do.

use std::net::TcpListener;

use super::{Case, assert_code, processes_in, protects_files, refuses_calls, said};

const SANDBOX: &str = "sandbox = true";

/// In a sandbox the deed is refused, and the run goes on as if nothing had been tried.
fn is_refused(case: &Case) {
    let output = case.run(&["--trust-fmu"]);
    assert_code(&output, 0);
    assert!(String::from_utf8_lossy(&output.stdout).contains("in a sandbox"));
    assert!(!case.succeeded(), "{}", said(&output));
    assert_eq!(case.results().column("pump.y").last(), Some(&1.0));
    case.assert_tidy();
    assert!(processes_in(case.folder.path()).is_empty());
}

/// Without a sandbox the same FMU does it: the test can fail.
fn is_done_outside(deed: &str, target: &str) {
    let case = Case::intruder(deed, target, "isolation = 'process'");
    let output = case.run(&["--trust-fmu"]);
    assert_code(&output, 0);
    assert!(case.succeeded(), "{deed}: {}", said(&output));
}

#[test]
fn the_master_is_not_killed() {
    if !refuses_calls() {
        return;
    }
    is_refused(&Case::intruder("kill-parent", "", SANDBOX));
    let killed = Case::intruder("kill-parent", "", "isolation = 'process'").run(&["--trust-fmu"]);
    assert_code(&killed, 137);
}

#[test]
fn a_listener_on_this_machine_is_not_reached() {
    if !refuses_calls() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a socket");
    let port = listener.local_addr().expect("an address").port().to_string();
    is_refused(&Case::intruder("connect", &port, SANDBOX));
    assert!(listener.accept().is_err(), "somebody has called");
    is_done_outside("connect", &port);
    assert!(listener.accept().is_ok());
}

#[test]
fn a_secret_in_the_home_folder_is_not_read() {
    if !protects_files() {
        return;
    }
    let home = tempfile::tempdir().expect("a temporary folder");
    let secret = home.path().join("secret");
    std::fs::write(&secret, "key").expect("a writable folder");
    let case = Case::intruder("read", &secret.display().to_string(), SANDBOX);
    let output = case.command(&["--trust-fmu"]).env("HOME", home.path()).output();
    assert_code(&output.expect("macrostep starts"), 0);
    assert!(!case.succeeded());
    is_done_outside("read", &secret.display().to_string());
    // The user may allow it.
    let read = format!("sandbox = true\nsandbox_read = ['{}']", home.path().display());
    let allowed = Case::intruder("read", &secret.display().to_string(), &read);
    assert_code(&allowed.run(&["--trust-fmu"]), 0);
    assert!(allowed.succeeded());
}

#[test]
fn nothing_is_written_outside_the_scratch_folder() {
    if !protects_files() {
        return;
    }
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let path = elsewhere.path().join("a");
    is_refused(&Case::intruder("write", &path.display().to_string(), SANDBOX));
    assert!(!path.exists());
    is_done_outside("write", &path.display().to_string());
}

#[test]
fn no_process_is_started() {
    if !refuses_calls() {
        return;
    }
    is_refused(&Case::intruder("fork", "", SANDBOX));
    is_done_outside("fork", "");
}

#[test]
fn memory_is_limited() {
    is_refused(&Case::intruder("allocate", "", "sandbox = true\nsandbox_memory = 5e8"));
}

#[test]
fn files_are_limited_in_size() {
    is_refused(&Case::intruder("fill", "", SANDBOX));
}

#[test]
fn the_master_is_not_traced() {
    if !refuses_calls() {
        return;
    }
    is_refused(&Case::intruder("trace-parent", "", SANDBOX));
}

#[test]
fn the_memory_of_the_master_is_not_opened() {
    if !protects_files() {
        return;
    }
    is_refused(&Case::intruder("parent-memory", "", SANDBOX));
    is_done_outside("parent-memory", "");
}
