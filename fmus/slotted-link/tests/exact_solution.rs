//! The link against the pendulum, under gravity and under the force in its slot; its energy balance.

use std::f64::consts::{FRAC_PI_2, PI};

use fmu_builder::SolverKind;
use fmu_builder::runtime::{Instance, Interface};
use slotted_link::SlottedLink;

fn started(solver: SolverKind, values: &[(&str, f64)]) -> Instance<SlottedLink> {
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

fn get(instance: &mut Instance<SlottedLink>, name: &str) -> f64 {
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
fn a_constant_force_on_a_pin_that_rests_makes_it_a_pendulum() {
    // Torque −λ r cos(φ − α) with the pin at distance r in direction α: about φ = α − 90 degrees.
    let (m, inertia, s, r, lambda) = (2.0, 0.3, 0.7, 1.3, 9.0_f64);
    let link = [("m", m), ("J", inertia), ("s", s), ("g", 0.0), ("lambda", lambda)];
    let w = (lambda * r / (inertia + m * s * s)).sqrt();
    let alpha = 0.6_f64;
    let at = [("x_in", r * alpha.cos()), ("y_in", r * alpha.sin())];
    swings(&[&link[..], &at].concat(), w, 1.5, alpha - FRAC_PI_2);
    // The pin beyond a point of its body, seen from a pivot that lies elsewhere.
    let reach = 0.5;
    let beyond = [
        ("x_pivot", 1.0),
        ("y_pivot", 2.0),
        ("x_in", 1.0 + (r + reach) * alpha.cos()),
        ("y_in", 2.0 + (r + reach) * alpha.sin()),
        ("phi_in", alpha + PI),
        ("reach", reach),
    ];
    swings(&[&link[..], &beyond].concat(), w, 1.5, alpha - FRAC_PI_2);
}

#[test]
fn its_centre_moves_on_a_circle_about_the_pivot() {
    let values = [("x_pivot", 3.0), ("y_pivot", -1.0), ("s", 0.5), ("phi0", 0.6), ("omega0", 4.0)];
    let mut instance = started(SolverKind::Dopri5, &values);
    let (sin, cos) = 0.6_f64.sin_cos();
    let exact =
        [("x", 3.0 + 0.5 * cos), ("y", -1.0 + 0.5 * sin), ("vx", -2.0 * sin), ("vy", 2.0 * cos)];
    for (name, exact) in exact {
        assert!((get(&mut instance, name) - exact).abs() < 1e-14, "{name}");
    }
}

#[test]
fn energy_and_work_are_in_balance() {
    let inputs = [("lambda", 3.0), ("x_in", 0.8), ("y_in", 0.3), ("torque", 0.5)];
    for (solver, accuracy) in SOLVERS {
        let mut instance = started(solver, &[&inputs[..], &[("phi0", 1.0)]].concat());
        let before = get(&mut instance, "energy");
        for k in 0..50 {
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            let error = get(&mut instance, "energy") - before - get(&mut instance, "work");
            assert!(error.abs() < accuracy, "{}: {error:e}", solver.name());
        }
    }
}
