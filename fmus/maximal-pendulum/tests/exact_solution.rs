//! The pendulum against that of one angle, and against the energy balance.

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use maximal_pendulum::MaximalPendulum;

const START: [(&str, f64); 7] = [
    ("L", 0.7),
    ("d", 0.3),
    ("m", 2.0),
    ("J", 0.1),
    ("phi0", 0.4),
    ("omega0", 1.5),
    ("y_pivot", 0.2),
];

fn started(solver: SolverKind, more: &[(&str, f64)]) -> Instance<MaximalPendulum> {
    Instance::started(solver, &[&START[..], more].concat()).unwrap()
}

fn angle_after_a_second(solver: SolverKind, h: f64, more: &[(&str, f64)]) -> f64 {
    let mut pendulum = started(solver, more);
    (0..(1.0 / h).round() as usize).for_each(|k| pendulum.do_step(k as f64 * h, h).unwrap());
    pendulum.real("phi").unwrap()
}

#[test]
fn the_two_step_scheme_is_of_order_two_and_keeps_the_constraint() {
    for rho in [0.0, 0.56, 0.9] {
        let more = [("fx", 3.0), ("fy", -1.0), ("torque", 0.5), ("rho_inf", rho)];
        let exact = angle_after_a_second(SolverKind::Dopri5, 0.1, &more);
        let errors = [4e-3, 2e-3]
            .map(|h| (angle_after_a_second(SolverKind::TwoStep, h, &more) - exact).abs());
        assert!(((errors[0] / errors[1]).log2() - 2.0).abs() < 0.15, "{rho}: {errors:?}");
        let mut pendulum = started(SolverKind::TwoStep, &more);
        for k in 0..500 {
            pendulum.do_step(k as f64 * 4e-3, 4e-3).unwrap();
            assert!(pendulum.real("constraint_error").unwrap() < 1e-14);
        }
    }
}

#[test]
fn the_tip_moves_on_a_circle_and_the_pivot_bears_what_is_left() {
    let mut pendulum = started(SolverKind::TwoStep, &[("fx", 3.0), ("fy", -1.0)]);
    for k in 0..2000 {
        pendulum.do_step(k as f64 * 1e-3, 1e-3).unwrap();
    }
    let [phi, omega, alpha] = pendulum.reals(["phi", "omega", "alpha"]).unwrap();
    let (sin, cos) = phi.sin_cos();
    let expected = [
        ("x", 0.7 * cos, 1e-13),
        ("y", 0.2 + 0.7 * sin, 1e-13),
        ("vx", -0.7 * omega * sin, 1e-4),
        ("vy", 0.7 * omega * cos, 1e-4),
        ("ax", 0.7 * (-alpha * sin - omega * omega * cos), 1e-2),
        ("ay", 0.7 * (alpha * cos - omega * omega * sin), 1e-2),
    ];
    for (name, expected, bound) in expected {
        let found = pendulum.real(name).unwrap();
        assert!((found - expected).abs() < bound, "{name}: {found} {expected}");
    }
    let [ax, ay, px, py] = pendulum.reals(["ax_c", "ay_c", "pivot_x", "pivot_y"]).unwrap();
    assert!((2.0 * ax - 3.0 + px).abs() < 1e-7 && (2.0 * (ay + 9.81) + 1.0 + py).abs() < 1e-7);
    // About the pivot: (J + m d²) α = L n × F − m g d cos φ, to the order of the scheme.
    let torque = 0.7 * (-cos - 3.0 * sin) - 2.0 * 9.81 * 0.3 * cos;
    assert!((0.28 * alpha - torque).abs() < 1e-2);
}

#[test]
fn energy_changes_by_the_work_alone() {
    for (solver, bound) in [(SolverKind::Dopri5, 1e-8), (SolverKind::TwoStep, 1e-4)] {
        let mut pendulum = started(solver, &[("fx", 3.0), ("torque", 0.4), ("rho_inf", 1.0)]);
        let before = pendulum.real("energy").unwrap();
        for k in 0..1000 {
            pendulum.do_step(k as f64 * 1e-3, 1e-3).unwrap();
            let [energy, work] = pendulum.reals(["energy", "work"]).unwrap();
            assert!((energy - before - work).abs() < bound, "{} {k}", solver.name());
        }
    }
}

#[test]
fn at_the_start_the_acceleration_is_that_without_a_force() {
    let mut pendulum = started(SolverKind::TwoStep, &[]);
    let [alpha, ax, px] = pendulum.reals(["alpha", "ax_c", "pivot_x"]).unwrap();
    let (sin, cos) = 0.4_f64.sin_cos();
    assert!((alpha + 2.0 * 9.81 * 0.3 * cos / 0.28).abs() < 1e-12);
    assert!(
        (ax - 0.3 * (-alpha * sin - 2.25 * cos)).abs() < 1e-12 && (px + 2.0 * ax).abs() < 1e-12
    );
}

#[test]
fn a_restored_run_repeats_bit_for_bit() {
    let mut pendulum = started(SolverKind::TwoStep, &[("fx", 3.0)]);
    pendulum.do_step(0.0, 0.01).unwrap();
    let saved = pendulum.snapshot();
    let run = |pendulum: &mut Instance<MaximalPendulum>| {
        for (k, h) in [0.01, 0.02, 0.01].into_iter().enumerate() {
            pendulum.do_step([0.01, 0.02, 0.04][k], h).unwrap();
        }
        pendulum.reals(["phi", "omega", "alpha", "x_c_1", "pivot_y", "work"]).unwrap()
    };
    let first = run(&mut pendulum);
    pendulum.restore(&saved).unwrap();
    assert_eq!(run(&mut pendulum), first);
}
