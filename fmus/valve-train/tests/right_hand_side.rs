//! The right-hand side against numbers of an independent implementation.

use fmu_builder::Structural;
use fmu_builder::runtime::{Instance, Interface};
use valve_train::ValveTrain;

const COILS: usize = 8;
const SEGMENTS: usize = 3;
const VALVES: usize = 6;

/// Where state `i` of the reference stands here. There, positions and velocities alternate; here those of the shaft and of
/// each valve with its coils stand next to each other.
fn place(i: usize) -> usize {
    let (shaft, bodies) = (2 * SEGMENTS, COILS + 1);
    if i < shaft {
        return i / 2 + i % 2 * SEGMENTS;
    }
    let (valve, rest) = ((i - shaft) / (2 * bodies), (i - shaft) % (2 * bodies));
    if valve < VALVES { shaft + valve * 2 * bodies + rest / 2 + rest % 2 * bodies } else { i }
}

/// The exhaust at its start, each state moved a little.
fn moved() -> (Instance<ValveTrain>, Vec<f64>) {
    let structural = Structural::default().with("coils", COILS);
    let mut instance = Instance::<ValveTrain>::structured(Interface::ModelExchange, &structural);
    for (name, value) in [("phase", 0.3), ("M", 7.0)] {
        let reference = [instance.reference(name).unwrap()];
        instance.set_real(&reference, &[value]).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.enter_continuous_time_mode().unwrap();
    let states = 2 * SEGMENTS + 2 * VALVES * (COILS + 1);
    let mut x = vec![0.0; states + 3];
    instance.continuous_states(&mut x).unwrap();
    for i in 0..states {
        let amplitude = [1e-6, 0.01][i % 2];
        let amplitude = if i < 2 * SEGMENTS { 1e-4 } else { amplitude };
        x[place(i)] += amplitude * ((i + 1) as f64).sin();
    }
    (instance, x)
}

/// Σ ẋ_i sin(0.1 (i + 1)).
fn checksum(dx: &[f64]) -> f64 {
    dx.iter().enumerate().map(|(i, dx)| dx * (0.1 * (i + 1) as f64).sin()).sum()
}

fn assert_close(found: f64, expected: f64) {
    let error = (found - expected).abs();
    assert!(error <= 1e-9 * expected.abs(), "{found} is not {expected}");
}

#[test]
fn the_exhaust_with_8_coils_is_as_in_the_reference() {
    let (mut instance, x) = moved();
    instance.set_continuous_states(&x).unwrap();
    let mut there = vec![0.0; x.len()];
    instance.derivatives(&mut there).unwrap();
    let dx: Vec<f64> = (0..x.len()).map(|i| there[place(i)]).collect();
    let expected = [
        (1, 15401.5681457),
        (3, -5423.742651835),
        (5, 7072.322701521),
        (7, -5599.897093605),
        (9, -330.644949858),
        (25, -5593.115967827),
        (43, 919.4835569888),
        (114, 304.2652816889),
        (116, 1099.558065265),
    ];
    expected.iter().for_each(|(i, expected)| assert_close(dx[*i], *expected));
    assert_close(checksum(&dx), -3511.910034406);
    assert_close(instance.real("energy").unwrap(), 14.01378533856);
}
