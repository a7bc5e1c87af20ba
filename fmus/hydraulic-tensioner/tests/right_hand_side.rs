//! The right-hand side against numbers of an independent implementation.

use fmu_builder::runtime::{Instance, Interface};
use hydraulic_tensioner::HydraulicTensioner;

/// Derivatives of states and integrals, then the energy stored, with inputs and states set.
fn evaluated(values: &[(&str, f64)], t: f64, x: &[f64]) -> (Vec<f64>, f64) {
    let mut instance = Instance::<HydraulicTensioner>::new(Interface::ModelExchange);
    for (name, value) in values {
        let reference = [instance.reference(name).unwrap()];
        instance.set_real(&reference, &[*value]).unwrap();
    }
    let supply = [instance.reference("supply").unwrap()];
    instance.set_integer(&supply, &[2]).unwrap();
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
fn a_shut_check_valve_is_as_in_the_reference() {
    let inputs = [("F", -200.0), ("p", 4.5e5)];
    let x = [0.001, 0.1, 2e6, 2.1e6, 4e5, 1e-5, 0.0, 0.0, 0.0, 0.0];
    let (dx, energy) = evaluated(&inputs, 0.0, &x);
    let expected = [
        0.1,
        1809.75,
        8149755856.278,
        -817026142239.3,
        3520681218.502,
        -1.076325090856e-18,
        -1e-5,
        8.071822336855,
        0.0798533405029,
        -16.5,
    ];
    dx.iter().zip(expected).for_each(|(found, expected)| assert_close(*found, expected));
    assert_close(checksum(&dx), -314068643557.8);
    assert_close(energy, -0.05021335977915);
}

#[test]
fn an_opening_check_valve_is_as_in_the_reference() {
    let inputs = [("F", -50.0), ("p", 4.5e5)];
    let x = [0.001, 0.1, 3e5, 3.2e5, 3.7e5, 1e-5, 0.0, 0.0, 0.0, 0.0];
    let (dx, energy) = evaluated(&inputs, 0.0, &x);
    let expected = [
        0.1,
        753.0,
        22519712.52507,
        74973705755.79,
        -10116591332.92,
        0.004437869822485,
        -1e-5,
        2.965180914856,
        0.008654845996164,
        -1.5,
    ];
    dx.iter().zip(expected).for_each(|(found, expected)| assert_close(*found, expected));
    assert_close(checksum(&dx), 24352639144.11);
    assert_close(energy, -0.05737816708995);
}
