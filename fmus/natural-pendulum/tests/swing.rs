//! The pendulum against elliptic integrals, a reduced model of its own, and its energy.

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use nalgebra::Vector3;
use natural_pendulum::NaturalPendulum;
use natural_pendulum::rod::{Coordinates, Rod};

const ROD: Rod = Rod { l: 5.0, m: 135.0, width: 0.1 };
const G: Vector3<f64> = Vector3::new(0.0, -9.81, 0.0);

/// The items of the choice `integrator`.
const NEWMARK: f64 = 1.0;
const RATTLE: f64 = 2.0;

type Pendulum = Instance<NaturalPendulum>;

fn tip(pendulum: &mut Pendulum) -> Vector3<f64> {
    pendulum.reals(["r_x", "r_y", "r_z"]).unwrap().into()
}

#[test]
fn the_rod_has_the_inertia_of_the_publication() {
    assert!((ROD.inertia() - 1125.1125).abs() < 1e-12);
    let mut pendulum = Pendulum::started(SolverKind::Own, &[("v0_y", 1.0), ("v0_x", 3.0)]).unwrap();
    // Only the part of v0 across the rod counts: T = ½ I_O ω².
    let across = 1.0 + (3.0 * 0.5_f64).powi(2);
    let [energy] = pendulum.reals(["energy"]).unwrap();
    assert!((energy - 0.5 * 1125.1125 * across / 25.0).abs() < 1e-10, "{energy}");
}

#[test]
fn the_jacobian_is_the_derivative_of_the_constraints() {
    let [q, _] = ROD.start(Vector3::new(1.0, -2.0, 3.0), Vector3::zeros());
    let q = q + Coordinates::from_fn(|i, _| 0.1 * (i as f64).sin());
    for i in 0..9 {
        let step = Coordinates::ith(i, 1e-3);
        let difference = (ROD.constraints(&(q + step)) - ROD.constraints(&(q - step))) / 2e-3;
        // The constraints are quadratic, so a central difference is exact but for rounding.
        assert!((difference - ROD.jacobian(&q).column(i)).amax() < 1e-12);
    }
}

/// π/2 divided by the mean of 1 and cos(amplitude/2): the complete elliptic integral K.
fn elliptic_integral(amplitude: f64) -> f64 {
    let (mut a, mut b) = (1.0, (amplitude / 2.0).cos());
    for _ in 0..10 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a
}

/// How far the tip is from its lowest point after a quarter of the period that the elliptic integral
/// gives, when it moves fastest.
fn distance_at_the_bottom(
    (solver, integrator): (SolverKind, f64),
    steps: u32,
    amplitude: f64,
) -> f64 {
    let omega = (135.0 * 9.81 * 2.5 / ROD.inertia()).sqrt();
    let h = elliptic_integral(amplitude) / omega / f64::from(steps);
    // In a plane that is none of the axes'.
    let (s, c) = amplitude.sin_cos();
    let start = [
        ("integrator", integrator),
        ("r0_x", 0.6 * s),
        ("r0_y", -c),
        ("r0_z", 0.8 * s),
        ("micro_step", h),
    ];
    let mut pendulum = Pendulum::started(solver, &start).unwrap();
    for k in 0..steps {
        pendulum.do_step(f64::from(k) * h, h).unwrap();
    }
    (tip(&mut pendulum) - Vector3::new(0.0, -5.0, 0.0)).norm()
}

#[test]
fn a_swing_takes_the_time_of_the_elliptic_integral() {
    for amplitude in [0.3, 1.5, 2.5] {
        // The tolerance 1e-9 of the solver on a length of 5 m.
        let adaptive = distance_at_the_bottom((SolverKind::Dopri5, NEWMARK), 100, amplitude);
        assert!(adaptive < 1e-7, "{adaptive:e} of dopri5 at {amplitude}");
        for integrator in [NEWMARK, RATTLE] {
            let own = (SolverKind::Own, integrator);
            let errors = [100, 200, 400].map(|n| distance_at_the_bottom(own, n, amplitude));
            for pair in errors.windows(2) {
                let order = (pair[0] / pair[1]).log2();
                assert!((order - 2.0).abs() < 0.05, "order {order} at {amplitude}: {errors:?}");
            }
        }
    }
}

/// The force at the tip in N, as a function of time in s.
type Force = fn(f64) -> Vector3<f64>;

/// Different in every direction.
fn force(t: f64) -> Vector3<f64> {
    Vector3::new(400.0 * (3.0 * t).sin(), 300.0 * t, -500.0 * (2.0 * t).cos())
}

/// The tip at 1 s by the reduced equations: a mass I_O/L² on a sphere with half the weight, by the
/// classical Runge–Kutta method in steps of 0.1 ms.
fn reduced() -> Vector3<f64> {
    let mass = ROD.inertia() / 25.0;
    let rate = |t: f64, [r, v]: [Vector3<f64>; 2]| {
        let a = (force(t) + 67.5 * G) / mass;
        [v, a - r * (r.dot(&a) + v.norm_squared()) / 25.0]
    };
    let moved =
        |[r, v]: [Vector3<f64>; 2], h: f64, [dr, dv]: [Vector3<f64>; 2]| [r + h * dr, v + h * dv];
    let h = 1e-4;
    let mut x = [Vector3::new(4.330127018922194, 0.0, 2.5), Vector3::zeros()];
    for k in 0..10_000 {
        let t = f64::from(k) * h;
        let k1 = rate(t, x);
        let k2 = rate(t + h / 2.0, moved(x, h / 2.0, k1));
        let k3 = rate(t + h / 2.0, moved(x, h / 2.0, k2));
        let k4 = rate(t + h, moved(x, h, k3));
        for (weight, k) in [(1.0, k1), (2.0, k2), (2.0, k3), (1.0, k4)] {
            x = moved(x, h * weight / 6.0, k);
        }
    }
    x[0]
}

/// Takes a step of the force's cubic with its values and slopes at both ends.
fn forced_step(pendulum: &mut Pendulum, t: f64, h: f64, force: impl Fn(f64) -> Vector3<f64>) {
    let slope = |t: f64| (force(t + 1e-4) - force(t - 1e-4)) / 2e-4;
    let (rise, sum) = ((force(t + h) - force(t)) / h, slope(t) + slope(t + h));
    let second = (6.0 * rise - 2.0 * slope(t) - 2.0 * sum) / h;
    let third = 6.0 * (sum - 2.0 * rise) / (h * h);
    for (n, name) in ["force_x", "force_y", "force_z"].into_iter().enumerate() {
        let reference = pendulum.reference(name).unwrap();
        pendulum.set_real(&[reference], &[force(t)[n]]).unwrap();
        let derivatives = [slope(t)[n], second[n], third[n]];
        pendulum.set_input_derivatives(&[reference; 3], &[1, 2, 3], &derivatives).unwrap();
    }
    pendulum.do_step(t, h).unwrap();
}

/// The tip at 1 s in macro steps of 10 ms.
fn forced(solver: SolverKind, micro_step: f64) -> Vector3<f64> {
    let mut pendulum = Pendulum::started(solver, &[("micro_step", micro_step)]).unwrap();
    for k in 0..100 {
        forced_step(&mut pendulum, f64::from(k) * 0.01, 0.01, force);
    }
    tip(&mut pendulum)
}

#[test]
fn natural_coordinates_follow_the_reduced_model_with_order_two() {
    let exact = reduced();
    let adaptive = (forced(SolverKind::Dopri5, 1e-4) - exact).norm();
    assert!(adaptive < 1e-7, "{adaptive:e}");
    let errors = [4e-3, 2e-3, 1e-3].map(|h| (forced(SolverKind::Own, 1.25 * h) - exact).norm());
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "order {order}: {errors:?}");
    }
}

/// The largest change of energy − work over 1 s and the most work, with micro steps of `h`.
fn imbalance(solver: SolverKind, h: f64, force: impl Fn(f64) -> Vector3<f64>) -> (f64, f64) {
    let mut pendulum = Pendulum::started(solver, &[("micro_step", h)]).unwrap();
    let [before] = pendulum.reals(["energy"]).unwrap();
    let (mut change, mut most): (f64, f64) = (0.0, 0.0);
    for k in 0..100 {
        forced_step(&mut pendulum, f64::from(k) * 0.01, 0.01, &force);
        let [energy, work] = pendulum.reals(["energy", "work"]).unwrap();
        change = change.max((energy - work - before).abs());
        most = most.max(work.abs());
    }
    (change, most)
}

#[test]
fn stored_energy_is_the_work_of_the_force() {
    let forces: [(&str, Force); 4] = [
        ("constant", |_| Vector3::new(300.0, 400.0, -500.0)),
        ("ramp", |t| t * Vector3::new(300.0, 900.0, -500.0)),
        ("sine", force),
        ("cubic", |t| Vector3::new(t * t, 1.0 - t * t * t, t) * 700.0),
    ];
    for (name, force) in forces {
        // The tolerance 1e-9 of the solver on energies of some 100 J.
        let (change, work) = imbalance(SolverKind::Dopri5, 1e-4, force);
        assert!(change < 1e-6 && work > 10.0, "{name}: {change:e} of {work}");
        // Newmark's formula leaves what its order does.
        let errors = [2e-3, 1e-3, 5e-4].map(|h| imbalance(SolverKind::Own, h, force).0);
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((order - 2.0).abs() < 0.2, "{name}: order {order}: {errors:?}");
        }
    }
}

#[test]
fn under_gravity_alone_the_energy_of_rattle_does_not_drift() {
    let start = [("integrator", RATTLE), ("micro_step", 0.01), ("v0_y", 6.0)];
    let mut pendulum = Pendulum::started(SolverKind::Own, &start).unwrap();
    let [before] = pendulum.reals(["energy"]).unwrap();
    let mut largest = [0.0f64; 2];
    for k in 0..40_000 {
        pendulum.do_step(f64::from(k) * 0.01, 0.01).unwrap();
        let [energy] = pendulum.reals(["energy"]).unwrap();
        let half = &mut largest[usize::from(k >= 20_000)];
        *half = half.max((energy - before).abs());
    }
    // An error of order h² that comes and goes: over 200 s as large in the second half as in the first.
    let [first, second] = largest;
    assert!(first > 0.1 && (second / first - 1.0).abs() < 1e-5, "{largest:?}");
}

#[test]
fn constraints_hold_to_rounding_with_any_step() {
    for (h, integrator) in [1e-4, 5e-3, 0.05].into_iter().flat_map(|h| [(h, NEWMARK), (h, RATTLE)])
    {
        let start = [("integrator", integrator), ("micro_step", h), ("v0_y", 6.0)];
        let mut pendulum = Pendulum::started(SolverKind::Own, &start).unwrap();
        for k in 0..100 {
            pendulum.do_step(f64::from(k) * 0.05, 0.05).unwrap();
        }
        let stems = [["r", "u1", "u2"], ["v", "w1", "w2"]];
        let [q, v] = stems.map(|stems| {
            let name = |i: usize| format!("{}_{}", stems[i / 3], ["x", "y", "z"][i % 3]);
            Coordinates::from_fn(|i, _| pendulum.reals([name(i).as_str()]).unwrap()[0])
        });
        let (position, velocity) = (ROD.constraints(&q).amax(), (ROD.jacobian(&q) * v).amax());
        assert!(position < 1e-14 && velocity < 1e-13, "{h}: {position:e}, {velocity:e}");
    }
}

#[test]
fn a_step_that_does_not_converge_is_refused_with_advice() {
    for integrator in [NEWMARK, RATTLE] {
        let start = [("integrator", integrator), ("micro_step", 10.0), ("v0_y", 50.0)];
        let mut pendulum = Pendulum::started(SolverKind::Own, &start).unwrap();
        let message = pendulum.do_step(0.0, 10.0).unwrap_err().to_string();
        assert!(message.contains("choose a shorter micro_step"), "{message}");
    }
}
