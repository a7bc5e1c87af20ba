//! The right neighbours of wrong connections: units that are converted, types that are made to fit.

use macrostep_tests::{Csv, c_fmu, macrostep, succeed};

/// Connects two FMUs `a` and `b` made from C, and gives the results of three steps of 0.5 s.
fn run(fmu: &str, start: &str, connection: &str) -> Csv {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (scenario, results) = (folder.path().join("a.toml"), folder.path().join("a.csv"));
    let fmu = c_fmu(fmu);
    let text = format!(
        "[simulation]\nstop = 1.5\nstep = 0.5\n\
         [results]\nvariables = ['*']\n\
         [slaves.a]\nfmu = '{fmu}'\nstart = {{ {start} }}\n\
         [slaves.b]\nfmu = '{fmu}'\n\
         [[connections]]\n{connection}\n",
        fmu = fmu.display()
    );
    std::fs::write(&scenario, text).expect("a scenario");
    succeed(macrostep().arg("run").arg(&scenario).arg("-q").arg("-o").arg(&results));
    Csv::read(&results)
}

#[test]
fn millimetres_become_metres() {
    let csv = run("units", "size = 0.25", "from = 'a.extension'\nto = 'b.position'");
    assert_eq!(csv.column("a.extension"), [250.0; 4]);
    assert_eq!(csv.column("b.position"), [0.25; 4]);
    assert_eq!(csv.column("b.position_seen"), [0.25; 4]);
}

#[test]
fn degrees_celsius_become_kelvin_with_their_offset() {
    let csv = run("units", "", "from = 'a.celsius'\nto = 'b.kelvin'");
    assert_eq!(csv.column("b.kelvin_seen"), [293.15; 4]);
}

#[test]
fn gain_and_offset_act_on_the_converted_value() {
    let connection = "from = 'a.extension'\nto = 'b.position'\ngain = 2.0\noffset = 1.0";
    assert_eq!(run("units", "", connection).column("b.position"), [1.5; 4]);
}

#[test]
fn numbers_pass_as_they_are_where_units_are_not_compared() {
    let csv = run("units", "", "from = 'a.force'\nto = 'b.stress'\nunits = false");
    assert_eq!(csv.column("b.stress_seen"), [10.0; 4]);
    let csv = run("units", "", "from = 'a.extension'\nto = 'b.position'\nunits = false");
    assert_eq!(csv.column("b.position"), [250.0; 4]);
}

#[test]
fn a_variable_without_unit_fits_any() {
    let csv = run("units", "", "from = 'a.plain'\nto = 'b.load'");
    assert_eq!(csv.column("b.load_seen"), [7.0; 4]);
}

#[test]
fn a_real_is_rounded_where_that_is_asked_for() {
    // a.total is 0, 0.5, 1, 1.5 and counts from 1 up: 1.4, 1.9, 2.4, 2.9.
    let connection = "from = 'a.total'\nto = 'b.mode'\nconvert = 'round'\noffset = 1.4";
    assert_eq!(run("counter", "", connection).column("b.mode"), [1.0, 2.0, 2.0, 3.0]);
}

#[test]
fn a_real_is_true_where_it_is_not_zero_and_that_is_asked_for() {
    let csv = run("counter", "", "from = 'a.total'\nto = 'b.enable'\nconvert = 'non-zero'");
    assert_eq!(csv.column("b.enable"), [0.0, 1.0, 1.0, 1.0]);
    // The first step is taken with the value at its start, where b is not enabled.
    assert_eq!(csv.column("b.count"), [0.0, 0.0, 1.0, 2.0]);
}

#[test]
fn what_loses_nothing_needs_no_conversion() {
    let csv = run("counter", "increment = 2", "from = 'a.count'\nto = 'b.rate'");
    assert_eq!(csv.column("b.rate"), [0.0, 2.0, 4.0, 6.0]);
    let csv = run("counter", "limit = 2", "from = 'a.full'\nto = 'b.enable'");
    assert_eq!(csv.column("b.enable"), [0.0, 0.0, 1.0, 1.0]);
    let csv = run("counter", "mode = 'down'", "from = 'a.state'\nto = 'b.mode'");
    assert_eq!(csv.column("b.mode"), [2.0; 4]);
}
