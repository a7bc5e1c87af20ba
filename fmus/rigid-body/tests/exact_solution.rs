//! The body against the solutions and conserved quantities given in its README.

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use rigid_body::RigidBody;

/// Solvers of fourth order or more.
const SOLVERS: [SolverKind; 3] = [SolverKind::Rk4, SolverKind::Dopri5, SolverKind::Rodas4];
const H: f64 = 0.01;

/// Runs for two seconds and calls `check` at every point.
fn run(
    solver: SolverKind,
    start: &[(&str, f64)],
    mut check: impl FnMut(f64, &mut Instance<RigidBody>),
) {
    let mut instance = Instance::<RigidBody>::started(solver, start).unwrap();
    for k in 0..200 {
        instance.do_step(f64::from(k) * H, H).unwrap();
        check(f64::from(k + 1) * H, &mut instance);
    }
}

fn largest_difference<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    (0..N).map(|n| (a[n] - b[n]).abs()).fold(0.0, f64::max)
}

#[test]
fn the_centre_of_mass_falls_on_a_parabola() {
    let start = [("m", 3.0), ("v0_x", 2.0), ("v0_z", 5.0), ("omega0_x", 4.0), ("force_y", 6.0)];
    for solver in SOLVERS {
        run(solver, &start, |t, body| {
            let exact = [2.0 * t, 0.5 * 2.0 * t * t, 5.0 * t - 0.5 * 9.81 * t * t];
            let error = largest_difference(body.reals(["r_x", "r_y", "r_z"]).unwrap(), exact);
            // Every solver is exact for a parabola; the micro steps round.
            assert!(error < 1e-12, "{}: {error:e}", solver.name());
        });
    }
}

/// Product of quaternions.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

fn turn(axis: [f64; 3], angle: f64) -> [f64; 4] {
    let (sine, cosine) = (0.5 * angle).sin_cos();
    [cosine, axis[0] * sine, axis[1] * sine, axis[2] * sine]
}

#[test]
fn a_symmetric_top_precesses_evenly_about_its_angular_momentum() {
    let (a, c, wobble, spin): (f64, f64, f64, f64) = (0.4, 0.7, 1.5, 6.0);
    let start = [
        ("J_x", a),
        ("J_y", a),
        ("J_z", c),
        ("omega0_x", wobble),
        ("omega0_z", spin),
        ("g_z", 0.0),
    ];
    let momentum = [a * wobble, 0.0, c * spin];
    let size = momentum[0].hypot(momentum[2]);
    let axis = momentum.map(|l| l / size);
    // Rounding of 2 s in micro steps; the adaptive solvers' tolerance over some turns.
    for (solver, bound) in SOLVERS.into_iter().zip([1e-12, 1e-9, 1e-9]) {
        run(solver, &start, |t, body| {
            let precession = turn(axis, size / a * t);
            let exact = product(precession, turn([0.0, 0.0, 1.0], (1.0 - c / a) * spin * t));
            let error =
                largest_difference(body.reals(["q_w", "q_x", "q_y", "q_z"]).unwrap(), exact);
            assert!(error < bound, "{}: {error:e} at {t}", solver.name());
            let [w, x, y, z] = precession;
            let omega = product(product(precession, [0.0, wobble, 0.0, spin]), [w, -x, -y, -z]);
            let found = body.reals(["omega_x", "omega_y", "omega_z"]).unwrap();
            let error = largest_difference(found, [omega[1], omega[2], omega[3]]);
            assert!(error < 10.0 * bound, "{}: ω by {error:e} at {t}", solver.name());
        });
    }
}

/// J ω in the inertial frame.
fn angular_momentum(body: &mut Instance<RigidBody>, inertia: [f64; 3]) -> [f64; 3] {
    let [w, x, y, z] = body.reals(["q_w", "q_x", "q_y", "q_z"]).unwrap();
    let omega = body.reals(["omega_x", "omega_y", "omega_z"]).unwrap();
    let (q, back) = ([w, x, y, z], [w, -x, -y, -z]);
    let squared = w * w + x * x + y * y + z * z;
    let [_, a, b, c] = product(product(back, [0.0, omega[0], omega[1], omega[2]]), q);
    let in_body = [0.0, inertia[0] * a, inertia[1] * b, inertia[2] * c];
    let [_, a, b, c] = product(product(q, in_body), back);
    [a, b, c].map(|l| l / (squared * squared))
}

#[test]
fn a_tumbling_body_keeps_its_angular_momentum_and_its_energy() {
    let inertia = [0.3, 0.5, 0.6];
    // About the middle axis, where the body turns over; from a quaternion that is too long.
    let start = [
        ("J_x", inertia[0]),
        ("J_y", inertia[1]),
        ("J_z", inertia[2]),
        ("omega0_x", 0.1),
        ("omega0_y", 8.0),
        ("q0_w", 1.1),
        ("q0_x", 0.3),
    ];
    for (solver, bound) in SOLVERS.into_iter().zip([1e-12, 1e-8, 1e-8]) {
        let mut body = Instance::<RigidBody>::started(solver, &start).unwrap();
        let (l0, [e0]) = (angular_momentum(&mut body, inertia), body.reals(["energy"]).unwrap());
        run(solver, &start, |t, body| {
            let error = largest_difference(angular_momentum(body, inertia), l0);
            let [energy] = body.reals(["energy"]).unwrap();
            let change = (energy - e0).abs();
            assert!(
                error < bound && change < 1e-8,
                "{}, {t}: {error:e}, {change:e}",
                solver.name()
            );
        });
        let mut last = [0.0; 4];
        run(solver, &start, |_, body| last = body.reals(["q_w", "q_x", "q_y", "q_z"]).unwrap());
        let length = last.iter().map(|q| q * q).sum::<f64>().sqrt();
        // |q| begins at 1.14 and returns with the rate 2/s.
        assert!((length - 1.0).abs() < 0.14 * (-4.0_f64).exp() * 1.1, "{length}");
    }
}

#[test]
fn energy_changes_by_the_work_of_force_and_torque() {
    let start = [
        ("m", 2.0),
        ("J_x", 0.3),
        ("J_y", 0.5),
        ("force_x", 3.0),
        ("force_z", 25.0),
        ("torque_x", 0.7),
        ("torque_y", -0.4),
        ("omega0_z", 3.0),
        ("v0_y", 1.0),
    ];
    for solver in SOLVERS {
        let e0 = Instance::<RigidBody>::started(solver, &start).unwrap().real("energy").unwrap();
        run(solver, &start, |t, body| {
            let [energy, work] = body.reals(["energy", "work"]).unwrap();
            assert!(
                (energy - work - e0).abs() < 1e-8,
                "{}, {t}: {}",
                solver.name(),
                energy - work - e0
            );
        });
    }
}

#[test]
fn accelerations_are_the_rates_of_the_velocities() {
    let start = [
        ("J_x", 0.3),
        ("J_y", 0.5),
        ("J_z", 0.6),
        ("omega0_x", 2.0),
        ("omega0_y", -1.0),
        ("omega0_z", 3.0),
        ("q0_x", 0.7),
        ("force_x", 3.0),
        ("torque_y", 0.4),
    ];
    let names = ["v_x", "v_y", "v_z", "omega_x", "omega_y", "omega_z"];
    let mut points = Vec::new();
    run(SolverKind::Rk4, &start, |_, body| {
        let rates = ["a_x", "a_y", "a_z", "alpha_x", "alpha_y", "alpha_z"];
        points.push((body.reals(names).unwrap(), body.reals(rates).unwrap()));
    });
    for three in points.windows(3) {
        let slope: [f64; 6] = std::array::from_fn(|n| (three[2].0[n] - three[0].0[n]) / (2.0 * H));
        // A central difference of rates of some 10 rad/s² that change within some 0.1 s.
        assert!(largest_difference(slope, three[1].1) < 0.02, "{slope:?} {:?}", three[1].1);
    }
}
