//! Each FMU alone and in chains, by our command and by FMPy: the same numbers.

use crate::run::{Alone, agree, scenario, write_csv};
use macrostep_tests::{fmu, foreign_fmu};
use tempfile::tempdir;

/// Both tools on one FMU; every column must agree, and the last of `moving` must change.
fn compare(name: &str, stop: f64, interval: f64, start: &[&str], moving: &str) {
    let Some(fmu) = foreign_fmu("third_party", name) else { return };
    let alone = Alone { fmu: &fmu, stop, interval, start };
    let Some(theirs) = alone.fmpy(None) else { return };
    let ours = alone.ours();
    assert_eq!(ours.header().len(), theirs.header().len(), "{name}");
    for column in theirs.header() {
        agree(&format!("{name}.{column}"), &ours.column(column), &theirs.column(column));
    }
    let values = ours.column(moving);
    assert!(values.iter().any(|value| *value != values[0]), "{name}.{moving} never changes");
}

#[test]
fn reference_fmus_give_what_they_give_in_fmpy() {
    compare("Dahlquist", 5.0, 0.1, &["k=0.5"], "x");
    compare("BouncingBall", 3.0, 0.01, &["e=0.6"], "h");
    compare("VanDerPol", 10.0, 0.01, &["mu=2"], "x1");
    compare("Stair", 5.0, 0.25, &[], "counter");
}

#[test]
fn a_maplesim_fmu_gives_what_it_gives_in_fmpy() {
    compare("CoupledClutches", 1.5, 0.01, &["inputs=0.3"], "outputs[2]");
    compare("CoupledClutches", 0.5, 0.001, &["freqHz=0.3"], "outputs[3]");
}

#[test]
fn openmodelica_fmus_give_what_they_give_in_fmpy() {
    compare("MassSpringSystem", 2.0, 0.01, &["m1=1.5", "k3=2"], "x2");
    compare("MassSpringSubSystem1", 2.0, 0.01, &["x2=0.5"], "x1");
    compare("MassSpringSubSystem2", 2.0, 0.01, &["x1=-0.5"], "v2");
    compare("Mass_Damper", 0.3, 0.001, &["f=500", "mass.m=2", "damper.d=40"], "y");
    compare("ramp", 2.0, 0.01, &["ramp.startTime=0.5", "ramp.height=3"], "out");
    compare("InputTest", 1.0, 0.01, &["real_setpoint=2", "int_setpoint=-3"], "real_output");
}

#[test]
fn dahlquist_is_the_euler_method_it_says() {
    let Some(fmu) = foreign_fmu("third_party", "Dahlquist") else { return };
    let csv = Alone { fmu: &fmu, stop: 2.0, interval: 0.1, start: &[] }.ours();
    let exact: Vec<_> = (0..=20).map(|n| 0.9_f64.powi(n)).collect();
    agree("Dahlquist.x", &csv.column("x"), &exact);
}

/// One FMU drives another through a held input: in one scenario, and in FMPy by way of a file.
fn chain(from: (&std::path::Path, &str), to: (&std::path::Path, &str, &str), h: f64) {
    let ((first, output), (second, input, seen)) = (from, to);
    let step = |fmu| Alone { fmu, stop: 200.0 * h, interval: h, start: &[] };
    let Some(driver) = step(first).fmpy(None) else { return };
    let folder = tempdir().unwrap();
    let file = folder.path().join("input.csv");
    let (time, values) = (driver.column("time"), driver.column(output));
    write_csv(&file, &[("time", time), (input, values.clone())]);
    let theirs = step(second).fmpy(Some(&file)).unwrap();
    let ours = scenario(&format!(
        "[simulation]\nstop = {:?}\nstep = {h:?}\n[inputs]\nextrapolation = \"hold\"\n\
         [slaves.one]\nfmu = {first:?}\n[slaves.two]\nfmu = {second:?}\n\
         [[connections]]\nfrom = \"one.{output}\"\nto = \"two.{input}\"\nunits = false\n",
        200.0 * h
    ));
    agree(output, &ours.column(&format!("one.{output}")), &values);
    let found = ours.column(&format!("two.{seen}"));
    agree(seen, &found, &theirs.column(seen));
    assert!(found.iter().any(|value| (value - found[0]).abs() > 1e-6), "{seen} never changes");
}

#[test]
fn chains_with_our_fmus_give_what_fmpy_gives_for_their_parts() {
    let ours = fmu("oscillator");
    let from_elsewhere = [("VanDerPol", "x0", 0.01), ("CoupledClutches", "outputs[2]", 0.01)];
    for (name, output, h) in from_elsewhere {
        let Some(first) = foreign_fmu("third_party", name) else { return };
        chain((&first, output), (&ours, "force", "x"), h);
    }
    let Some(driver) = foreign_fmu("third_party", "MassSpringSystem") else { return };
    let Some(clutches) = foreign_fmu("third_party", "CoupledClutches") else { return };
    let Some(mass) = foreign_fmu("third_party", "Mass_Damper") else { return };
    chain((&driver, "x1"), (&ours, "force", "v"), 0.01);
    chain((&driver, "x1"), (&clutches, "inputs", "outputs[1]"), 0.01);
    chain((&driver, "x1"), (&mass, "f", "y"), 0.001);
}
