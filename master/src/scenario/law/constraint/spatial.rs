//! A constraint in space.

use super::find::{Finder, slave_names};
use super::ports::{Coupled, MotionNames, Ports, Sides};
use crate::scenario::law::{Port, Variables};

/// The vectors of a body in space that gives motion, and the number of their components.
const GIVEN: [(&str, usize); 8] = [
    ("r", 3),
    ("v", 3),
    ("q", 4),
    ("omega", 3),
    ("a", 3),
    ("alpha", 3),
    ("force", 3),
    ("torque", 3),
];
/// Those of a body that takes it.
const TAKEN: [(&str, usize); 6] =
    [("r", 3), ("v", 3), ("q", 4), ("omega", 3), ("reaction", 3), ("reaction_torque", 3)];

/// The names of the components of vectors.
fn components(
    slave: usize,
    vectors: &[(&str, usize)],
    variables: &dyn Variables,
) -> Vec<Vec<String>> {
    vectors.iter().map(|(stem, n)| variables.component_names(slave, stem, *n)).collect()
}

/// r, q, v, ω and their rates, force and torque; r_in, … and reactions on the other side.
pub(super) fn spatial(
    sides: &Sides,
    offset: [f64; 3],
    variables: &mut dyn Variables,
) -> Result<Ports, String> {
    let names = slave_names(sides, variables);
    let [first, second] = sides.slaves;
    let stems = components(first, &GIVEN, variables);
    let taken = components(second, &TAKEN, variables);
    let marked = |names: &[String]| -> Vec<String> {
        names.iter().map(|name| format!("{name}_in")).collect()
    };
    let mut find =
        Finder { variables, giving: first, taking: second, names: [&names[0], &names[1]] };
    let Coupled { translates, turns, oriented } = Coupled::of(&sides.held, offset);
    find.roles(&stems[0][0], &stems[6][0], &marked(&taken[0])[0])?;
    let four = |find: &mut Finder, slave: usize, names: &[String]| -> Result<Vec<Port>, String> {
        names.iter().map(|name| find.measure(slave, name)).collect()
    };
    let mut giving = MotionNames {
        position: find.vector(first, &stems[0])?,
        velocity: find.vector(first, &stems[1])?,
        turn: four(&mut find, first, &stems[2])?,
        angular_velocity: find.vector(first, &stems[3])?,
        ..MotionNames::default()
    };
    if sides.accelerated {
        giving.acceleration = find.accelerations(&stems[4])?;
        if oriented {
            giving.angular_acceleration = find.accelerations(&stems[5])?;
        }
    }
    let taking = MotionNames {
        position: find.vector(second, &taken[0])?,
        velocity: find.vector(second, &taken[1])?,
        turn: four(&mut find, second, &taken[2])?,
        angular_velocity: find.vector(second, &taken[3])?,
        ..MotionNames::default()
    };
    let none = [None; 3];
    let quaternion = if turns { marked(&taken[2]) } else { Vec::new() };
    let turn_in: Result<Vec<Port>, String> =
        quaternion.iter().map(|name| find.drive(second, name)).collect();
    let turn_in = turn_in?;
    let torque = turns || find.variables.has_output(second, &taken[5][0]);
    Ok(Ports {
        force: if translates { find.driven(first, &stems[6])? } else { none },
        torque: if oriented { find.driven(first, &stems[7])? } else { none },
        position_in: if translates { find.driven(second, &marked(&taken[0]))? } else { none },
        velocity_in: if translates { find.driven(second, &marked(&taken[1]))? } else { none },
        turn_in,
        angular_velocity_in: if turns { find.driven(second, &marked(&taken[3]))? } else { none },
        reaction: find.vector(second, &taken[4])?,
        reaction_torque: if torque { find.vector(second, &taken[5])? } else { none },
        giving,
        taking,
    })
}
