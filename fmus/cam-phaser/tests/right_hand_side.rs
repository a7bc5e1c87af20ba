//! The right-hand side against numbers of an independent implementation.

use cam_phaser::CamPhaser;
use fmu_builder::runtime::{Instance, Interface};

/// Derivatives of states and integrals, then the energy stored, with inputs and states set.
fn evaluated(values: &[(&str, f64)], t: f64, x: &[f64]) -> (Vec<f64>, f64) {
    let mut instance = Instance::<CamPhaser>::new(Interface::ModelExchange);
    for (name, value) in values {
        let reference = [instance.reference(name).unwrap()];
        instance.set_real(&reference, &[*value]).unwrap();
    }
    let outlet = [instance.reference("outlet").unwrap()];
    instance.set_integer(&outlet, &[2]).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.enter_continuous_time_mode().unwrap();
    instance.set_time(t).unwrap();
    instance.set_continuous_states(x).unwrap();
    let mut dx = vec![0.0; x.len()];
    instance.derivatives(&mut dx).unwrap();
    (dx, instance.real("energy").unwrap())
}

/// Σ ẋ_i sin(0.1 (i + 1)).
fn checksum(dx: &[f64]) -> f64 {
    dx.iter().enumerate().map(|(i, dx)| dx * (0.1 * (i + 1) as f64).sin()).sum()
}

fn assert_close(found: f64, expected: f64) {
    // Beside the relative accuracy what is left of pressures of 1e6 Pa over an inertance of 1e6.
    let error = (found - expected).abs();
    assert!(error <= 1e-9 * expected.abs() + 1e-15, "{found} is not {expected}");
}

#[test]
fn a_phaser_with_an_outlet_is_as_in_the_reference() {
    let inputs =
        [("stator.M", 5.0), ("rotor.M", -12.0), ("p_in", 4.2e5), ("s", 0.7), ("p_out", 3.8e5)];
    let x = [0.1, 157.0, 0.12, 160.0, 6e5, 2.5e5, 4e5, 3e-5, 0.0, 1e-5, 0.0, 0.0, 0.0, 0.0];
    let (dx, energy) = evaluated(&inputs, 0.0, &x);
    let expected = [
        157.0,
        -5600.0,
        160.0,
        2800.0,
        -5256388226.213,
        144230383.8665,
        3263937042.374,
        0.001666666666667,
        -3e-5,
        0.0,
        1e-5,
        26.93589897487,
        0.1766524951907,
        -1128.2,
    ];
    dx.iter().zip(expected).for_each(|(found, expected)| assert_close(*found, expected));
    assert_close(checksum(&dx), -335923228.7795);
    assert_close(energy, 24.90756932575);
}
