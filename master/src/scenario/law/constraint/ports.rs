//! The variables that a constraint joins, by their place in the slaves.

use coupling::law::constraint::{Axes, Giving, Held, MotionPorts, Taking, TurnPorts};
use coupling::{InputId, OutputId};

use crate::scenario::law::{Numbers, Port};

/// The two slaves of a constraint, and what is asked of them.
pub(super) struct Sides {
    pub(super) slaves: [usize; 2],
    pub(super) held: Held,
    /// Whether the acceleration of the first slave counts.
    pub(super) accelerated: bool,
}

/// Variables by their place in the slaves.
pub(super) struct Ports {
    pub(super) giving: MotionNames,
    pub(super) force: [Option<Port>; 3],
    pub(super) torque: [Option<Port>; 3],
    pub(super) taking: MotionNames,
    pub(super) position_in: [Option<Port>; 3],
    pub(super) velocity_in: [Option<Port>; 3],
    pub(super) turn_in: Vec<Port>,
    pub(super) angular_velocity_in: [Option<Port>; 3],
    pub(super) reaction: [Option<Port>; 3],
    pub(super) reaction_torque: [Option<Port>; 3],
}

/// The outputs of a motion.
#[derive(Default)]
pub(super) struct MotionNames {
    pub(super) position: [Option<Port>; 3],
    pub(super) velocity: [Option<Port>; 3],
    pub(super) acceleration: Option<[Option<Port>; 3]>,
    pub(super) turn: Vec<Port>,
    pub(super) angular_velocity: [Option<Port>; 3],
    pub(super) angular_acceleration: Option<[Option<Port>; 3]>,
}

impl MotionNames {
    fn number(&self, numbers: &Numbers) -> MotionPorts {
        let outputs = |ports: [Option<Port>; 3]| -> Axes<OutputId> {
            ports.map(|port| port.map(|port| numbers.output(port)))
        };
        MotionPorts {
            position: outputs(self.position),
            velocity: outputs(self.velocity),
            acceleration: self.acceleration.map(outputs),
            turn: turn(&self.turn, |port| numbers.output(port)),
            angular_velocity: outputs(self.angular_velocity),
            angular_acceleration: self.angular_acceleration.map(outputs),
        }
    }
}

fn turn<P: Copy>(ports: &[Port], number: impl Fn(Port) -> P) -> TurnPorts<P> {
    match *ports {
        [angle] => TurnPorts::Angle(number(angle)),
        [w, x, y, z] => TurnPorts::Quaternion([w, x, y, z].map(number)),
        _ => TurnPorts::None,
    }
}

impl Ports {
    pub(super) fn number(&self, numbers: &Numbers, offset: [f64; 3]) -> (Giving, Taking) {
        let inputs = |ports: [Option<Port>; 3]| -> Axes<InputId> {
            ports.map(|port| port.map(|port| numbers.input(port)))
        };
        let outputs = |ports: [Option<Port>; 3]| -> Axes<OutputId> {
            ports.map(|port| port.map(|port| numbers.output(port)))
        };
        let giving = Giving {
            motion: self.giving.number(numbers),
            offset,
            force: inputs(self.force),
            torque: inputs(self.torque),
        };
        let taking = Taking {
            motion: self.taking.number(numbers),
            position: inputs(self.position_in),
            turn: turn(&self.turn_in, |port| numbers.input(port)),
            velocity: inputs(self.velocity_in),
            angular_velocity: inputs(self.angular_velocity_in),
            reaction: outputs(self.reaction),
            reaction_torque: outputs(self.reaction_torque),
        };
        (giving, taking)
    }
}

/// Which parts of a joint with rotations are coupled.
#[derive(Clone, Copy)]
pub(super) struct Coupled {
    pub(super) translates: bool,
    pub(super) turns: bool,
    /// Whether the orientation of the first body counts.
    pub(super) oriented: bool,
}

impl Coupled {
    pub(super) fn of(held: &Held, offset: [f64; 3]) -> Self {
        let turns = held.rotations.contains(&true);
        let oriented = turns || offset != [0.0; 3];
        Self { translates: held.translations.contains(&true), turns, oriented }
    }
}
