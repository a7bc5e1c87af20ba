//! What a sandboxed FMU finds around it, and what is left of it.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{Case, assert_code, processes_in, said};

const SANDBOX: &str = "sandbox = true";

#[test]
fn secrets_of_the_environment_are_not_there() {
    for (name, there) in [("GITHUB_TOKEN", false), ("HOME", true), ("LANG", true)] {
        let case = Case::intruder("environment", name, SANDBOX);
        let mut run = case.command(&["--trust-fmu"]);
        let output = run.env("GITHUB_TOKEN", "secret").env("LANG", "C").output();
        assert_code(&output.expect("macrostep starts"), 0);
        assert_eq!(case.succeeded(), there, "{name}");
    }
}

#[test]
fn files_that_the_master_was_given_are_closed() {
    for (section, open) in [(SANDBOX, false), ("isolation = 'process'", true)] {
        let case = Case::intruder("descriptor", "password", section);
        std::fs::write(case.path("secret"), "the password").expect("a writable folder");
        let run = case.command(&["--trust-fmu"]);
        // The shell hands the file on to all that it starts.
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "exec 9<secret; exec \"$@\"", "sh"]).arg(run.get_program());
        shell.args(run.get_args()).current_dir(case.folder.path());
        shell.envs(run.get_envs().filter_map(|(name, value)| Some((name, value?))));
        assert_code(&shell.output().expect("a shell"), 0);
        assert_eq!(case.succeeded(), open, "{section}");
    }
}

#[test]
fn it_has_a_folder_to_write_into_which_vanishes() {
    let case = Case::intruder("scratch", "", SANDBOX);
    assert_code(&case.run(&["--trust-fmu"]), 0);
    assert!(case.succeeded());
    assert!(!case.path("note.txt").exists());
    case.assert_tidy();
}

#[test]
fn what_it_prints_is_shown() {
    let case = Case::intruder("print", "hello", SANDBOX);
    let output = case.run(&["--trust-fmu"]);
    assert_code(&output, 0);
    assert!(String::from_utf8_lossy(&output.stdout).contains("out: hello\n"));
    assert!(said(&output).contains("err: hello\n"));
}

#[test]
fn an_fmu_that_aborts_is_named() {
    let case = Case::intruder("abort", "", SANDBOX);
    let output = case.run(&["--trust-fmu"]);
    assert_code(&output, 3);
    let text = said(&output);
    assert!(
        text.contains("slave \"pump\": the FMU crashed in fmi2DoStep (signal 6, SIGABRT); its")
    );
    assert!(text.contains("sandbox_memory"), "{text}");
    case.assert_tidy();
}

#[test]
fn a_sandboxed_fmu_that_hangs_is_ended() {
    let case = Case::alone("hang", "sandbox = true\ntimeout = 1");
    let output = case.run(&["--trust-fmu"]);
    assert_code(&output, 3);
    assert!(said(&output).contains("did not return from fmi2DoStep within 1 s"));
    case.assert_tidy();
    assert!(processes_in(case.folder.path()).is_empty());
}

#[test]
fn a_sandboxed_process_ends_with_its_master() {
    let case = Case::alone("hang", SANDBOX);
    let mut run = case.command(&["--trust-fmu", "-q"]);
    let mut master = run.stderr(Stdio::null()).spawn().expect("macrostep starts");
    let wait = |what: &str, holds: &dyn Fn() -> bool| {
        let begin = Instant::now();
        while !holds() {
            assert!(begin.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let scratch = case.path("tmp");
    wait("a worker in its scratch folder", &|| !processes_in(&scratch).is_empty());
    std::thread::sleep(Duration::from_millis(500));
    master.kill().expect("it runs");
    master.wait().expect("it ends");
    wait("no worker", &|| processes_in(&scratch).is_empty());
}
