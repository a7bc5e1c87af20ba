//! Consistent values at the start time, through the command: FMUs of three kinds together.

use macrostep_tests::{Csv, c_fmu, fmu, foreign_fmu, macrostep, printed, succeed};
use serde_json::Value;
use tempfile::tempdir;

/// What a run left: its results, the `summary` of its sidecar, and what it printed.
struct Run {
    csv: Csv,
    summary: Value,
    text: String,
}

impl Run {
    fn at_start(&self, column: &str) -> f64 {
        self.csv.column(column)[0]
    }

    /// The inputs of each stage, and of each loop.
    fn inputs(&self, only_loops: bool) -> Vec<String> {
        let stages = self.summary["initialisation"].as_array().unwrap().iter();
        let wanted = stages.filter(|stage| !only_loops || !stage["loop"].is_null());
        let name = |input: &Value| input.as_str().unwrap().to_string();
        wanted
            .map(|stage| stage["inputs"].as_array().unwrap().iter().map(name).collect::<Vec<_>>())
            .map(|inputs| inputs.join(" "))
            .collect()
    }
}

/// Runs a scenario.
fn run(text: &str) -> Run {
    let folder = tempdir().unwrap();
    let (scenario, out) = (folder.path().join("s.toml"), folder.path().join("out.csv"));
    std::fs::write(&scenario, text).unwrap();
    let mut command = macrostep();
    let output = succeed(command.arg("run").arg(&scenario).arg("--verbose").arg("-o").arg(&out));
    let sidecar = std::fs::read(folder.path().join("out.csv.json")).unwrap();
    let mut sidecar: Value = serde_json::from_slice(&sidecar).unwrap();
    Run { csv: Csv::read(&out), summary: sidecar["summary"].take(), text: printed(&output) }
}

fn connection(from: &str, to: &str) -> String {
    format!("[[connections]]\nfrom = \"{from}\"\nto = \"{to}\"\n")
}

#[test]
fn a_loop_through_python_rust_and_c_starts_at_its_fixed_point() {
    // p = k f + p0 (Python), q = a p + b (C), f = c (x2 − q) + d v2 (our spring and damper).
    let (k, p0, a, b, c, d, x2, v2) = (0.3, -0.7, 0.5, 1.0, 20.0, 4.0, 0.3, 0.2);
    let Some(python) = foreign_fmu("pythonfmus", "proportional") else { return };
    let text = format!(
        "[simulation]\nstop = 0.1\nstep = 0.01\n\
         [slaves.python]\nfmu = {python:?}\nstart = {{ k = {k:?}, c = {p0:?} }}\n\
         [slaves.c]\nfmu = {:?}\nstart = {{ a = {a:?}, b = {b:?} }}\n\
         [slaves.rust]\nfmu = {:?}\n\
         start = {{ c = {c:?}, d = {d:?}, x2 = {x2:?}, v2 = {v2:?}, v1 = 0.0 }}\n{}",
        c_fmu("loop"),
        fmu("spring-damper"),
        [("python.y", "c.u"), ("c.y", "rust.x1"), ("rust.f1", "python.u")]
            .map(|(from, to)| connection(from, to))
            .concat()
    );
    let run = run(&text);
    // Inserted into each other; the gain around the loop is −a k c = −3, so that iteration diverges.
    let f = (c * (x2 - a * p0 - b) + d * v2) / (1.0 + a * k * c);
    let p = k * f + p0;
    let q = a * p + b;
    for (column, expected) in
        [("python.u", f), ("rust.f1", f), ("python.y", p), ("c.u", p), ("c.y", q), ("rust.x1", q)]
    {
        let found = run.at_start(column);
        assert!((found - expected).abs() < 1e-10, "{column} = {found}, expected {expected}");
    }
    assert_eq!(run.inputs(true), ["python.u c.u rust.x1"]);
    assert!(run.text.contains("loop      through python.u, c.u, rust.x1: "), "{}", run.text);
    assert!(run.text.contains("set 1     python.u, c.u, rust.x1 (algebraic loop)"), "{}", run.text);
}

#[test]
fn an_output_that_is_right_only_after_the_initialisation_still_counts_at_the_start() {
    let Some(late) = foreign_fmu("pythonfmus", "late_start") else { return };
    let Some(python) = foreign_fmu("pythonfmus", "proportional") else { return };
    let text = format!(
        "[simulation]\nstop = 0.1\nstep = 0.01\n\
         [slaves.two]\nfmu = {python:?}\nstart = {{ k = 10.0 }}\n\
         [slaves.one]\nfmu = {python:?}\nstart = {{ k = 3.0, c = 1.0 }}\n\
         [slaves.late]\nfmu = {late:?}\nstart = {{ p = 2.0 }}\n{}{}",
        connection("late.y", "one.u"),
        connection("one.y", "two.u")
    );
    let run = run(&text);
    let found = ["late.y", "one.u", "one.y", "two.u", "two.y"].map(|name| run.at_start(name));
    assert_eq!(found, [4.0, 4.0, 13.0, 13.0, 130.0]);
    assert_eq!(run.inputs(false), ["one.u", "two.u"]);
    assert!(!run.text.contains("loop "), "{}", run.text);
}

#[test]
fn the_start_values_of_inputs_are_the_first_guess_of_a_loop() {
    // u = u holds for every u: the loop stays where its inputs begin.
    let Some(python) = foreign_fmu("pythonfmus", "proportional") else { return };
    let slave = |name| format!("[slaves.{name}]\nfmu = {python:?}\nstart = {{ u = 2.5 }}\n");
    let text = format!(
        "[simulation]\nstop = 0.1\nstep = 0.01\n{}{}{}{}",
        slave("one"),
        slave("two"),
        connection("one.y", "two.u"),
        connection("two.y", "one.u")
    );
    let run = run(&text);
    assert_eq!([run.at_start("one.u"), run.at_start("two.u")], [2.5, 2.5]);
    assert_eq!(run.inputs(true), ["one.u two.u"]);
}

#[test]
fn thirty_python_fmus_in_a_ring_start_in_well_under_a_second_and_are_no_loop() {
    let Some(python) = foreign_fmu("pythonfmus", "proportional") else { return };
    let mut text = "[simulation]\nstop = 0.01\nstep = 0.01\n".to_string();
    for number in 0..30 {
        // The last one ignores its input.
        let k = if number == 29 { 0.0 } else { 1.0 };
        text +=
            &format!("[slaves.s{number}]\nfmu = {python:?}\nstart = {{ k = {k:?}, c = 1.0 }}\n");
    }
    for number in 0..30 {
        text += &connection(&format!("s{number}.y"), &format!("s{}.u", (number + 1) % 30));
    }
    let run = run(&text);
    assert_eq!((run.at_start("s0.u"), run.at_start("s29.u")), (1.0, 30.0));
    assert!(run.inputs(true).is_empty(), "{:?}", run.inputs(true));
    let seconds = run.summary["wall_time"].as_f64().unwrap();
    assert!(seconds < 0.5, "{seconds} s");
}

#[test]
fn a_loop_without_solution_ends_the_run_and_is_named() {
    // one.u = two.u + 1 and two.u = one.u + 1.
    let slave =
        |name| format!("[slaves.{name}]\nfmu = {:?}\nstart = {{ a = 1.0 }}\n", c_fmu("loop"));
    let text = format!(
        "[simulation]\nstop = 0.1\nstep = 0.01\n{}{}{}{}",
        slave("one"),
        slave("two"),
        connection("one.y", "two.u"),
        connection("two.y", "one.u")
    );
    let folder = tempdir().unwrap();
    let scenario = folder.path().join("s.toml");
    std::fs::write(&scenario, text).unwrap();
    let output = macrostep().arg("run").arg(&scenario).arg("--no-results").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = printed(&output);
    for words in ["algebraic loop through one.u, two.u", "Jacobian is singular", "start values"] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn loops_of_noisy_fmus_are_solved_to_their_noise_and_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |fmu: &str, setting: &str| {
        let slave = |name| format!("[slaves.{name}]\nfmu = {:?}\n", c_fmu(fmu));
        let file = folder.path().join("noisy.toml");
        let text = format!(
            "[simulation]\nstop = 1.0\nstep = 0.1\n{}{}{}{}",
            slave("one"),
            slave("two"),
            connection("one.y", "two.u"),
            connection("two.y", "one.u"),
        );
        std::fs::write(&file, text).expect("the scenario is written");
        let mut run = macrostep();
        run.arg("run").arg(&file).args(["--no-results", "--set", setting]);
        let output = run.output().expect("macrostep starts");
        (printed(&output), output.status.code())
    };
    let (said, code) = run("loop", "simulation.stop=1.0");
    assert!(code == Some(0) && !said.contains("warning"), "{said}");
    let (said, code) = run("loop_noisy", "simulation.stop=1.0");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("warning: algebraic loops were solved to"), "{said}");
    let (said, code) = run("loop_noisy", "scheme.loop_tolerance=1e-8");
    assert_eq!(code, Some(1), "{said}");
    for part in
        ["one.u, two.u", "does not fall any more", "simulation.tolerance", "scheme.loop_tolerance"]
    {
        assert!(said.contains(part), "{part} in\n{said}");
    }
}
