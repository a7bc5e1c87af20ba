//! A sandbox changes what an FMU can reach, and nothing of its results.

use macrostep_tests::elsewhere::SANDBOXED;
use macrostep_tests::{c_fmu, fmu, foreign_fmu, macrostep, succeed};

use super::{Case, assert_code, said};

#[test]
fn well_behaved_fmus_give_the_same_bits() {
    let case = Case::new(&format!(
        "[simulation]\nstop = 0.1\nstep = 1e-3\n\
         [slaves.left]\nfmu = '{0}'\nstart = {{ m = 0.3, v0 = 1.1 }}\n\
         [slaves.right]\nfmu = '{0}'\nstart = {{ m = 0.7, v0 = -0.1 }}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
         stiffness = 1000\ndamping = 10\n",
        fmu("oscillator").display()
    ));
    let compare = |options: &[&str]| {
        SANDBOXED.compare(|options| case.run(options), &case.path("case.csv"), options, 0)
    };
    let explicit = compare(&[]);
    assert!(compare(&["--trust-fmu"]) == explicit);
    assert!(compare(&["--set", "scheme.kind=semi-implicit"]) != explicit);
    assert_code(&case.run(&["--set", "simulation.sandbox=true"]), 0);
    assert!(std::fs::read(case.path("case.csv")).ok() == explicit);
}

#[test]
fn an_fmu_reads_its_resources() {
    let case = Case::alone("resource", "sandbox = true");
    assert_code(&case.run(&[]), 0);
    assert_eq!(case.results().column("pump.y").last(), Some(&42.5));
}

#[test]
fn the_command_line_sandboxes_every_fmu_whatever_the_scenario_says() {
    let case = Case::intruder("environment", "GITHUB_TOKEN", "sandbox = false");
    let mut run = case.command(&["--sandbox", "--trust-fmu"]);
    assert_code(&run.env("GITHUB_TOKEN", "secret").output().expect("macrostep starts"), 0);
    assert!(!case.succeeded());
}

#[test]
fn a_sandbox_is_complete_or_said_not_to_be() {
    let case = Case::alone("integrator", "start = { u = 1 }\nsandbox = 'require'");
    let output = case.run(&["--trust-fmu"]);
    match macrostep::sandbox::support().missing() {
        None => {
            assert_code(&output, 0);
            assert!(!said(&output).contains("warning"), "{}", said(&output));
        }
        Some(missing) => {
            assert_code(&output, 2);
            assert!(said(&output).contains(&missing), "{}", said(&output));
        }
    }
}

#[test]
fn one_fmu_is_simulated_in_a_sandbox() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let simulate = |options: &[&str]| {
        let mut run = macrostep();
        run.arg("simulate").arg(c_fmu("integrator")).args(options).args(["-q", "-o", "a.csv"]);
        succeed(run.current_dir(folder.path()));
        std::fs::read(folder.path().join("a.csv")).expect("results")
    };
    assert!(simulate(&["--sandbox"]) == simulate(&[]));
}

#[test]
fn an_fmu_made_with_python_runs_in_a_sandbox() {
    let Some(fmu) = foreign_fmu("pythonfmus", "oscillator") else { return };
    let case = Case::new(&format!(
        "[simulation]\nstop = 0.1\nstep = 1e-2\n[slaves.a]\nfmu = '{}'\n",
        fmu.display()
    ));
    let run = |options: &[&str]| {
        let mut run = macrostep();
        run.args(["run", "case.toml"]).args(options).current_dir(case.folder.path());
        succeed(&mut run);
        std::fs::read(case.path("case.csv")).expect("results")
    };
    assert!(run(&["--sandbox"]) == run(&[]));
}
