//! The oscillator against the solution given in its README.

use fmu_builder::SolverKind;
use fmu_builder::runtime::{Instance, Interface};
use oscillator::Oscillator;

const M: f64 = 2.0;
const C: f64 = 300.0;
const D: f64 = 5.0;
const X0: f64 = 0.1;
const V0: f64 = -0.4;
const FORCE: f64 = 30.0;

fn started(solver: SolverKind) -> Instance<Oscillator> {
    let mut instance = Instance::new(Interface::CoSimulation);
    instance.set_solver(solver).unwrap();
    for (name, value) in [("m", M), ("c", C), ("d", D), ("x0", X0), ("v0", V0), ("force", FORCE)] {
        let reference = instance.reference(name).unwrap();
        instance.set_real(&[reference], &[value]).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

fn get(instance: &mut Instance<Oscillator>, name: &str) -> f64 {
    let reference = instance.reference(name).unwrap();
    let mut value = [0.0];
    instance.get_real(&[reference], &mut value).unwrap();
    value[0]
}

fn position(t: f64) -> f64 {
    let (delta, s) = (D / (2.0 * M), FORCE / C);
    let omega = (C / M - delta * delta).sqrt();
    let sine = (V0 + delta * (X0 - s)) / omega;
    s + (-delta * t).exp() * ((X0 - s) * (omega * t).cos() + sine * (omega * t).sin())
}

#[test]
fn every_solver_follows_the_exact_solution() {
    let accuracy = [1e-14, 1e-4, 1e-12, 1e-10, 1e-9];
    for (solver, accuracy) in SolverKind::ALL.into_iter().zip(accuracy) {
        let mut instance = started(solver);
        for k in 0..200 {
            let (t, end) = (k as f64 * 0.01, (k + 1) as f64 * 0.01);
            instance.do_step(t, end - t).unwrap();
            let error = get(&mut instance, "x") - position(end);
            assert!(error.abs() < accuracy, "{}: {error:e} at {end}", solver.name());
        }
    }
}

#[test]
fn energy_dissipation_and_work_are_in_balance() {
    let mut instance = started(SolverKind::Exact);
    let before = get(&mut instance, "energy");
    for k in 0..200 {
        instance.do_step(k as f64 * 0.01, 0.01).unwrap();
        let change = get(&mut instance, "energy") - before;
        let exchanged = get(&mut instance, "work") - get(&mut instance, "dissipated");
        assert!((change - exchanged).abs() < 1e-12, "{change} {exchanged}");
    }
}
