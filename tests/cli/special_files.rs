//! Pipes, devices, sockets and folders in place of files: refused at once, never waited for.

use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use macrostep_tests::{c_fmu, macrostep, succeed};

use super::refused;

/// Every place in which a command takes a file.
fn commands(file: &Path) -> Vec<Command> {
    let mut commands = Vec::new();
    for subcommand in ["run", "check", "info", "validate", "simulate", "probe", "graph"] {
        let mut command = macrostep();
        command.arg(subcommand).arg(file);
        commands.push(command);
    }
    let mut csv = macrostep();
    csv.arg("simulate").arg(c_fmu("integrator")).arg("--input-file").arg(file);
    commands.push(csv);
    let folder = file.parent().expect("a folder");
    let mut expect = macrostep();
    std::fs::copy(c_fmu("integrator"), folder.join("a.fmu")).expect("a copy");
    expect.arg("crosscheck").arg(folder).arg("--expect").arg(file);
    expect.arg("--report").arg(folder.join("report"));
    commands.push(expect);
    for (kind, name) in [("fmu", "fmu.toml"), ("csv", "csv.toml")] {
        let path = file.display();
        let text =
            format!("[simulation]\nstop = 1.0\nstep = 0.1\n[slaves.a]\n{kind} = \"{path}\"\n");
        std::fs::write(folder.join(name), text).expect("a scenario");
        let mut run = macrostep();
        run.arg("run").arg(folder.join(name));
        commands.push(run);
    }
    commands
}

#[test]
fn what_is_no_file_is_refused_with_a_word_for_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    succeed(Command::new("mkfifo").arg(path("pipe")));
    let _socket = UnixListener::bind(path("socket")).expect("a socket");
    std::os::unix::fs::symlink("/dev/zero", path("zero")).expect("a link");
    for (name, word) in [("pipe", "a pipe"), ("socket", "a socket"), ("zero", "a device")] {
        for mut command in commands(&path(name)) {
            let said = refused(command.current_dir(folder.path()), 2);
            assert!(said.contains(&format!("it is {word}, not a file")), "{command:?}: {said}");
            assert!(said.contains(name), "{command:?}: {said}");
        }
    }
}

#[test]
fn a_folder_is_no_scenario_and_no_table() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let said = refused(macrostep().arg("run").arg(folder.path()), 2);
    assert!(said.contains("a folder; give the scenario file itself"), "{said}");
    let mut csv = macrostep();
    csv.arg("simulate").arg(c_fmu("integrator")).arg("--input-file").arg(folder.path());
    assert!(refused(&mut csv, 2).contains("it is a folder, not a file"));
    let said = refused(macrostep().arg("validate").arg(folder.path()), 2);
    assert!(said.contains("a folder without modelDescription.xml"), "{said}");
}
