//! The link against pendulum and oscillator, and against the energy balance.

mod pendulum;

use std::f64::consts::FRAC_PI_2;

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use planar_link::PlanarLink;

use pendulum::{SOLVERS, swings};

#[test]
fn under_gravity_it_is_a_pendulum() {
    let (m, inertia, s, g) = (2.0, 0.3, 0.7, 9.81_f64);
    let values = [("m", m), ("J", inertia), ("s", s), ("g", g)];
    let w = (m * g * s / (inertia + m * s * s)).sqrt();
    swings::<PlanarLink>(&values, w, 2.5, -FRAC_PI_2);
}

#[test]
fn a_constant_force_at_the_tip_is_like_gravity() {
    let (m, inertia, s, l, force) = (2.0, 0.3, 0.7, 1.2, 15.0_f64);
    let link = [("m", m), ("J", inertia), ("s", s), ("l", l), ("g", 0.0)];
    let w = (force * l / (inertia + m * s * s)).sqrt();
    let direction = 0.4_f64;
    let (sin, cos) = direction.sin_cos();
    let by_axes = [("fx", force * cos), ("fy", force * sin)];
    swings::<PlanarLink>(&[&link[..], &by_axes].concat(), w, 1.8, direction);
    // Across a direction, that is 90 degrees ahead of it.
    let across = [("lambda", force), ("direction", direction - FRAC_PI_2)];
    swings::<PlanarLink>(&[&link[..], &across].concat(), w, 1.8, direction);
}

#[test]
fn on_its_spring_it_is_a_damped_oscillator() {
    let (inertia, c, d, free, phi0, torque) = (0.5_f64, 40.0, 1.5, 0.3, 1.1, 4.0_f64);
    let values = [("m", 0.0), ("J", inertia), ("c", c), ("d", d), ("phi_free", free)];
    let values = [&values[..], &[("phi0", phi0), ("torque", torque)]].concat();
    let (delta, rest) = (d / (2.0 * inertia), free + torque / c);
    let w = (c / inertia - delta * delta).sqrt();
    for (solver, accuracy) in SOLVERS {
        let mut instance = Instance::<PlanarLink>::started(solver, &values).unwrap();
        for k in 1..=40 {
            let end = f64::from(k) * 0.05;
            instance.do_step(end - 0.05, 0.05).unwrap();
            let swing = (w * end).cos() + delta / w * (w * end).sin();
            let exact = rest + (phi0 - rest) * (-delta * end).exp() * swing;
            let error = instance.real("phi").unwrap() - exact;
            assert!(error.abs() < accuracy, "{}: {error:e} at {end}", solver.name());
        }
    }
}

#[test]
fn tip_and_centre_move_on_circles_about_the_pivot() {
    let values = [("x_pivot", 3.0), ("y_pivot", -1.0), ("l", 2.0), ("s", 0.5)];
    let values = [&values[..], &[("phi0", 0.6), ("omega0", 4.0)]].concat();
    let mut instance = Instance::<PlanarLink>::started(SolverKind::Dopri5, &values).unwrap();
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
        assert!((instance.real(name).unwrap() - exact).abs() < 1e-14, "{name}");
    }
}

#[test]
fn energy_dissipation_and_work_are_in_balance() {
    let values = [("c", 20.0), ("d", 0.5), ("phi_free", 0.2), ("phi0", 1.0), ("y_pivot", 0.4)];
    let forces = [("fx", 3.0), ("fy", -2.0), ("torque", 1.0), ("lambda", 2.0), ("direction", 0.7)];
    for (solver, accuracy) in SOLVERS {
        let mut instance =
            Instance::<PlanarLink>::started(solver, &[&values[..], &forces].concat()).unwrap();
        let before = instance.real("energy").unwrap();
        for k in 0..50 {
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            let exchanged = instance.real("work").unwrap() - instance.real("dissipated").unwrap();
            let error = instance.real("energy").unwrap() - before - exchanged;
            assert!(error.abs() < accuracy, "{}: {error:e}", solver.name());
        }
    }
}
