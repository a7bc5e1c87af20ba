//! Inputs of every type from a file, in ours and in FMPy.

use crate::run::{Alone, agree, scenario, write_csv};
use macrostep_tests::{Csv, foreign_fmu};
use tempfile::tempdir;

/// Its multiples are exact, so that both tools look up the same row.
const H: f64 = 0.125;
const STEPS: usize = 30;

/// Each input with its column and the conversion that a file needs.
type Input<'a> = (&'a str, &'a str, Vec<f64>);

fn times() -> Vec<f64> {
    (0..=STEPS).map(|k| k as f64 * H).collect()
}

fn sampled(f: impl Fn(usize) -> f64) -> Vec<f64> {
    (0..=STEPS).map(f).collect()
}

/// The FMU with its inputs from a file, held over each step; outputs as read after the step or
/// read again for the new inputs.
fn driven(name: &str, inputs: &[Input], feedthrough: &str) -> Option<(Csv, Csv)> {
    let fmu = foreign_fmu("third_party", name)?;
    let folder = tempdir().unwrap();
    let file = folder.path().join("input.csv");
    let mut columns = vec![("time", times())];
    columns.extend(inputs.iter().map(|(name, _, values)| (*name, values.clone())));
    write_csv(&file, &columns);
    let mut text = format!(
        "[simulation]\nstop = 3.75\nstep = {H:?}\n[inputs]\nextrapolation = \"hold\"\n[scheme]\nfeedthrough = \"{feedthrough}\"\n\
         [slaves.file]\ncsv = {file:?}\n[slaves.model]\nfmu = {fmu:?}\n"
    );
    for (name, convert, _) in inputs {
        text +=
            &format!("[[connections]]\nfrom = \"file.{name}\"\nto = \"model.{name}\"\n{convert}\n");
    }
    let fmpy = Alone { fmu: &fmu, stop: 3.75, interval: H, start: &[] }.fmpy(Some(&file))?;
    Some((scenario(&text), fmpy))
}

const ROUND: &str = "convert = \"round\"";
const NON_ZERO: &str = "convert = \"non-zero\"";

fn feedthrough_inputs() -> Vec<Input<'static>> {
    vec![
        ("Float64_continuous_input", "", sampled(|k| (0.3 * k as f64).sin())),
        ("Float64_discrete_input", "", sampled(|k| (k / 4) as f64 - 2.5)),
        ("Int32_input", ROUND, sampled(|k| 7.0 - (k / 3) as f64)),
        ("Boolean_input", NON_ZERO, sampled(|k| (k / 5 % 2) as f64)),
        ("Enumeration_input", ROUND, sampled(|k| (1 + k / 10 % 2) as f64)),
    ]
}

#[test]
fn inputs_of_every_type_pass_through_and_are_fresh_at_each_point() {
    let Some((ours, fmpy)) = driven("Feedthrough", &feedthrough_inputs(), "fresh") else { return };
    for (input, _, values) in feedthrough_inputs() {
        let output = input.replace("input", "output");
        assert_eq!(ours.column(&format!("model.{output}")), values, "{output}");
        // FMPy records the value that the input had during the step: one point later.
        let theirs = fmpy.column(&output);
        agree(&output, &values[..STEPS], &theirs[1..]);
    }
}

#[test]
fn outputs_read_straight_after_the_step_are_those_of_fmpy() {
    let Some((ours, fmpy)) = driven("Feedthrough", &feedthrough_inputs(), "stale") else { return };
    for (input, ..) in feedthrough_inputs() {
        let output = input.replace("input", "output");
        agree(&output, &ours.column(&format!("model.{output}")), &fmpy.column(&output));
    }
}

#[test]
fn openmodelica_takes_integer_and_boolean_setpoints() {
    let inputs = vec![
        ("real_setpoint", "", sampled(|k| 1.0 + (k / 10) as f64)),
        ("int_setpoint", ROUND, sampled(|k| (k / 2) as f64 - 4.0)),
        ("bool_setpoint", NON_ZERO, sampled(|k| f64::from((12..18).contains(&k)))),
    ];
    let Some((ours, fmpy)) = driven("InputTest", &inputs, "stale") else { return };
    for output in ["real_output", "int_output", "bool_output"] {
        agree(output, &ours.column(&format!("model.{output}")), &fmpy.column(output));
    }
    // The integral of the setpoint, 1 in the first ten steps; the rising bool_setpoint resets it.
    let y = ours.column("model.real_output");
    assert!((y[10] - 10.0 * H).abs() < 1e-12, "{}", y[10]);
    assert!(y[12] > y[14], "no reset: {y:?}");
}
