//! FMUs by OpenModelica: their coupling, their stop time.

use crate::run::{Alone, agree, scenario};
use macrostep_tests::{Csv, foreign_fmu, python, succeed};
use tempfile::tempdir;

fn pair(stop: f64, h: f64) -> Option<Csv> {
    let one = foreign_fmu("third_party", "MassSpringSubSystem1")?;
    let two = foreign_fmu("third_party", "MassSpringSubSystem2")?;
    Some(scenario(&format!(
        "[simulation]\nstop = {stop:?}\nstep = {h:?}\n[inputs]\nextrapolation = \"hold\"\n\
         [slaves.one]\nfmu = {one:?}\n[slaves.two]\nfmu = {two:?}\n\
         [[connections]]\nfrom = \"one.x1\"\nto = \"two.x1\"\n\
         [[connections]]\nfrom = \"two.x2\"\nto = \"one.x2\"\n"
    )))
}

/// x1 and x2 at `t`: the sum moves with frequency 1, the difference with √3.
fn exact(t: f64) -> [f64; 2] {
    let w = 3.0_f64.sqrt();
    let (s, d) = (t.cos() + t.sin(), -(w * t).cos() + (w * t).sin() / w);
    [(s + d) / 2.0, (s - d) / 2.0]
}

#[test]
fn a_coupled_pair_moves_step_by_step_as_in_fmpy() {
    let Some(ours) = pair(2.0, 0.01) else { return };
    let folder = tempdir().unwrap();
    let out = folder.path().join("out.csv");
    let Some(mut command) = python("mass_spring_pair.py") else { return };
    succeed(command.args(["--stop", "2", "--interval", "0.01", "-o"]).arg(&out));
    let theirs = Csv::read(&out);
    for (column, name) in [("one.x1", "x1"), ("one.v1", "v1"), ("two.x2", "x2"), ("two.v2", "v2")] {
        agree(column, &ours.column(column), &theirs.column(name));
    }
}

#[test]
fn a_coupled_pair_moves_as_the_whole_and_converges_with_order_1() {
    let Some(fmu) = foreign_fmu("third_party", "MassSpringSystem") else { return };
    let mut errors = Vec::new();
    for h in [0.01, 0.005] {
        let Some(ours) = pair(2.0, h) else { return };
        let whole = Alone { fmu: &fmu, stop: 2.0, interval: h, start: &[] }.ours();
        agree("x1", &ours.column("one.x1"), &whole.column("x1"));
        agree("x2", &ours.column("two.x2"), &whole.column("x2"));
        let end = [ours.column("one.x1"), ours.column("two.x2")].map(|x| *x.last().unwrap());
        let exact = exact(2.0);
        errors.push((end[0] - exact[0]).hypot(end[1] - exact[1]));
    }
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 1.0).abs() < 0.2 && errors[1] < 0.02, "order {order}, errors {errors:?}");
}

#[test]
fn the_last_step_ends_exactly_on_an_announced_stop_time() {
    let Some(fmu) = foreign_fmu("third_party", "add") else { return };
    // 0.1 + 0.1 + 0.1 is more than 0.3, and 0.35 is no multiple of the step.
    for (stop, points) in [(0.3, 4), (0.35, 5), (0.7, 8), (1.0, 11)] {
        let start = ["u1=1.5", "u2=2.25", "add.k2=2"];
        let csv = Alone { fmu: &fmu, stop, interval: 0.1, start: &start }.ours();
        assert_eq!(csv.column("y"), vec![6.0; points], "stop at {stop}");
        assert_eq!(csv.column("time").last(), Some(&stop));
    }
}
