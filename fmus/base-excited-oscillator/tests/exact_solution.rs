//! The base-excited oscillator against the solution given in its README.

use base_excited_oscillator::BaseExcitedOscillator;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;

/// m, c, d, cc, dc, x0, v0 and the inputs x_in, v_in, force.
const VALUES: [(&str, f64); 10] = [
    ("m", 2.0),
    ("c", 300.0),
    ("d", 5.0),
    ("cc", 80.0),
    ("dc", 1.5),
    ("x0", 0.1),
    ("v0", -0.4),
    ("x_in", 0.2),
    ("v_in", 0.7),
    ("force", 30.0),
];

fn started() -> Instance<BaseExcitedOscillator> {
    Instance::started(SolverKind::Exact, &VALUES).unwrap()
}

#[test]
fn with_held_inputs_it_is_a_damped_oscillator_about_a_shifted_position() {
    let [m, c, d, cc, dc, x0, v0, x_in, v_in, force] = VALUES.map(|(_, value)| value);
    let (delta, s) = ((d + dc) / (2.0 * m), (force + cc * x_in + dc * v_in) / (c + cc));
    let omega = ((c + cc) / m - delta * delta).sqrt();
    let mut instance = started();
    for k in 0..100 {
        instance.do_step(k as f64 * 0.02, 0.02).unwrap();
        let t = (k + 1) as f64 * 0.02;
        let sine = (v0 + delta * (x0 - s)) / omega * (omega * t).sin();
        let exact = s + (-delta * t).exp() * ((x0 - s) * (omega * t).cos() + sine);
        let [x, v, f] = instance.reals(["x", "v", "f"]).unwrap();
        assert!((x - exact).abs() < 1e-14, "{x} {exact} at {t}");
        assert!((f - cc * (x - x_in) - dc * (v - v_in)).abs() < 1e-13);
    }
}

/// The largest change of energy + dissipated − work over 2 s of a neighbour on a path, relative to
/// the work; `path` gives its position and velocity.
fn imbalance(path: impl Fn(f64) -> [f64; 2]) -> f64 {
    let (mut instance, h) = (started(), 0.02);
    let [x_in, v_in] = ["x_in", "v_in"].map(|name| instance.reference(name).unwrap());
    instance.set_real(&[x_in, v_in], &path(0.0)).unwrap();
    let [before] = instance.reals(["energy"]).unwrap();
    let (mut change, mut most): (f64, f64) = (0.0, 0.0);
    for k in 0..100 {
        // Over a step the cubic with the path's positions and velocities at both ends.
        let t = f64::from(k) * h;
        let ([x, v], [x_end, v_end]) = (path(t), path(t + h));
        let (rise, sum) = ((x_end - x) / h, v + v_end);
        let (second, third) =
            ((6.0 * rise - 2.0 * v - 2.0 * sum) / h, 6.0 * (sum - 2.0 * rise) / (h * h));
        instance.set_real(&[x_in, v_in], &[x, v]).unwrap();
        instance.set_input_derivatives(&[x_in; 3], &[1, 2, 3], &[v, second, third]).unwrap();
        instance.set_input_derivatives(&[v_in; 2], &[1, 2], &[second, third]).unwrap();
        instance.do_step(t, h).unwrap();
        let [energy, dissipated, work] = instance.reals(["energy", "dissipated", "work"]).unwrap();
        change = change.max((energy + dissipated - work - before).abs());
        most = most.max(work.abs());
    }
    change / most
}

#[test]
fn a_neighbour_that_moves_does_the_work_that_is_stored_and_dissipated() {
    let errors = [
        imbalance(|t| [0.2 + 0.7 * t, 0.7]),
        imbalance(|t| [0.3 * (5.0 * t).sin(), 1.5 * (5.0 * t).cos()]),
        imbalance(|t| [0.2 - t * t + 0.4 * t.powi(3), -2.0 * t + 1.2 * t * t]),
    ];
    // Rounding of 100 steps.
    assert!(errors.iter().all(|error| *error < 1e-12), "{errors:?}");
}

#[test]
fn a_ground_that_does_not_move_leaves_the_energy_in_balance() {
    let mut instance = started();
    let inputs = ["x_in", "v_in"].map(|name| instance.reference(name).unwrap());
    instance.set_real(&inputs, &[0.2, 0.0]).unwrap();
    let [before] = instance.reals(["energy"]).unwrap();
    for k in 0..100 {
        instance.do_step(k as f64 * 0.02, 0.02).unwrap();
        let [energy, dissipated, work] = instance.reals(["energy", "dissipated", "work"]).unwrap();
        assert!((energy + dissipated - work - before).abs() < 1e-12);
    }
}
