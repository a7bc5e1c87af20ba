//! Models made of models: the same trajectories however the couplings are written, and messages for what does not fit.

use coupling::Polynomial;
use coupling::slave::{Slave, Step};
use fmu_builder::composition::{Assembly, Composed, Composition, Split, scenario};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{Model, SolverKind, Structural, check, check_as, describe};
use oscillator::Oscillator;
use sampled_pid::SampledPid;
use spring_damper::SpringDamper;

/// Two oscillators joined by a spring and damper.
struct Law;

impl Composition for Law {
    const NAME: &'static str = "two-mass";
    const DESCRIPTION: &'static str = "Two oscillators joined by a spring.";

    fn assemble(a: &mut Assembly) {
        let left = a.part::<Oscillator>("left").start("v0", 1.0).part();
        let right = a.part::<Oscillator>("right").start("m", 2.0).start("d", 0.0).part();
        let ends = [left, right].map(|mass| mass.end("x", "v", "force"));
        a.spring_damper(ends, 700.0, 3.0);
    }
}

/// The same with the spring as a part whose outputs follow its inputs at once.
struct Element;

impl Composition for Element {
    const NAME: &'static str = "two-mass-element";
    const DESCRIPTION: &'static str = "Two oscillators joined by an element.";

    fn assemble(a: &mut Assembly) {
        let spring = a.part::<SpringDamper>("spring").start("c", 700.0).start("d", 3.0).part();
        let left = a.part::<Oscillator>("left").start("v0", 1.0).part();
        let right = a.part::<Oscillator>("right").start("m", 2.0).start("d", 0.0).part();
        for (mass, [x, v, f]) in [(left, ["x1", "v1", "f1"]), (right, ["x2", "v2", "f2"])] {
            a.signal(mass.port("x"), spring.port(x));
            a.signal(mass.port("v"), spring.port(v));
            a.signal(spring.port(f), mass.port("force"));
        }
    }
}

/// Two oscillators that move as one.
struct Rigid;

impl Composition for Rigid {
    const NAME: &'static str = "one-mass";
    const DESCRIPTION: &'static str = "Two oscillators that move as one.";

    fn assemble(a: &mut Assembly) {
        let left = a.part::<Oscillator>("left").start("v0", 1.0).part();
        let right = a.part::<Oscillator>("right").start("m", 2.0).start("v0", 1.0).part();
        a.rigid([left.port("v"), right.port("v")], [left.port("m"), right.port("m")]);
    }
}

/// A mass whose position a sampled controller holds.
struct Controlled;

impl Composition for Controlled {
    const NAME: &'static str = "controlled";
    const DESCRIPTION: &'static str = "An oscillator and a controller with a clock of its own.";

    fn assemble(a: &mut Assembly) {
        let mass = a.part::<Oscillator>("mass").part();
        let gains = a.part::<SampledPid>("controller").start("kp", 300.0).start("ki", 4000.0);
        let controller = gains.start("setpoint", 0.1).part();
        a.signal(mass.port("x"), controller.port("measurement"));
        a.signal(controller.port("u"), mass.port("force"));
    }
}

/// Runs a model in `steps` steps to `end`; the outputs there.
fn run<M: Model>(solver: SolverKind, steps: usize, end: f64, outputs: &[&str]) -> Vec<f64> {
    let tight = [("relative_tolerance", 1e-11), ("absolute_tolerance", 1e-13)];
    let mut slave = ModelSlave::<M>::with_solver(solver, &tight, &[], outputs).unwrap();
    let (mut y, h) = (vec![0.0; outputs.len()], end / steps as f64);
    for k in 0..steps {
        let (t, end) = (k as f64 * h, (k + 1) as f64 * h);
        slave.step(&Step { t, end, h }, &[], &mut y).unwrap();
    }
    y
}

#[test]
fn a_composition_is_a_model_like_any_other() {
    assert_eq!(check::<Composed<Law>>(), Vec::<String>::new());
    assert_eq!(check::<Composed<Element>>(), Vec::<String>::new());
    assert_eq!(check::<Composed<Rigid>>(), Vec::<String>::new());
    assert_eq!(check::<Composed<Controlled>>(), Vec::<String>::new());
    let xml = describe::<Composed<Law>>().xml;
    assert!(xml.contains("name=\"right.dissipated\"") && !xml.contains("name=\"left.force\""));
}

#[test]
fn a_law_and_an_element_with_feedthrough_give_the_same_motion() {
    let outputs = ["left.x", "right.v"];
    let law = run::<Composed<Law>>(SolverKind::Dopri5, 10, 0.3, &outputs);
    let element = run::<Composed<Element>>(SolverKind::Dopri5, 10, 0.3, &outputs);
    for (law, element) in law.iter().zip(element) {
        assert!((law - element).abs() < 1e-12 * law.abs(), "{law} {element}");
    }
}

#[test]
fn a_composition_of_linear_parts_is_linear() {
    let outputs = ["left.x", "right.v"];
    let exact = run::<Composed<Law>>(SolverKind::Exact, 1, 0.3, &outputs);
    let adaptive = run::<Composed<Law>>(SolverKind::Dopri5, 10, 0.3, &outputs);
    for (exact, adaptive) in exact.iter().zip(adaptive) {
        assert!((exact - adaptive).abs() < 1e-9, "{exact} {adaptive}");
    }
}

#[test]
fn energy_is_that_of_parts_and_couplings() {
    let names = ["energy", "left.dissipated", "right.dissipated", "left.energy", "coupling_energy"];
    let y = run::<Composed<Law>>(
        SolverKind::Dopri5,
        10,
        0.3,
        &[&names[..], &["right.energy"]].concat(),
    );
    assert!((y[0] - y[3] - y[4] - y[5]).abs() < 1e-14);
    // The spring's damper is in the coupling: what the ports lost is what it dissipates.
    let works = run::<Composed<Law>>(SolverKind::Dopri5, 10, 0.3, &["left.work", "right.work"]);
    let lost = -(works[0] + works[1]) - y[4];
    assert!(lost > 0.0 && (y[0] + y[1] + y[2] + lost - 0.5).abs() < 1e-9, "{y:?} {works:?}");
}

#[test]
fn bodies_that_move_as_one_move_as_their_sum() {
    // (m₁ + m₂) ẍ = −2 (c x + d ẋ).
    let y = run::<Composed<Rigid>>(SolverKind::Dopri5, 7, 0.2, &["left.x", "right.x"]);
    let (omega2, delta): (f64, f64) = (2000.0 / 3.0, 20.0 / 6.0);
    let omega = (omega2 - delta * delta).sqrt();
    let x = (-delta * 0.2_f64).exp() * (omega * 0.2).sin() / omega;
    assert_eq!(y[0], y[1]);
    assert!((y[0] - x).abs() < 1e-11, "{} {x}", y[0]);
}

#[test]
fn a_sampled_part_keeps_its_own_clock() {
    let outputs = ["mass.x", "controller.samples", "controller.u"];
    let y = run::<Composed<Controlled>>(SolverKind::Dopri5, 30, 1.0, &outputs);
    assert_eq!(y[1], 101.0);
    // The force is held between samples, so the steps of the importer do not matter.
    let again = run::<Composed<Controlled>>(SolverKind::Dopri5, 3, 1.0, &outputs);
    assert!((y[0] - again[0]).abs() < 1e-11 && (y[0] - 0.1).abs() < 0.02, "{y:?} {again:?}");
}

#[test]
fn a_group_of_parts_leaves_its_outer_couplings_to_the_master() {
    let chosen = Structural::default().named("left-alone").with("parts", "left");
    assert_eq!(check_as::<Composed<Law>>(&chosen), Vec::<String>::new());
    let group = ModelSlave::<Composed<Law>>::structured(
        &chosen,
        SolverKind::Exact,
        &[],
        &["left.force"],
        &["left.x"],
    );
    let alone = ModelSlave::<Oscillator>::new(&[("v0", 1.0)], &["force"], &["x"]);
    let step = Step { t: 0.0, end: 0.1, h: 0.1 };
    let (mut y, mut x) = ([0.0], [0.0]);
    group.unwrap().step(&step, &[Polynomial::constant(3.0)], &mut y).unwrap();
    alone.unwrap().step(&step, &[Polynomial::constant(3.0)], &mut x).unwrap();
    assert_eq!(y, x);
}

#[test]
fn the_scenario_has_a_slave_for_each_part_or_group() {
    let whole = scenario::<Law>(&Structural::default(), &Split::default()).unwrap();
    assert!(whole.contains(
        "[slaves.right]\nfmu = \"oscillator.fmu\"\nstart = { \"m\" = 2.0, \"d\" = 0.0 }"
    ));
    assert!(
        whole.contains("between = [\"left\", \"right\"]\nposition = [\"x\", \"x\"]"),
        "{whole}"
    );
    let split = Split::default().group("masses", "two-masses", &["left", "right"]);
    let grouped = scenario::<Element>(&Structural::default(), &split).unwrap();
    assert!(grouped.contains("from = \"masses.left.x\"\nto = \"spring.x1\""), "{grouped}");
    let alone = scenario::<Law>(&Structural::default(), &Split::default().without(&["right"]));
    assert_eq!(
        alone.unwrap(),
        "[slaves.left]\nfmu = \"oscillator.fmu\"\nstart = { \"v0\" = 1.0 }\n\n"
    );
}

/// Compositions with mistakes.
struct Wrong<const K: usize>;

impl<const K: usize> Composition for Wrong<K> {
    const NAME: &'static str = "wrong";
    const DESCRIPTION: &'static str = "for tests";

    fn assemble(a: &mut Assembly) {
        let one = a.part::<SpringDamper>("one").part();
        let two = a.part::<SpringDamper>("two").part();
        match K {
            0 => a.signal(one.port("force"), two.port("x1")),
            1 => a.signal(one.port("f1"), two.port("x9")),
            2 => _ = a.part::<Oscillator>("mass").start("weight", 1.0),
            _ => {
                a.signal(one.port("f1"), two.port("x1"));
                a.signal(two.port("f1"), one.port("x1"));
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_told_with_the_names_there_are() {
    let cases = [
        (
            check::<Composed<Wrong<0>>>(),
            "part \"one\" has no output \"force\"; it has: f1, f2, energy",
        ),
        (check::<Composed<Wrong<1>>>(), "part \"two\" has no input \"x9\"; it has: x1, v1, x2, v2"),
        (
            check::<Composed<Wrong<2>>>(),
            "part \"mass\": there is no parameter or input \"weight\" in \"oscillator\"",
        ),
        (
            check::<Composed<Wrong<3>>>(),
            "the couplings form an algebraic loop through one.f1, two.x1; let one of the outputs be a state",
        ),
    ];
    for (problems, expected) in cases {
        assert_eq!(problems, [expected]);
    }
    let unknown = Structural::default().with("parts", "left,middle");
    let problems = check_as::<Composed<Law>>(&unknown);
    assert_eq!(problems, ["parts: there is no part \"middle\"; there are: left, right"]);
}
