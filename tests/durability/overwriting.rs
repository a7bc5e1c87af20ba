//! No output is ever an input: whatever the spelling, by whatever link.

use std::os::unix::fs::symlink;

use macrostep_tests::{c_fmu, printed};

use super::{Case, assert_code};

const DRIVE: &str = "time,u\n0,1\n1,1\n";

/// A scenario that reads `case.csv`, the default name of its results.
fn reading_its_results() -> Case {
    let fmu = c_fmu("integrator");
    let case = Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.125\n[slaves.drive]\ncsv = 'case.csv'\n\
         [slaves.pump]\nfmu = '{}'\n[[connections]]\nfrom = 'drive.u'\nto = 'pump.u'\n",
        fmu.display()
    ));
    std::fs::write(case.path("case.csv"), DRIVE).unwrap();
    case
}

/// Runs with options that must be refused, and returns what the user is told.
fn refused(case: &Case, options: &[&str]) -> String {
    let before = case.files();
    let output = case.run(options);
    assert_code(&output, 2);
    assert_eq!(case.files(), before, "files were made or removed");
    printed(&output)
}

#[test]
fn the_default_name_of_results_does_not_destroy_an_input_file() {
    let case = reading_its_results();
    let said = refused(&case, &[]);
    let wanted = "error: case.csv: would be written as the results, and is also the input file of \
                  slave \"drive\"; choose another file\n";
    assert!(said.contains(wanted), "{said}");
    assert_eq!(case.text("case.csv"), DRIVE);
}

#[test]
fn other_spellings_and_links_are_seen_through() {
    let case = reading_its_results();
    std::fs::create_dir(case.path("inner")).unwrap();
    symlink("case.csv", case.path("soft.csv")).unwrap();
    std::fs::hard_link(case.path("case.csv"), case.path("hard.csv")).unwrap();
    symlink(".", case.path("folder")).unwrap();
    let absolute = case.path("case.csv").display().to_string();
    for name in ["inner/../case.csv", "soft.csv", "hard.csv", "folder/case.csv", &absolute] {
        let said = refused(&case, &["-o", name]);
        assert!(said.contains("input file of slave \"drive\""), "{name}: {said}");
    }
    assert_eq!(case.text("case.csv"), DRIVE);
}

#[test]
fn neither_scenario_nor_fmu_nor_picture_nor_a_file_beside_the_results_is_written_over() {
    let case = Case::alone("integrator", 1.0);
    std::fs::copy(c_fmu("integrator"), case.path("own.fmu")).unwrap();
    let text =
        case.text("case.toml").replace(&c_fmu("integrator").display().to_string(), "own.fmu");
    std::fs::write(case.path("case.toml"), text.clone()).unwrap();
    assert!(refused(&case, &["-o", "case.toml"]).contains("is also the scenario"));
    assert!(refused(&case, &["-o", "own.fmu"]).contains("is also the FMU of slave \"pump\""));
    assert!(refused(&case, &["-o", "a.svg", "--plot", "a.svg"]).contains("is also the results"));
    // The sidecar of `x` is `x.json`, its partial name `x.partial`.
    std::fs::write(case.path("x.json"), text.clone()).unwrap();
    std::fs::rename(case.path("x.json"), case.path("x.partial")).unwrap();
    std::fs::write(case.path("case.toml"), text.replace("own.fmu", "x.partial")).unwrap();
    std::fs::copy(case.path("own.fmu"), case.path("x.partial")).unwrap();
    assert!(refused(&case, &["-o", "x"]).contains("a file beside the results"));
}

#[test]
fn the_input_file_of_simulate_and_the_reports_of_other_commands_are_not_written_over() {
    let case = reading_its_results();
    std::fs::copy(c_fmu("integrator"), case.path("case.fmu")).unwrap();
    let commands: [&[&str]; 4] = [
        &["simulate", "case.fmu", "--input-file", "case.csv"],
        &["probe", "case.fmu", "--json", "./case.fmu"],
        &["study", "order", "case.toml", "-o", "case.csv"],
        &["study", "order", "case.toml", "--reference", "case.csv", "-o", "./case.csv"],
    ];
    for arguments in commands {
        let output = case.command(arguments).output().expect("macrostep starts");
        assert_code(&output, 2);
        assert!(printed(&output).contains("would be written as"), "{}", printed(&output));
    }
    std::fs::copy(case.path("case.toml"), case.path("case.dot")).unwrap();
    let mut graph = case.command(&["graph", "case.dot", "-o", "case.dot"]);
    assert_code(&graph.output().expect("macrostep starts"), 2);
    assert_eq!(case.text("case.csv"), DRIVE);
    assert_eq!(case.text("case.dot"), case.text("case.toml"));
}

#[test]
fn a_cross_check_does_not_write_over_what_it_expects() {
    let case = Case::alone("integrator", 1.0);
    std::fs::create_dir(case.path("collection")).unwrap();
    std::fs::copy(c_fmu("integrator"), case.path("collection/a.fmu")).unwrap();
    std::fs::write(case.path("crosscheck.json"), "[]").unwrap();
    let arguments = ["crosscheck", "collection", "--report", ".", "--expect", "crosscheck.json"];
    let output = case.command(&arguments).output().expect("macrostep starts");
    assert_code(&output, 2);
    assert!(printed(&output).contains("is also the expected verdicts"), "{}", printed(&output));
    assert_eq!(case.text("crosscheck.json"), "[]");
}
