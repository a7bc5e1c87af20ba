//! The link against the pendulum, under gravity and under the force in its slot; its energy balance.

#[path = "../../planar-link/tests/pendulum/mod.rs"]
mod pendulum;

use std::f64::consts::{FRAC_PI_2, PI};

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use slotted_link::SlottedLink;

use pendulum::{SOLVERS, swings};

#[test]
fn under_gravity_it_is_a_pendulum() {
    let (m, inertia, s, g) = (2.0, 0.3, 0.7, 9.81_f64);
    let values = [("m", m), ("J", inertia), ("s", s), ("g", g)];
    let w = (m * g * s / (inertia + m * s * s)).sqrt();
    swings::<SlottedLink>(&values, w, 2.5, -FRAC_PI_2);
}

#[test]
fn a_constant_force_on_a_pin_that_rests_makes_it_a_pendulum() {
    // Torque −λ r cos(φ − α) with the pin at distance r in direction α: about φ = α − 90 degrees.
    let (m, inertia, s, r, lambda) = (2.0, 0.3, 0.7, 1.3, 9.0_f64);
    let link = [("m", m), ("J", inertia), ("s", s), ("g", 0.0), ("lambda", lambda)];
    let w = (lambda * r / (inertia + m * s * s)).sqrt();
    let alpha = 0.6_f64;
    let at = [("x_in", r * alpha.cos()), ("y_in", r * alpha.sin())];
    swings::<SlottedLink>(&[&link[..], &at].concat(), w, 1.5, alpha - FRAC_PI_2);
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
    swings::<SlottedLink>(&[&link[..], &beyond].concat(), w, 1.5, alpha - FRAC_PI_2);
}

#[test]
fn its_centre_moves_on_a_circle_about_the_pivot() {
    let values = [("x_pivot", 3.0), ("y_pivot", -1.0), ("s", 0.5), ("phi0", 0.6), ("omega0", 4.0)];
    let mut instance = Instance::<SlottedLink>::started(SolverKind::Dopri5, &values).unwrap();
    let (sin, cos) = 0.6_f64.sin_cos();
    let exact =
        [("x", 3.0 + 0.5 * cos), ("y", -1.0 + 0.5 * sin), ("vx", -2.0 * sin), ("vy", 2.0 * cos)];
    for (name, exact) in exact {
        assert!((instance.real(name).unwrap() - exact).abs() < 1e-14, "{name}");
    }
}

#[test]
fn energy_and_work_are_in_balance() {
    let inputs = [("lambda", 3.0), ("x_in", 0.8), ("y_in", 0.3), ("torque", 0.5)];
    for (solver, accuracy) in SOLVERS {
        let mut instance =
            Instance::<SlottedLink>::started(solver, &[&inputs[..], &[("phi0", 1.0)]].concat())
                .unwrap();
        let before = instance.real("energy").unwrap();
        for k in 0..50 {
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            let error = instance.real("energy").unwrap() - before - instance.real("work").unwrap();
            assert!(error.abs() < accuracy, "{}: {error:e}", solver.name());
        }
    }
}
