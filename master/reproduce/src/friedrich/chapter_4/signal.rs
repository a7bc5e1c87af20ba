//! What is compared of an engine: angles of cams, travels, forces and pressures, in the units of the pictures.

use std::f64::consts::PI;

use super::port::{Part, Port};
use super::trace::Trace;

/// Half the speed of the crank in rad/s: that of the cams, 1500 rpm.
const CAM_SPEED: f64 = 50.0 * PI;
/// Degrees in a radian.
const DEGREES: f64 = 180.0 / PI;
/// Stiffness between rail and piston in N/m, and of a cam shaft in N m/rad.
const PISTON: f64 = 2e7;
const SHAFT: f64 = 6.3e4;

/// A number at each time, from one variable or the difference of two.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    /// Its name with its unit.
    pub name: &'static str,
    ports: &'static [Port],
    scale: f64,
    /// Whether the mean motion of the cams is taken off.
    swing: bool,
}

impl Signal {
    const fn value_of(name: &'static str, ports: &'static [Port], scale: f64) -> Self {
        Self { name, ports, scale, swing: false }
    }

    const fn cam(name: &'static str, ports: &'static [Port]) -> Self {
        Self { name, ports, scale: DEGREES, swing: true }
    }

    /// A variable as it is.
    const fn plain(name: &'static str, ports: &'static [Port]) -> Self {
        Self::value_of(name, ports, 1.0)
    }

    /// It at all times of a run.
    pub fn of(&self, trace: &Trace) -> Vec<f64> {
        let columns: Vec<&[f64]> = self.ports.iter().map(|port| trace.column(*port)).collect();
        let value = |(k, t): (usize, &f64)| {
            let mean = if self.swing { CAM_SPEED * t } else { 0.0 };
            let minus = columns.get(1).map_or(0.0, |column| column[k]);
            self.scale * (columns[0][k] - minus - mean)
        };
        trace.t.iter().enumerate().map(value).collect()
    }

    /// Its points in a chart, times in ms.
    pub fn points(&self, trace: &Trace) -> Vec<(f64, f64)> {
        trace.t.iter().map(|t| 1e3 * t).zip(self.of(trace)).collect()
    }

    /// Its unit, behind the comma.
    pub fn unit(&self) -> &'static str {
        self.name.rsplit_once(", ").map_or("", |(_, unit)| unit)
    }
}

/// Of the V6 engine.
pub const V6: &[Signal] = &[
    Signal::cam("drive 2 cam 1, deg", &[("drive2", "cam1.phi")]),
    Signal::cam("drive 2 cam 2, deg", &[("drive2", "cam2.phi")]),
    Signal::cam("drive 3 cam 1, deg", &[("drive3", "cam1.phi")]),
    Signal::cam("drive 3 cam 2, deg", &[("drive3", "cam2.phi")]),
    Signal::value_of("rail 1, mm", &[("drive1", "rail.s")], 1e3),
    Signal::value_of("rail 2, mm", &[("drive2", "rail.s")], 1e3),
    Signal::value_of("rail 3, mm", &[("drive3", "rail.s")], 1e3),
    Signal::value_of(
        "twist of the left shaft, deg",
        &[("drive1", "shaft_left.phi"), ("drive2", "shaft.phi")],
        DEGREES,
    ),
    Signal::value_of(
        "twist of the right shaft, deg",
        &[("drive1", "shaft_right.phi"), ("drive3", "shaft.phi")],
        DEGREES,
    ),
];

const LEFT: Part = "tensioner_left";
const RIGHT: Part = "tensioner_right";

/// Of the flat engine.
pub const FLAT: &[Signal] = &[
    Signal::cam("left cam 1, deg", &[("left", "cam1.phi")]),
    Signal::cam("left cam 2, deg", &[("left", "cam2.phi")]),
    Signal::cam("right cam 1, deg", &[("right", "cam1.phi")]),
    Signal::cam("right cam 2, deg", &[("right", "cam2.phi")]),
    Signal::value_of("left rail, mm", &[("left", "rail.s")], 1e3),
    Signal::value_of("right rail, mm", &[("right", "rail.s")], 1e3),
    Signal::value_of("left piston, mm", &[(LEFT, "x")], 1e3),
    Signal::value_of("right piston, mm", &[(RIGHT, "x")], 1e3),
    Signal::value_of("left tensioner force, N", &[(LEFT, "x"), ("left", "rail.s")], PISTON),
    Signal::value_of("right tensioner force, N", &[(RIGHT, "x"), ("right", "rail.s")], PISTON),
    Signal::value_of("left chamber, bar", &[(LEFT, "p_h")], 1e-5),
    Signal::value_of("right chamber, bar", &[(RIGHT, "p_h")], 1e-5),
    Signal::value_of("left ball cage, bar", &[(LEFT, "p_b")], 1e-5),
    Signal::value_of("left feed bore, bar", &[(LEFT, "p_c")], 1e-5),
];

/// Of the bank, but for its controller.
pub const BANK: &[Signal] = &[
    Signal::cam("exhaust wheel, deg", &[("chain", "exhaust.phi")]),
    Signal::cam("intake wheel, deg", &[("chain", "intake.phi")]),
    Signal::plain("intake phase, rad", &[("intake_phaser", "psi")]),
    Signal::plain("exhaust phase, rad", &[("exhaust_phaser", "psi")]),
    Signal::value_of("intake chamber A, bar", &[("intake_phaser", "p_A")], 1e-5),
    Signal::value_of("intake chamber B, bar", &[("intake_phaser", "p_B")], 1e-5),
    Signal::value_of("exhaust chamber A, bar", &[("exhaust_phaser", "p_A")], 1e-5),
    Signal::value_of("exhaust chamber B, bar", &[("exhaust_phaser", "p_B")], 1e-5),
    Signal::value_of("piston, mm", &[("tensioner", "x")], 1e3),
    Signal::value_of("tensioner chamber, bar", &[("tensioner", "p_h")], 1e-5),
    Signal::cam("exhaust cam, deg", &[("exhaust_valves", "phi")]),
    Signal::value_of(
        "exhaust cam torque, N m",
        &[("exhaust_phaser", "rotor.phi"), ("exhaust_valves", "phi")],
        SHAFT,
    ),
    Signal::value_of(
        "intake cam torque, N m",
        &[("intake_phaser", "rotor.phi"), ("intake_valves", "phi")],
        SHAFT,
    ),
];

/// Of the bank's controller.
pub const CONTROLLER: &[Signal] = &[
    Signal::plain("exhaust valve position, 1", &[("controller", "s_ex")]),
    Signal::plain("intake valve position, 1", &[("controller", "s_in")]),
];

/// The variables of several signals.
pub fn ports(signals: &[Signal]) -> Vec<Port> {
    signals.iter().flat_map(|signal| signal.ports.iter().copied()).collect()
}

/// The signal of that name.
pub fn named(signals: &[Signal], name: &str) -> Signal {
    let found = signals.iter().find(|signal| signal.name == name);
    *found.unwrap_or_else(|| panic!("there is no signal {name:?}"))
}
