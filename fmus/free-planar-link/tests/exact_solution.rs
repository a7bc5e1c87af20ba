//! The link in free flight, turned by a couple, and its energy balance.

use fmu_builder::SolverKind;
use fmu_builder::runtime::{Instance, Interface};
use free_planar_link::FreePlanarLink;

fn started(solver: SolverKind, values: &[(&str, f64)]) -> Instance<FreePlanarLink> {
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

fn get(instance: &mut Instance<FreePlanarLink>, name: &str) -> f64 {
    let reference = instance.reference(name).unwrap();
    let mut value = [0.0];
    instance.get_real(&[reference], &mut value).unwrap();
    value[0]
}

/// Solvers with the accuracy that they have by default in such runs.
const SOLVERS: [(SolverKind, f64); 3] =
    [(SolverKind::Rk4, 1e-9), (SolverKind::Dopri5, 1e-6), (SolverKind::Rodas4, 1e-6)];

#[test]
fn in_free_flight_it_turns_evenly_on_a_parabola() {
    let (l, s, g) = (2.0, 0.6, 9.81);
    let link = [("l", l), ("s", s), ("g", g), ("phi0", 0.3), ("omega0", 5.0)];
    let motion = [("x0", 1.0), ("y0", 2.0), ("vx0", 3.0), ("vy0", 4.0)];
    for (solver, accuracy) in SOLVERS {
        let mut instance = started(solver, &[&link[..], &motion].concat());
        for k in 1..=20 {
            let t = f64::from(k) * 0.05;
            instance.do_step(t - 0.05, 0.05).unwrap();
            let (x, y) = (1.0 + 3.0 * t, 2.0 + 4.0 * t - 0.5 * g * t * t);
            let (sin, cos) = (0.3 + 5.0 * t).sin_cos();
            let exact = [
                ("x", x),
                ("y", y),
                ("x1", x - s * cos),
                ("y1", y - s * sin),
                ("vx1", 3.0 + 5.0 * s * sin),
                ("vy1", 4.0 - g * t - 5.0 * s * cos),
                ("x2", x + (l - s) * cos),
                ("y2", y + (l - s) * sin),
                ("vx2", 3.0 - 5.0 * (l - s) * sin),
                ("vy2", 4.0 - g * t + 5.0 * (l - s) * cos),
            ];
            for (name, exact) in exact {
                let error = get(&mut instance, name) - exact;
                assert!(error.abs() < accuracy, "{}, {name}: {error:e}", solver.name());
            }
        }
    }
}

#[test]
fn a_couple_at_its_ends_makes_it_swing_about_its_centre() {
    // J φ̈ = l F cos φ: a pendulum about φ = 90 degrees.
    let (inertia, l, force) = (0.4, 1.5, 6.0_f64);
    let link = [("J", inertia), ("l", l), ("s", 0.2), ("g", 0.0), ("fy1", -force), ("fy2", force)];
    let (w, down) = ((l * force / inertia).sqrt(), std::f64::consts::FRAC_PI_2);
    swings(&link, w, 2.0, down);
    let link = [("J", inertia), ("l", l), ("g", 0.0), ("fx1", -force), ("fx2", force)];
    swings(&link, w, 2.0, 0.0);
}

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
fn energy_and_work_are_in_balance() {
    let forces = [("fx1", 3.0), ("fy1", 12.0), ("fx2", -2.0), ("fy2", -1.0), ("torque", 0.5)];
    for (solver, accuracy) in SOLVERS {
        let mut instance = started(solver, &[&forces[..], &[("omega0", 3.0), ("s", 0.3)]].concat());
        let before = get(&mut instance, "energy");
        for k in 0..20 {
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            let error = get(&mut instance, "energy") - before - get(&mut instance, "work");
            // Energies grow to some 100 J.
            assert!(error.abs() < 100.0 * accuracy, "{}: {error:e}", solver.name());
        }
    }
}
