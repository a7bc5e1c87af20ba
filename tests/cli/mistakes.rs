//! What a new user may type: files of another kind, options of other tools, names of other programs.

use std::path::Path;
use std::process::Command;

use macrostep_tests::{c_fmu, fmu, macrostep};

use super::{refused, scenario};

/// A folder with a scenario `a.toml`, an FMU `a.fmu`, and files that are neither.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = |name: &str| folder.path().join(name);
    std::fs::copy(fmu("oscillator"), to("a.fmu")).expect("an FMU");
    std::fs::copy(fmu("oscillator"), to("a.zip")).expect("an FMU");
    std::fs::write(to("empty.fmu"), "").expect("a file");
    std::fs::write(to("system.ssp"), "").expect("a file");
    std::fs::write(to("binary.txt"), [0xff, 0xfe, 0x00]).expect("a file");
    std::fs::create_dir(to("nothing")).expect("a folder");
    let text = std::fs::read_to_string(scenario("two-mass/explicit.toml")).expect("a scenario");
    std::fs::write(to("a.toml"), text.replace("../../target/fmus/oscillator", "a"))
        .expect("a file");
    folder
}

fn in_folder(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = macrostep();
    command.current_dir(folder).args(arguments);
    command
}

#[test]
fn a_file_of_another_kind_is_told_apart() {
    let folder = folder();
    for (arguments, wanted) in [
        (
            &["run", "system.ssp"][..],
            "system.ssp: a system structure (SSP), which macrostep cannot read yet",
        ),
        (
            &["info", "system.ssp"],
            "couple the FMUs in its folder resources: macrostep run a.fmu b.fmu -c",
        ),
        (
            &["simulate", "a.toml"],
            "a.toml: a scenario, not an FMU; run it by: macrostep run a.toml",
        ),
        (&["probe", "a.toml"], "a.toml: a scenario, not an FMU"),
        (
            &["check", "a.fmu"],
            "a.fmu: an FMU, not a scenario; see what it is by: macrostep info a.fmu",
        ),
        (&["study", "stability", "a.zip"], "a.zip: an FMU, not a scenario"),
        (&["graph", "a.fmu"], "run it by: macrostep simulate a.fmu"),
        (&["info", "nothing"], "nothing: a folder without modelDescription.xml, so it is no FMU"),
        (&["validate", "."], "so it is no FMU; in it are ./a.fmu and ./empty.fmu"),
        (&["run", "."], ".: a folder; give the scenario file itself; in it is ./a.toml"),
        (&["info", "empty.fmu"], "empty.fmu: the file is empty; copy or export it again"),
        (&["simulate", "no.fmu"], "no.fmu: there is no such file"),
        (&["run", "no"], "no: there is no such scenario file"),
        (&["check", "binary.txt"], "binary.txt: no text in UTF-8, so it is no scenario"),
        (&["run", "a.fmu", "a.toml", "--stop", "1"], "give one scenario file, or only FMUs"),
        (&["simulate", "a.fmu", "--input-file", "no.csv"], "no.csv: there is no such file"),
        (&["simulate", "a.fmu", "--input-file", "binary.txt"], "binary.txt: no text in UTF-8"),
    ] {
        let said = refused(&mut in_folder(folder.path(), arguments), 2);
        assert!(said.starts_with("error: ") && said.contains(wanted), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn an_fmu_with_another_ending_or_unpacked_can_be_coupled() {
    let folder = folder();
    let unpack = ["-m", "zipfile", "-e", "a.fmu", "unpacked"];
    macrostep_tests::succeed(Command::new("python3").args(unpack).current_dir(folder.path()));
    for name in ["a.zip", "unpacked"] {
        let mut run = in_folder(folder.path(), &["run", name, "--stop", "0.1", "-q"]);
        macrostep_tests::succeed(&mut run);
    }
}

#[test]
fn a_file_in_place_of_a_subcommand_gets_the_subcommand() {
    let folder = folder();
    for (arguments, wanted) in [
        (&["a.toml"][..], "a subcommand comes first: macrostep run a.toml"),
        (&["a.fmu"], "a subcommand comes first: macrostep simulate a.fmu"),
        (&["study", "a.toml"], "macrostep study stability a.toml"),
        (&["rnu", "a.toml"], "did you mean \"run\"?"),
        (&["simluate", "a.fmu"], "simulate"),
    ] {
        let said = refused(&mut in_folder(folder.path(), arguments), 2);
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    }
}

#[test]
fn options_of_other_tools_are_answered_with_ours() {
    let (file, fmu) = (scenario("two-mass/explicit.toml"), c_fmu("integrator"));
    for (subcommand, option, wanted) in [
        ("simulate", "--step-size", "the communication step is --output-interval"),
        ("simulate", "--stop", "the option is --stop-time"),
        ("simulate", "--set", "start values are --start-value NAME=VALUE"),
        ("simulate", "--start-values", "write --start-value NAME=VALUE"),
        ("run", "--stop-time", "the stop time is --stop, of a scenario --set simulation.stop=…"),
        ("run", "--dt", "the macro step is --step, of a scenario --set simulation.step=…"),
        ("run", "--input-file", "[slaves.NAME] with csv = \"FILE\""),
        ("check", "--debug-logging", "calls are shown by --log-fmi-calls"),
    ] {
        let file = if subcommand == "simulate" { &fmu } else { &file };
        let said = refused(macrostep().arg(subcommand).arg(file).args([option, "1"]), 2);
        assert!(said.contains(wanted) && !said.contains("as a value"), "{option}: {said}");
    }
}

#[test]
fn times_that_do_not_fit_are_named() {
    let fmu = c_fmu("integrator");
    let step = "simulation.step is 2 s, longer than the whole run of 1 s";
    for (arguments, wanted) in [
        (["--stop", "1", "--step", "2"], step),
        (["--step", "0.1", "--stop", "-1"], "simulation.stop is -1 s; it must lie after the start"),
    ] {
        let said = refused(macrostep().arg("run").arg(&fmu).args(arguments), 2);
        assert!(said.contains(wanted), "{said}");
    }
    let said = refused(macrostep().arg("simulate").arg(&fmu).args(["--output-interval", "2"]), 2);
    assert!(said.contains(step), "{said}");
}

#[test]
fn the_own_step_of_an_fmu_may_be_longer_than_the_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut simulate = in_folder(folder.path(), &["simulate", "--stop-time", "0.05", "-q"]);
    macrostep_tests::succeed(simulate.arg(c_fmu("integrator")));
}
