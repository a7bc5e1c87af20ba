//! Placement, right-hand side and energies against the reference numbers in `data/reference.toml`.

use chain_drive::drive::{Drive, Values, WheelValues};
use chain_drive::layout::Layout;
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    placement: Vec<Placed>,
    right_hand_side: RightHandSide,
}

#[derive(Deserialize)]
struct Placed {
    layout: String,
    links: usize,
    wheels: Vec<Wheel>,
    rail: Rail,
    first_pin: [f64; 2],
    second_pin: [f64; 2],
    middle_pin: [f64; 2],
    energy: f64,
}

#[derive(Deserialize)]
struct Wheel {
    teeth: u32,
    centre: [f64; 2],
    radius: f64,
    phase: f64,
    speed: f64,
}

#[derive(Deserialize)]
struct Rail {
    centre: [f64; 2],
    normal: [f64; 2],
}

#[derive(Deserialize)]
struct RightHandSide {
    layout: String,
    time: f64,
    numbers: usize,
    checksum: f64,
    energy: f64,
    derivatives: Vec<(usize, f64)>,
}

fn reference() -> Reference {
    toml::from_str(include_str!("data/reference.toml")).unwrap()
}

fn assert_near(found: f64, expected: f64, bound: f64, what: &str) {
    assert!(
        (found - expected).abs() <= bound,
        "{what}: {found}, expected {expected}, off by {:e}",
        found - expected
    );
}

fn assert_vectors_near(found: [f64; 2], expected: [f64; 2], bound: f64, what: &str) {
    (0..2).for_each(|i| assert_near(found[i], expected[i], bound, what));
}

// The reference numbers have 12 decimals, some centres 9.
const PLACEMENT: f64 = 1e-9;

#[test]
fn wheels_and_rail_are_where_the_reference_has_them() {
    for placed in reference().placement {
        let (drive, x) = Drive::new(&Layout::new(&placed.layout).unwrap()).unwrap();
        assert_eq!(drive.pins, placed.links, "{}", placed.layout);
        let (_, states, rail) = drive.split(&x);
        for ((sprocket, state), wheel) in drive.sprockets.iter().zip(states).zip(&placed.wheels) {
            assert_eq!(sprocket.teeth, wheel.teeth);
            assert_vectors_near(sprocket.centre, wheel.centre, PLACEMENT, "centre");
            assert_near(sprocket.radius, wheel.radius, PLACEMENT, "radius");
            assert_near(sprocket.phase, wheel.phase, PLACEMENT, "phase");
            // Printed with 9 decimals.
            assert_near(state[5], wheel.speed, 1e-9, "speed");
            assert_eq!(state[..5], [0.0; 5]);
        }
        assert_vectors_near(drive.arc.centre, placed.rail.centre, PLACEMENT, "centre of the rail");
        assert_vectors_near(drive.arc.normal, placed.rail.normal, PLACEMENT, "normal of the rail");
        assert_eq!(rail, [0.0; 2]);
    }
}

#[test]
fn pins_are_where_the_reference_has_them() {
    for placed in reference().placement {
        let (drive, x) = Drive::new(&Layout::new(&placed.layout).unwrap()).unwrap();
        let pins = drive.split(&x).0;
        for (k, expected) in
            [(0, placed.first_pin), (1, placed.second_pin), (placed.links / 2, placed.middle_pin)]
        {
            assert_vectors_near(
                [pins.x[k], pins.y[k]],
                expected,
                PLACEMENT,
                &format!("pin {k} of {}", placed.layout),
            );
        }
    }
}

#[test]
fn the_energy_at_the_start_is_that_of_the_reference() {
    for placed in reference().placement {
        let layout = Layout::new(&placed.layout).unwrap();
        let (drive, x) = Drive::new(&layout).unwrap();
        let wheels = WheelValues::of(&layout);
        let energy = drive.energy(&Values::of(&layout, &wheels), 0.0, &x);
        // Printed with 8 or 9 decimals.
        assert_near(energy, placed.energy, 1e-8, &placed.layout);
    }
}

/// The states of the start, each pushed a little from its place.
fn perturbed(drive: &Drive, start: &[f64]) -> Vec<f64> {
    let amplitude = |i: usize| match i {
        i if i < 2 * drive.pins => 1e-5,
        i if i < 4 * drive.pins => 0.1,
        _ => 1e-4,
    };
    start.iter().enumerate().map(|(i, x)| x + amplitude(i) * (i as f64 + 1.0).sin()).collect()
}

#[test]
fn the_right_hand_side_is_that_of_the_reference() {
    let expected = reference().right_hand_side;
    let layout = Layout::new(&expected.layout).unwrap();
    let (drive, start) = Drive::new(&layout).unwrap();
    let wheels = WheelValues::of(&layout);
    let values = Values::of(&layout, &wheels);
    let x = perturbed(&drive, &start);
    let u: Vec<f64> = (0..3 * wheels.len() + 1).map(|j| 10.0 + j as f64).collect();
    let mut dx = vec![0.0; x.len()];
    let powers = drive.derivatives(&values, expected.time, &x, &u, &mut dx);
    dx.extend([powers.dissipated, powers.external, powers.ports]);
    assert_eq!(dx.len(), expected.numbers);
    // Relative 1e-9; the numbers are printed with 13 digits.
    for (i, value) in expected.derivatives {
        assert_near(dx[i], value, 1e-9 * value.abs(), &format!("derivative {i}"));
    }
    let checksum: f64 =
        dx.iter().enumerate().map(|(i, dx)| dx * (0.1 * (i as f64 + 1.0)).sin()).sum();
    assert_near(checksum, expected.checksum, 1e-9 * expected.checksum.abs(), "checksum");
    let energy = drive.energy(&values, expected.time, &x);
    assert_near(energy, expected.energy, 1e-9 * expected.energy, "energy");
}
