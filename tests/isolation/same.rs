//! Isolation changes where an FMU runs and nothing else.

use macrostep_tests::elsewhere::ISOLATED;
use macrostep_tests::{c_fmu, fmu, foreign_fmu, macrostep, succeed};

use super::{Case, said};

/// Runs a scenario here and isolated; both must end with the same code, words and results.
fn compare(case: &Case, code: i32) {
    ISOLATED.compare(|options| case.run(options), &case.path("case.csv"), &[], code);
}

fn two_masses(sweep: &str, inputs: &str) -> Case {
    let oscillator = fmu("oscillator");
    Case::new(&format!(
        "[simulation]\nstop = 0.1\nstep = 1e-3\n[scheme]\nsweep = '{sweep}'\n[inputs]\n{inputs}\n\
         [slaves.left]\nfmu = '{0}'\nstart = {{ m = 0.3, v0 = 1.1 }}\n\
         [slaves.right]\nfmu = '{0}'\nstart = {{ m = 0.7, v0 = -0.1 }}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
         stiffness = 1000\ndamping = 10\n",
        oscillator.display()
    ))
}

#[test]
fn isolated_fmus_give_the_same_bits() {
    for sweep in ["jacobi", "gauss-seidel"] {
        for degree in 0..=3 {
            let inputs = format!("extrapolation = 'polynomial'\ndegree = {degree}");
            compare(&two_masses(sweep, &inputs), 0);
        }
        for hand_over in ["sub-steps", "mean"] {
            let inputs =
                format!("extrapolation = 'polynomial'\ndegree = 2\nhand_over = '{hand_over}'");
            compare(&two_masses(sweep, &inputs), 0);
        }
    }
}

#[test]
fn every_type_and_start_value_reaches_an_isolated_fmu() {
    let counter = c_fmu("counter");
    let case = Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.1\n\
         [slaves.a]\nfmu = '{0}'\nstart = {{ increment = 3, rate = 0.1, enable = true, mode = 'down', label = 'ä' }}\n\
         [slaves.b]\nfmu = '{0}'\nstart = {{ enable = true }}\n\
         [[connections]]\nfrom = 'a.total'\nto = 'b.rate'\n\
         [[connections]]\nfrom = 'a.state'\nto = 'b.mode'\n",
        counter.display()
    ));
    compare(&case, 0);
}

#[test]
fn refused_steps_are_retried_in_the_other_process() {
    let fmu = c_fmu("discard");
    let case = |stop: &str| {
        Case::new(&format!(
            "[simulation]\nstop = 1\nstep = 0.3\n[slaves.a]\nfmu = '{}'\nstart = {{ u = 1 }}\n{stop}\n",
            fmu.display()
        ))
    };
    compare(&case(""), 0);
    compare(&case("on_discard = 'stop'"), 1);
}

#[test]
fn an_isolated_fmu_fails_with_the_same_words() {
    for fmu in ["error", "fatal", "nan", "instance_fail", "null_logger"] {
        let code = i32::from(fmu != "null_logger");
        compare(&Case::alone(fmu, ""), code);
    }
    let error = Case::alone("error", "logging = 'all'");
    compare(&error, 1);
    let text = said(&error.run(&["--isolate"]));
    assert_eq!(text.matches("pressure 12.5 Pa is below 100").count(), 2, "log and error: {text}");
}

#[test]
fn an_fmu_made_with_python_runs_isolated() {
    let Some(fmu) = foreign_fmu("pythonfmus", "oscillator") else { return };
    let case = Case::new(&format!(
        "[simulation]\nstop = 0.1\nstep = 1e-2\n[slaves.a]\nfmu = '{}'\n",
        fmu.display()
    ));
    let run = |options: &[&str]| {
        let mut run = macrostep();
        run.args(["run", "case.toml"]).args(options).current_dir(case.folder.path());
        succeed(&mut run);
        case.results()
    };
    assert_eq!(run(&["--isolate"]), run(&[]));
}
