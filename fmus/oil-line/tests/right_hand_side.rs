//! The right-hand side against numbers of an independent implementation.

use fmu_builder::runtime::{Instance, Interface};
use oil_line::OilLine;

/// Derivatives of states and integrals, then the energy stored, with inputs and states set.
fn evaluated(values: &[(&str, f64)], t: f64, x: &[f64]) -> (Vec<f64>, f64) {
    let mut instance = Instance::<OilLine>::new(Interface::ModelExchange);
    for (name, value) in values {
        let reference = [instance.reference(name).unwrap()];
        instance.set_real(&reference, &[*value]).unwrap();
    }
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
fn the_supply_line_is_as_in_the_reference() {
    let (dx, energy) = evaluated(&[("p", 4e5)], 0.04, &[2e-5, 0.0, 0.0, 0.0, 0.0]);
    let expected = [0.06499990957032, 2e-5, 0.088, 8.687996382813, -6.0];
    dx.iter().zip(expected).for_each(|(found, expected)| assert_close(*found, expected));
    assert_close(checksum(&dx), 0.5392108323803);
    assert_close(energy, 0.0004);
}
