//! The nonlinear oscillator against Duffing's solution and against the energy balance.

use fmu_builder::SolverKind;
use fmu_builder::runtime::{Instance, Interface};
use nonlinear_oscillator::NonlinearOscillator;

/// Jacobi's cn(u | m) by the arithmetic-geometric mean (Abramowitz and Stegun, 16.4).
fn cn(u: f64, m: f64) -> f64 {
    let (mut a, mut b, mut c) = (vec![1.0], (1.0 - m).sqrt(), vec![m.sqrt()]);
    while c.last().unwrap().abs() > 1e-16 {
        let last = *a.last().unwrap();
        a.push(0.5 * (last + b));
        c.push(0.5 * (last - b));
        b = (last * b).sqrt();
    }
    let n = a.len() - 1;
    let mut phi = 2_f64.powi(n as i32) * a[n] * u;
    for i in (1..=n).rev() {
        phi = 0.5 * (phi + (c[i] / a[i] * phi.sin()).asin());
    }
    phi.cos()
}

#[test]
fn without_damping_and_forces_it_is_duffings_oscillator() {
    let (m, c, c3, x0) = (2.0, 3.0, 4.0, 1.5);
    let undamped = [("d", 0.0), ("d3", 0.0), ("amplitude", 0.0)];
    let given = [("m", m), ("c", c), ("c3", c3), ("x0", x0)];
    let values = [&undamped[..], &given[..]].concat();
    let stiffness: f64 = c + c3 * x0 * x0;
    let (omega, k2) = ((stiffness / m).sqrt(), c3 * x0 * x0 / (2.0 * stiffness));
    let accuracy = [1e-3, 1e-11, 1e-7, 1e-7];
    for (solver, accuracy) in SolverKind::ALL.into_iter().skip(1).zip(accuracy) {
        let mut instance = Instance::<NonlinearOscillator>::started(solver, &values).unwrap();
        for k in 0..100 {
            let (t, end) = (k as f64 * 0.05, (k + 1) as f64 * 0.05);
            instance.do_step(t, end - t).unwrap();
            let error = instance.real("x").unwrap() - x0 * cn(omega * end, k2);
            assert!(error.abs() < accuracy, "{}: {error:e} at {end}", solver.name());
        }
    }
}

#[test]
fn energy_dissipation_and_work_are_in_balance() {
    for solver in [SolverKind::Dopri5, SolverKind::Rodas4] {
        let mut instance =
            Instance::<NonlinearOscillator>::started(solver, &[("x0", 0.8), ("force", 0.3)])
                .unwrap();
        let before = instance.real("energy").unwrap();
        for k in 0..50 {
            instance.do_step(k as f64 * 0.1, 0.1).unwrap();
            let exchanged = instance.real("work").unwrap() - instance.real("dissipated").unwrap();
            let error = instance.real("energy").unwrap() - before - exchanged;
            assert!(error.abs() < 1e-7, "{}: {error:e}", solver.name());
        }
    }
}

#[test]
fn the_exact_solver_is_refused_with_an_alternative() {
    let mut instance = Instance::<NonlinearOscillator>::new(Interface::CoSimulation);
    instance.set_solver(SolverKind::Exact).unwrap();
    instance.enter_initialization().unwrap();
    let message = instance.exit_initialization().unwrap_err().to_string();
    assert!(message.contains("choose dopri5 (4), or rodas4 (5)"), "{message}");
}
