//! The base-excited oscillator against the solution given in its README.

use base_excited_oscillator::BaseExcitedOscillator;
use fmu_builder::runtime::{Instance, Interface};

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
    let mut instance = Instance::new(Interface::CoSimulation);
    for (name, value) in VALUES {
        let reference = instance.reference(name).unwrap();
        instance.set_real(&[reference], &[value]).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

fn get<const N: usize>(
    instance: &mut Instance<BaseExcitedOscillator>,
    names: [&str; N],
) -> [f64; N] {
    let references = names.map(|name| instance.reference(name).unwrap());
    let mut values = [0.0; N];
    instance.get_real(&references, &mut values).unwrap();
    values
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
        let [x, v, f] = get(&mut instance, ["x", "v", "f"]);
        assert!((x - exact).abs() < 1e-14, "{x} {exact} at {t}");
        assert!((f - cc * (x - x_in) - dc * (v - v_in)).abs() < 1e-13);
    }
}

#[test]
fn a_ground_that_does_not_move_leaves_the_energy_in_balance() {
    let mut instance = started();
    let inputs = ["x_in", "v_in"].map(|name| instance.reference(name).unwrap());
    instance.set_real(&inputs, &[0.2, 0.0]).unwrap();
    let [before] = get(&mut instance, ["energy"]);
    for k in 0..100 {
        instance.do_step(k as f64 * 0.02, 0.02).unwrap();
        let [energy, dissipated, work] = get(&mut instance, ["energy", "dissipated", "work"]);
        assert!((energy + dissipated - work - before).abs() < 1e-12);
    }
}
