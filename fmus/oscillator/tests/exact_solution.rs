//! The oscillator against the solution given in its README.

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use oscillator::Oscillator;

const M: f64 = 2.0;
const C: f64 = 300.0;
const D: f64 = 5.0;
const X0: f64 = 0.1;
const V0: f64 = -0.4;
const FORCE: f64 = 30.0;

fn started(solver: SolverKind) -> Instance<Oscillator> {
    let start = [("m", M), ("c", C), ("d", D), ("x0", X0), ("v0", V0), ("force", FORCE)];
    Instance::started(solver, &start).unwrap()
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
            let error = instance.real("x").unwrap() - position(end);
            assert!(error.abs() < accuracy, "{}: {error:e} at {end}", solver.name());
        }
    }
}

#[test]
fn energy_dissipation_and_work_are_in_balance() {
    let mut instance = started(SolverKind::Exact);
    let before = instance.real("energy").unwrap();
    for k in 0..200 {
        instance.do_step(k as f64 * 0.01, 0.01).unwrap();
        let change = instance.real("energy").unwrap() - before;
        let exchanged = instance.real("work").unwrap() - instance.real("dissipated").unwrap();
        assert!((change - exchanged).abs() < 1e-12, "{change} {exchanged}");
    }
}
