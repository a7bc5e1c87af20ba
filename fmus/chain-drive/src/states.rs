//! The states of the FMU, in the order of [`Drive`](crate::drive::Drive), with the scales of their errors.

use fmu_builder::{StateList, Variables};

use crate::layout::{Layout, Rotation};

/// What errors of states are compared with.
mod scale {
    /// Of positions in m.
    pub const POSITION: f64 = 1e-6;
    /// Of velocities in m/s.
    pub const VELOCITY: f64 = 0.05;
    /// Of angles in rad.
    pub const ANGLE: f64 = 1e-5;
    /// Of rates of rotation in rad/s.
    pub const SPEED: f64 = 1.0;
}

/// Name, unit, description, scale of the error.
type Row = (&'static str, &'static str, &'static str, f64);

const PIN: [Row; 4] = [
    ("x", "m", "position of the pin", scale::POSITION),
    ("y", "m", "position of the pin", scale::POSITION),
    ("vx", "m/s", "velocity of the pin", scale::VELOCITY),
    ("vy", "m/s", "velocity of the pin", scale::VELOCITY),
];

const WHEEL: [Row; 6] = [
    ("x", "m", "displacement of the wheel's centre since the start", scale::POSITION),
    ("y", "m", "displacement of the wheel's centre since the start", scale::POSITION),
    ("phi", "rad", "rotation of the wheel since the start", scale::ANGLE),
    ("vx", "m/s", "velocity of the wheel's centre", scale::VELOCITY),
    ("vy", "m/s", "velocity of the wheel's centre", scale::VELOCITY),
    ("omega", "rad/s", "rate of rotation of the wheel", scale::SPEED),
];

const RAIL: [Row; 2] = [
    ("s", "m", "travel of the rail towards the chain since the start", scale::POSITION),
    ("v", "m/s", "velocity of the rail", scale::VELOCITY),
];

/// Declares all states of a drive with so many pins.
pub fn declare(v: &mut Variables, layout: &Layout, pins: usize) -> StateList {
    for (name, unit, text, scale) in PIN {
        let names = (1..=pins).map(|k| format!("pin[{k}].{name}"));
        for state in v.computed_states(names, unit, text).iter() {
            v.local(state);
            v.error_scale(state, scale);
        }
    }
    for wheel in &layout.wheels {
        body(v, &wheel.name, &WHEEL);
    }
    body(v, "rail", &RAIL);
    let all = v.all_states();
    let pin_positions = (0..2 * pins).map(|i| (i, i + 2 * pins));
    // A prescribed rotation has its speed from the crank, not from the state beside it.
    let turns = |w: usize| layout.wheels[w].rotation != Rotation::Prescribed;
    let wheel = |w: usize| (0..2 + usize::from(turns(w))).map(move |i| 4 * pins + 6 * w + i);
    let wheel_positions = (0..layout.wheels.len()).flat_map(wheel).map(|i| (i, i + 3));
    let rail = (all.len() - 2, all.len() - 1);
    for (position, velocity) in pin_positions.chain(wheel_positions).chain([rail]) {
        v.position(all.state(position), all.state(velocity));
    }
    all
}

fn body(v: &mut Variables, stem: &str, rows: &[Row]) {
    for (name, unit, text, scale) in rows {
        let state = v.computed_state(&format!("{stem}.{name}"), unit, text);
        v.error_scale(state, *scale);
    }
}
