//! The link in free flight, turned by a couple, and its energy balance.

#[path = "../../planar-link/tests/pendulum/mod.rs"]
mod pendulum;

use fmu_builder::runtime::Instance;
use free_planar_link::FreePlanarLink;

use pendulum::{SOLVERS, swings};

#[test]
fn in_free_flight_it_turns_evenly_on_a_parabola() {
    let (l, s, g) = (2.0, 0.6, 9.81);
    let link = [("l", l), ("s", s), ("g", g), ("phi0", 0.3), ("omega0", 5.0)];
    let motion = [("x0", 1.0), ("y0", 2.0), ("vx0", 3.0), ("vy0", 4.0)];
    for (solver, accuracy) in SOLVERS {
        let mut instance =
            Instance::<FreePlanarLink>::started(solver, &[&link[..], &motion].concat()).unwrap();
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
                let error = instance.real(name).unwrap() - exact;
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
    swings::<FreePlanarLink>(&link, w, 2.0, down);
    let link = [("J", inertia), ("l", l), ("g", 0.0), ("fx1", -force), ("fx2", force)];
    swings::<FreePlanarLink>(&link, w, 2.0, 0.0);
}

#[test]
fn energy_and_work_are_in_balance() {
    let forces = [("fx1", 3.0), ("fy1", 12.0), ("fx2", -2.0), ("fy2", -1.0), ("torque", 0.5)];
    for (solver, accuracy) in SOLVERS {
        let mut instance = Instance::<FreePlanarLink>::started(
            solver,
            &[&forces[..], &[("omega0", 3.0), ("s", 0.3)]].concat(),
        )
        .unwrap();
        let before = instance.real("energy").unwrap();
        for k in 0..20 {
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            let error = instance.real("energy").unwrap() - before - instance.real("work").unwrap();
            // Energies grow to some 100 J.
            assert!(error.abs() < 100.0 * accuracy, "{}: {error:e}", solver.name());
        }
    }
}
