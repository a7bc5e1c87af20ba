//! Input files: jumps, held columns and rounding of times, with values computed by hand and by FMPy.

use std::path::Path;

use macrostep_tests::{
    Csv, c_fmu, foreign_fmu, largest_difference, macrostep, printed, python, succeed,
};

/// Simulates an FMU with an input file, in steps of `interval`.
fn simulate(fmu: &Path, input: &str, interval: &str) -> Csv {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, results) = (folder.path().join("in.csv"), folder.path().join("a.csv"));
    std::fs::write(&file, input).expect("an input file");
    let mut command = macrostep();
    command.arg("simulate").arg(fmu).arg("-qo").arg(&results).arg("--input-file").arg(&file);
    succeed(command.args(["--output-interval", interval]));
    Csv::read(&results)
}

/// Runs a scenario in which the file drives `plant`; `settings` are its sections before the slaves.
fn couple(plant: &Path, input: &str, settings: &str, connections: &[(&str, &str)]) -> Csv {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (scenario, results) = (folder.path().join("a.toml"), folder.path().join("a.csv"));
    std::fs::write(folder.path().join("in.csv"), input).expect("an input file");
    let links: String = connections
        .iter()
        .map(|(name, more)| {
            format!("[[connections]]\nfrom = \"file.{name}\"\nto = \"plant.{name}\"\n{more}\n")
        })
        .collect();
    let text = format!(
        "{settings}\n[slaves.file]\ncsv = \"in.csv\"\n[slaves.plant]\nfmu = {plant:?}\n{links}"
    );
    std::fs::write(&scenario, text).expect("a scenario");
    succeed(macrostep().arg("run").arg(&scenario).arg("-qo").arg(&results));
    Csv::read(&results)
}

/// u = 10 t to 0.3 s, 10 to 0.7 s, then −1; y = ∫u = 5 t², 0.45 + 10 (t − 0.3), 4.45 − (t − 0.7).
const JUMPS: &str = "time,u\n0,0\n0.3,3\n0.3,10\n0.7,10\n0.7,-1\n1,-1\n";

fn integral(t: f64) -> f64 {
    match t {
        t if t <= 0.3 => 5.0 * t * t,
        t if t <= 0.7 => 0.45 + 10.0 * (t - 0.3),
        t => 4.45 - (t - 0.7),
    }
}

fn assert_integral(time: &[f64], y: &[f64]) {
    let exact: Vec<f64> = time.iter().map(|&t| integral(t)).collect();
    let error = largest_difference(y, &exact);
    assert!(error < 1e-12, "{error}");
}

#[test]
fn a_jump_on_a_communication_point_is_integrated_exactly() {
    // 3 · 0.1 and 7 · 0.1 lie one rounding error after the rows at 0.3 and 0.7.
    let csv = simulate(&c_fmu("integrator"), JUMPS, "0.1");
    let (time, u) = (csv.column("time"), csv.column("u"));
    assert_eq!(time.len(), 11);
    assert_integral(&time, &csv.column("y"));
    let expected = [0.0, 1.0, 2.0, 10.0, 10.0, 10.0, 10.0, -1.0, -1.0, -1.0, -1.0];
    assert!(largest_difference(&u, &expected) < 1e-12, "{u:?}");
}

#[test]
fn a_jump_between_communication_points_gets_a_point_of_its_own() {
    let csv = simulate(&c_fmu("integrator"), JUMPS, "0.25");
    assert_eq!(csv.column("time"), [0.0, 0.25, 0.3, 0.5, 0.7, 0.75, 1.0]);
    assert_integral(&csv.column("time"), &csv.column("y"));
}

#[test]
fn an_fmu_of_equal_steps_gets_no_point_and_the_user_a_warning() {
    // The jump at 0.35 s lies in a step: the input goes from 1 at 0.3 s to 5 at 0.4 s.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, results) = (folder.path().join("in.csv"), folder.path().join("a.csv"));
    std::fs::write(&file, "time,u\n0,1\n0.35,1\n0.35,5\n1,5\n").expect("an input file");
    let mut command = macrostep();
    command.arg("simulate").arg(c_fmu("fixed_step")).arg("-qo").arg(&results);
    let output = succeed(command.args(["--output-interval", "0.1", "--input-file"]).arg(&file));
    let said = printed(&output);
    assert!(
        said.contains("1 jump(s) of the input file lie between communication points"),
        "{said}"
    );
    let csv = Csv::read(&results);
    assert_eq!(csv.column("time").len(), 11);
    assert!((csv.column("y")[4] - (0.3 + 0.1 * 3.0)).abs() < 1e-12);
}

#[test]
fn a_file_is_known_ahead_in_every_sweep_and_degree() {
    let time = "[simulation]\nstop = 1.0\nstep = 0.1\n[inputs]\nextrapolation = \"polynomial\"";
    for settings in [
        format!("{time}\ndegree = 1"),
        format!("{time}\ndegree = 3"),
        format!("{time}\ndegree = 1\n[scheme]\nsweep = \"gauss-seidel\""),
        format!(
            "{time}\ndegree = 3\n[scheme]\nsweep = \"gauss-seidel\"\norder = [\"plant\", \"file\"]"
        ),
    ] {
        let csv = couple(&c_fmu("integrator"), JUMPS, &settings, &[("u", "")]);
        assert_integral(&csv.column("time"), &csv.column("plant.y"));
    }
    // Held inputs keep the value at the start of each step: 0.1 (0 + 1 + 2 + 4 · 10 − 3).
    for sweep in ["jacobi", "gauss-seidel"] {
        let settings =
            format!("[simulation]\nstop = 1.0\nstep = 0.1\n[scheme]\nsweep = \"{sweep}\"");
        let y = couple(&c_fmu("integrator"), JUMPS, &settings, &[("u", "")]).column("plant.y");
        assert!((y[10] - 4.0).abs() < 1e-12, "{sweep}: {}", y[10]);
    }
}

/// Rows without repeated times: discrete columns hold until the next row.
const SWITCHES: &str = "time,rate,enable,mode\n0,1,1,1\n0.3,1,0,1\n0.7,1,1,2\n1,1,1,2\n";
const COUNTS: [f64; 11] = [0.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0, 2.0, 1.0, 0.0];

#[test]
fn discrete_inputs_hold_from_row_to_row_in_every_sweep() {
    assert_eq!(simulate(&c_fmu("counter"), SWITCHES, "0.1").column("count"), COUNTS);
    let connections =
        [("rate", ""), ("enable", "convert = \"non-zero\""), ("mode", "convert = \"round\"")];
    for sweep in ["jacobi", "gauss-seidel"] {
        let settings =
            format!("[simulation]\nstop = 1.0\nstep = 0.1\n[scheme]\nsweep = \"{sweep}\"");
        let csv = couple(&c_fmu("counter"), SWITCHES, &settings, &connections);
        assert_eq!(csv.column("plant.count"), COUNTS, "{sweep}");
    }
}

/// FMPy's result for the same FMU, input and step.
fn fmpy(fmu: &Path, input: &str, interval: &str) -> Option<Csv> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, results) = (folder.path().join("in.csv"), folder.path().join("a.csv"));
    std::fs::write(&file, input).expect("an input file");
    let mut command = python("fmpy_reference.py")?;
    command.arg(fmu).args(["--stop", "1", "--interval", interval]).arg("--input").arg(file);
    let output = command.arg("-o").arg(&results).output().expect("Python starts");
    assert!(output.status.success(), "{}", printed(&output));
    Some(Csv::read(&results))
}

#[test]
fn piecewise_constant_inputs_give_what_they_give_in_fmpy() {
    // FMPy holds inputs over a step, so only inputs that are constant between jumps compare exactly.
    let stairs = "time,u\n0,1\n0.3,1\n0.3,5\n0.7,5\n0.7,-2\n1,-2\n";
    for (name, input, columns) in
        [("integrator", stairs, &["y"][..]), ("counter", SWITCHES, &["total", "count"][..])]
    {
        let ours = simulate(&c_fmu(name), input, "0.1");
        let Some(theirs) = fmpy(&c_fmu(name), input, "0.1") else { return };
        for column in columns {
            let error = largest_difference(&ours.column(column), &theirs.column(column));
            assert!(error < 1e-13, "{name}.{column}: {error}");
        }
    }
}

#[test]
fn the_reference_fmu_feedthrough_shows_every_input_as_fmpy_sets_it() {
    let Some(fmu) = foreign_fmu("third_party", "Feedthrough") else { return };
    let input = "time,Float64_continuous_input,Float64_discrete_input,Int32_input,Boolean_input\n\
                 0,0,1,1,0\n0.3,3,1,1,0\n0.3,5,2,1,0\n0.7,5,2,7,1\n0.7,-1,2,7,1\n1,-1,2,7,1\n";
    let ours = simulate(&fmu, input, "0.1");
    let Some(theirs) = fmpy(&fmu, input, "0.1") else { return };
    for name in ["Float64_continuous", "Float64_discrete", "Int32", "Boolean"] {
        let column = format!("{name}_output");
        let (ours, theirs) = (ours.column(&column), theirs.column(&column));
        // FMPy reads straight after a step, and so shows what was set at its start; ours is what holds at the end.
        let error = largest_difference(&ours[..ours.len() - 1], &theirs[1..]);
        assert!(error < 1e-12, "{column}: {ours:?} {theirs:?}");
    }
}
