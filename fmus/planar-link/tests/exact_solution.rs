//! The link against pendulum and oscillator, and against the energy balance.

use std::f64::consts::FRAC_PI_2;

use fmu_builder::SolverKind;
use fmu_builder::runtime::{Instance, Interface};
use planar_link::PlanarLink;

fn started(solver: SolverKind, values: &[(&str, f64)]) -> Instance<PlanarLink> {
    let mut instance = Instance::new(Interface::CoSimulation);
    instance.set_solver(solver).unwrap();
    for (name, value) in values {
        let reference = instance.reference(name).unwrap();
        instance.set_real(&[reference], &[*value]).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

fn get(instance: &mut Instance<PlanarLink>, name: &str) -> f64 {
    let reference = instance.reference(name).unwrap();
    let mut value = [0.0];
    instance.get_real(&[reference], &mut value).unwrap();
    value[0]
}

/// Solvers with the accuracy that they have by default in such runs.
const SOLVERS: [(SolverKind, f64); 3] =
    [(SolverKind::Rk4, 1e-9), (SolverKind::Dopri5, 1e-6), (SolverKind::Rodas4, 1e-6)];

/// A quarter of the period of θ̈ = −w² sin θ from rest at `theta`: K(sin θ/2)/w, with the complete
/// elliptic integral K by the arithmetic-geometric mean (Abramowitz and Stegun, 17.6).
fn quarter_period(w: f64, theta: f64) -> f64 {
    let (mut a, mut b) = (1.0, (theta / 2.0).cos());
    while (a - b).abs() > 1e-15 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a / w
}

/// Lets the link swing from rest at `theta` beside its rest position `down`, and looks at it each quarter of
/// its period: it passes `down` at ∓2 w sin(θ/2) and turns at ∓θ.
fn swings(values: &[(&str, f64)], w: f64, theta: f64, down: f64) {
    let quarter = quarter_period(w, theta);
    let top = 2.0 * w * (theta / 2.0).sin();
    let motion = [(0.0, -top), (-theta, 0.0), (0.0, top), (theta, 0.0)];
    let values = [values, &[("phi0", down + theta)]].concat();
    for (solver, accuracy) in SOLVERS {
        let mut instance = started(solver, &values);
        for (k, (angle, rate)) in motion.into_iter().enumerate() {
            instance.do_step(k as f64 * quarter, quarter).unwrap();
            let error = get(&mut instance, "phi") - down - angle;
            let rate_error = (get(&mut instance, "omega") - rate) / w;
            assert!(error.abs() < accuracy, "{}, {k}: {error:e}", solver.name());
            assert!(rate_error.abs() < accuracy, "{}, {k}: {rate_error:e}", solver.name());
        }
    }
}

#[test]
fn under_gravity_it_is_a_pendulum() {
    let (m, inertia, s, g) = (2.0, 0.3, 0.7, 9.81_f64);
    let values = [("m", m), ("J", inertia), ("s", s), ("g", g)];
    let w = (m * g * s / (inertia + m * s * s)).sqrt();
    swings(&values, w, 2.5, -FRAC_PI_2);
}

#[test]
fn a_constant_force_at_the_tip_is_like_gravity() {
    let (m, inertia, s, l, force) = (2.0, 0.3, 0.7, 1.2, 15.0_f64);
    let link = [("m", m), ("J", inertia), ("s", s), ("l", l), ("g", 0.0)];
    let w = (force * l / (inertia + m * s * s)).sqrt();
    let direction = 0.4_f64;
    let (sin, cos) = direction.sin_cos();
    let by_axes = [("fx", force * cos), ("fy", force * sin)];
    swings(&[&link[..], &by_axes].concat(), w, 1.8, direction);
    // Across a direction, that is 90 degrees ahead of it.
    let across = [("lambda", force), ("direction", direction - FRAC_PI_2)];
    swings(&[&link[..], &across].concat(), w, 1.8, direction);
}

#[test]
fn on_its_spring_it_is_a_damped_oscillator() {
    let (inertia, c, d, free, phi0, torque) = (0.5_f64, 40.0, 1.5, 0.3, 1.1, 4.0_f64);
    let values = [("m", 0.0), ("J", inertia), ("c", c), ("d", d), ("phi_free", free)];
    let values = [&values[..], &[("phi0", phi0), ("torque", torque)]].concat();
    let (delta, rest) = (d / (2.0 * inertia), free + torque / c);
    let w = (c / inertia - delta * delta).sqrt();
    for (solver, accuracy) in SOLVERS {
        let mut instance = started(solver, &values);
        for k in 1..=40 {
            let end = f64::from(k) * 0.05;
            instance.do_step(end - 0.05, 0.05).unwrap();
            let swing = (w * end).cos() + delta / w * (w * end).sin();
            let exact = rest + (phi0 - rest) * (-delta * end).exp() * swing;
            let error = get(&mut instance, "phi") - exact;
            assert!(error.abs() < accuracy, "{}: {error:e} at {end}", solver.name());
        }
    }
}

#[test]
fn tip_and_centre_move_on_circles_about_the_pivot() {
    let values = [("x_pivot", 3.0), ("y_pivot", -1.0), ("l", 2.0), ("s", 0.5)];
    let values = [&values[..], &[("phi0", 0.6), ("omega0", 4.0)]].concat();
    let mut instance = started(SolverKind::Dopri5, &values);
    let (sin, cos) = 0.6_f64.sin_cos();
    let exact = [
        ("x", 3.0 + 2.0 * cos),
        ("y", -1.0 + 2.0 * sin),
        ("vx", -8.0 * sin),
        ("vy", 8.0 * cos),
        ("x_s", 3.0 + 0.5 * cos),
        ("y_s", -1.0 + 0.5 * sin),
    ];
    for (name, exact) in exact {
        assert!((get(&mut instance, name) - exact).abs() < 1e-14, "{name}");
    }
}

#[test]
fn energy_dissipation_and_work_are_in_balance() {
    let values = [("c", 20.0), ("d", 0.5), ("phi_free", 0.2), ("phi0", 1.0), ("y_pivot", 0.4)];
    let forces = [("fx", 3.0), ("fy", -2.0), ("torque", 1.0), ("lambda", 2.0), ("direction", 0.7)];
    for (solver, accuracy) in SOLVERS {
        let mut instance = started(solver, &[&values[..], &forces].concat());
        let before = get(&mut instance, "energy");
        for k in 0..50 {
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            let exchanged = get(&mut instance, "work") - get(&mut instance, "dissipated");
            let error = get(&mut instance, "energy") - before - exchanged;
            assert!(error.abs() < accuracy, "{}: {error:e}", solver.name());
        }
    }
}
