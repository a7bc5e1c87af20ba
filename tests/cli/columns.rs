//! Columns of the results: what was applied over a step, and rows between communication points.

use std::path::Path;

use macrostep_tests::{Csv, c_fmu, macrostep, succeed};

/// Runs a scenario given as text, whose results are in `folder`.
fn run(folder: &Path, text: &str) -> Csv {
    let (file, results) = (folder.join("a.toml"), folder.join("a.csv"));
    std::fs::write(&file, text).expect("a scenario");
    succeed(macrostep().args(["run", "-q"]).arg(&file).arg("-o").arg(&results));
    Csv::read(&results)
}

fn masses(rule: &str, hand_over: &str, variables: &str) -> String {
    let mass = c_fmu("mass");
    format!(
        "[simulation]\nstop = 0.2\nstep = 0.01\n[scheme]\nstart_up = 'ramp'\n\
         [inputs]\nextrapolation = {rule}\nhand_over = '{hand_over}'\n[slaves.a]\nfmu = {mass:?}\nstart = {{ x0 = 1 }}\n\
         [slaves.b]\nfmu = {mass:?}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['a', 'b']\nstiffness = 100\n\
         [results]\nvariables = {variables}\n"
    )
}

#[test]
fn applied_inputs_are_those_of_the_rule_at_both_ends_of_the_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = masses("'polynomial'", "derivatives", "['*', '*.force@start', '*.force@end']");
    let csv = run(folder.path(), &text);
    let at = |name: &str| csv.column(name);
    let (u, start, end) = (at("b.force"), at("b.force@start"), at("b.force@end"));
    // Before the first step there is only the value itself.
    assert_eq!((start[0], end[0]), (u[0], u[0]));
    for k in 2..u.len() {
        assert_eq!(start[k], u[k - 1]);
        assert!((end[k] - (2.0 * u[k - 1] - u[k - 2])).abs() < 1e-12 * u[0].abs());
    }
    // In four sub-steps the input is held at the means of the first and the last quarter.
    let text = masses("'polynomial'", "sub-steps", "['*', '*@start', '*@end']");
    let csv = run(folder.path(), &text);
    let (u, start, end) =
        (csv.column("b.force"), csv.column("b.force@start"), csv.column("b.force@end"));
    for k in 2..u.len() {
        let slope = u[k - 1] - u[k - 2];
        assert!((start[k] - (u[k - 1] + 0.125 * slope)).abs() < 1e-12 * u[0].abs());
        assert!((end[k] - (u[k - 1] + 0.875 * slope)).abs() < 1e-12 * u[0].abs());
    }
}

#[test]
fn applied_inputs_are_recorded_where_they_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = |variables: &str| {
        let csv = run(folder.path(), &masses("'hold'", "auto", variables));
        csv.header().iter().filter(|name| name.contains('@')).cloned().collect::<Vec<_>>()
    };
    assert_eq!(header("['*']"), [""; 0]);
    assert_eq!(header("['a.*', 'a.*@end']"), ["a.force@end"]);
    assert_eq!(header("['*@start']"), ["a.force@start", "b.force@start"]);
}

#[test]
fn rows_between_points_do_not_smooth_a_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("table.csv");
    std::fs::write(&table, "time,y\n0,0\n0.5,0\n0.5,100\n1,100\n").expect("a table");
    let text = format!(
        "[simulation]\nstop = 1\nstep = 0.1\n[slaves.table]\ncsv = {table:?}\n\
         [slaves.tank]\nfmu = {:?}\n[[connections]]\nfrom = 'table.y'\nto = 'tank.u'\n\
         [results]\ninterval = 0.01\n",
        c_fmu("integrator")
    );
    let csv = run(folder.path(), &text);
    assert_eq!(csv.column("time").len(), 101);
    let step: Vec<f64> = (0..=100).map(|k| if k < 50 { 0.0 } else { 100.0 }).collect();
    assert_eq!(csv.column("table.y"), step);
    assert_eq!(csv.column("tank.u"), step);
    // What follows the step has a kink there, and is a line from then on.
    let y = csv.column("tank.y");
    let line = (0..=100).map(|k| if k < 60 { y[k].clamp(0.0, 10.0) } else { k as f64 - 50.0 });
    assert!(y.iter().zip(line).all(|(y, line)| (y - line).abs() < 1e-9), "{y:?}");
    assert!(y[50] == 0.0 && y[55] > 2.0 && y.windows(2).all(|pair| pair[0] <= pair[1]), "{y:?}");
}

#[test]
fn sampled_inputs_are_held_between_points() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "[simulation]\nstop = 1\nstep = 0.1\n[slaves.a]\nfmu = {0:?}\n[slaves.b]\nfmu = {0:?}\n\
         [[connections]]\nfrom = 'a.y'\nto = 'b.u'\nsample = 0.2\n[results]\ninterval = 0.02\n",
        c_fmu("integrator")
    );
    let u = run(folder.path(), &text).column("b.u");
    for (k, value) in u.iter().enumerate() {
        assert!((value - 0.2 * (k / 10) as f64).abs() < 1e-12, "row {k}: {value}");
    }
}
