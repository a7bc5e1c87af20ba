//! The variables that a constraint joins: on a line, in the plane and in space.

use coupling::law::constraint::{Axes, Giving, Held, MotionPorts, Taking, TurnPorts};
use coupling::{InputId, OutputId};

use super::ConstraintSection;
use crate::scenario::law::{Numbers, Port, Variables};

/// The two slaves of a constraint, and what is asked of them.
pub(super) struct Sides {
    pub(super) slaves: [usize; 2],
    pub(super) held: Held,
    /// Whether the acceleration of the first slave counts.
    pub(super) accelerated: bool,
}

/// Variables by their place in the slaves.
pub(super) struct Ports {
    giving: MotionNames,
    force: [Option<Port>; 3],
    torque: [Option<Port>; 3],
    taking: MotionNames,
    position_in: [Option<Port>; 3],
    velocity_in: [Option<Port>; 3],
    turn_in: Vec<Port>,
    angular_velocity_in: [Option<Port>; 3],
    reaction: [Option<Port>; 3],
    reaction_torque: [Option<Port>; 3],
}

/// The outputs of a motion.
#[derive(Default)]
struct MotionNames {
    position: [Option<Port>; 3],
    velocity: [Option<Port>; 3],
    acceleration: Option<[Option<Port>; 3]>,
    turn: Vec<Port>,
    angular_velocity: [Option<Port>; 3],
    angular_acceleration: Option<[Option<Port>; 3]>,
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

/// Finds variables, with words for what is missing.
struct Finder<'a> {
    variables: &'a mut dyn Variables,
    giving: usize,
    taking: usize,
    names: [&'a str; 2],
}

impl Finder<'_> {
    /// Says what is wrong where the slaves do not have the parts that the constraint gives them.
    fn roles(&self, motion: &str, force: &str, prescribed: &str) -> Result<(), String> {
        // What is prescribed is not given at the same time.
        let driven = format!("{motion}_in");
        let gives = |slave| {
            let Self { variables, .. } = self;
            variables.has_output(slave, motion)
                && variables.has_input(slave, force)
                && !variables.has_input(slave, &driven)
        };
        let takes = |slave| self.variables.has_input(slave, prescribed);
        let [a, b] = self.names;
        let kinds = format!(
            "a constraint lies between a slave that gives motion (output \"{motion}\") and takes a force (input \"{force}\"), and \
             one that takes motion (input \"{prescribed}\") and gives the reaction"
        );
        match ([gives(self.giving), gives(self.taking)], [takes(self.giving), takes(self.taking)]) {
            ([false, true], [true, _]) => {
                Err(format!("slave \"{a}\" takes motion; write between = [\"{b}\", \"{a}\"]"))
            }
            ([true, true], [_, false]) => Err(format!(
                "both slaves give motion and take a force; {kinds}. Where none takes motion, a stiff spring-damper with \
                 scheme.kind = \"semi-implicit\" joins them, or law = \"rigid-link\""
            )),
            ([false, false], [_, true]) => {
                Err(format!("both slaves give a force and none gives motion; {kinds}"))
            }
            ([_, _], [_, false]) => Err(format!("slave \"{b}\" takes no motion; {kinds}")),
            _ => Ok(()),
        }
    }

    fn measure(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        self.variables.measure(slave, name, HINT)
    }

    fn drive(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        self.variables.drive(slave, name, HINT)
    }

    fn vector(&mut self, slave: usize, names: &[String]) -> Result<[Option<Port>; 3], String> {
        let mut found = [None; 3];
        for (place, name) in found.iter_mut().zip(names) {
            *place = Some(self.measure(slave, name)?);
        }
        Ok(found)
    }

    fn driven(&mut self, slave: usize, names: &[String]) -> Result<[Option<Port>; 3], String> {
        let mut found = [None; 3];
        for (place, name) in found.iter_mut().zip(names) {
            *place = Some(self.drive(slave, name)?);
        }
        Ok(found)
    }

    /// Accelerations where the slave has them; else they follow from the velocities, which the user is told.
    fn accelerations(&mut self, names: &[String]) -> Result<Option<[Option<Port>; 3]>, String> {
        if names.iter().all(|name| self.variables.has_output(self.giving, name)) {
            return self.vector(self.giving, names).map(Some);
        }
        self.variables.note(format!(
            "slave \"{}\" has no output \"{}\": its acceleration is found from the change of its velocity over the last step, \
             which is a step late and can be less stable; motion = \"index-2\" needs none",
            self.names[0],
            names.join("\", \"")
        ));
        Ok(None)
    }
}

const HINT: &str = "docs/constraints.md lists the variables of a constraint";

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// x, v, a and force on one side, x_in, v_in, x, v and reaction on the other.
pub(super) fn line(
    sides: &Sides,
    section: &ConstraintSection,
    variables: &mut dyn Variables,
) -> Result<Ports, String> {
    let ConstraintSection { giving, taking, between, .. } = section;
    let name =
        |given: &Option<String>, usual: &str| vec![given.clone().unwrap_or_else(|| usual.into())];
    let [x, v, a] = [(&giving.position, "x"), (&giving.velocity, "v"), (&giving.acceleration, "a")]
        .map(|(given, usual)| name(given, usual));
    let force = name(&giving.force, "force");
    let (x_in, v_in) = (name(&taking.position_in, "x_in"), name(&taking.velocity_in, "v_in"));
    let names = [between[0].as_str(), between[1].as_str()];
    let mut find = Finder { variables, giving: sides.slaves[0], taking: sides.slaves[1], names };
    find.roles(&x[0], &force[0], &x_in[0])?;
    let [first, second] = sides.slaves;
    Ok(Ports {
        giving: MotionNames {
            position: find.vector(first, &x)?,
            velocity: find.vector(first, &v)?,
            acceleration: match (sides.accelerated, &giving.acceleration) {
                (false, _) => None,
                (true, None) => find.accelerations(&a)?,
                (true, Some(_)) => Some(find.vector(first, &a)?),
            },
            ..MotionNames::default()
        },
        force: find.driven(first, &force)?,
        torque: [None; 3],
        taking: MotionNames {
            position: find.vector(second, &name(&taking.position, "x"))?,
            velocity: find.vector(second, &name(&taking.velocity, "v"))?,
            ..MotionNames::default()
        },
        position_in: find.driven(second, &x_in)?,
        velocity_in: find.driven(second, &v_in)?,
        turn_in: Vec::new(),
        angular_velocity_in: [None; 3],
        reaction: find.vector(second, &name(&taking.reaction, "reaction"))?,
        reaction_torque: [None; 3],
    })
}

/// Which parts of a joint with rotations are coupled.
#[derive(Clone, Copy)]
struct Coupled {
    translates: bool,
    turns: bool,
    /// Whether the orientation of the first body counts.
    oriented: bool,
}

impl Coupled {
    fn of(held: &Held, offset: [f64; 3]) -> Self {
        let turns = held.rotations.contains(&true);
        let oriented = turns || offset != [0.0; 3];
        Self { translates: held.translations.contains(&true), turns, oriented }
    }
}

/// x, y, phi and their rates, fx, fy and torque; x_in, … and reactions on the other side.
pub(super) fn planar(
    sides: &Sides,
    offset: [f64; 3],
    variables: &mut dyn Variables,
) -> Result<Ports, String> {
    let third = |port: Port| [None, None, Some(port)];
    let names = slave_names(sides, variables);
    let [first, second] = sides.slaves;
    let mut find =
        Finder { variables, giving: first, taking: second, names: [&names[0], &names[1]] };
    let Coupled { translates, turns, oriented } = Coupled::of(&sides.held, offset);
    let prescribed = if translates { "x_in" } else { "phi_in" };
    find.roles("x", if translates { "fx" } else { "torque" }, prescribed)?;
    let mut giving = MotionNames {
        position: find.vector(first, &owned(&["x", "y"]))?,
        velocity: find.vector(first, &owned(&["vx", "vy"]))?,
        ..MotionNames::default()
    };
    let mut taking = MotionNames {
        position: find.vector(second, &owned(&["x", "y"]))?,
        velocity: find.vector(second, &owned(&["vx", "vy"]))?,
        ..MotionNames::default()
    };
    if sides.accelerated {
        giving.acceleration = find.accelerations(&owned(&["ax", "ay"]))?;
    }
    if oriented {
        giving.turn = vec![find.measure(first, "phi")?];
        giving.angular_velocity = third(find.measure(first, "omega")?);
        if sides.accelerated {
            let alpha = find.accelerations(&owned(&["alpha"]))?;
            giving.angular_acceleration = alpha.map(|[alpha, ..]| [None, None, alpha]);
        }
    }
    let frame = turns || sides.held.translations[0] != sides.held.translations[1];
    if frame {
        taking.turn = vec![find.measure(second, "phi")?];
        taking.angular_velocity = third(find.measure(second, "omega")?);
    }
    // A torque about a free axis is read all the same: it shows that the slave holds the axis.
    let torque = turns || find.variables.has_output(second, "reaction_torque");
    let none = [None; 3];
    let (of_x, of_v) = (owned(&["x_in", "y_in"]), owned(&["vx_in", "vy_in"]));
    Ok(Ports {
        force: if translates { find.driven(first, &owned(&["fx", "fy"]))? } else { none },
        torque: if oriented { third(find.drive(first, "torque")?) } else { none },
        position_in: if translates { find.driven(second, &of_x)? } else { none },
        velocity_in: if translates { find.driven(second, &of_v)? } else { none },
        turn_in: if turns { vec![find.drive(second, "phi_in")?] } else { Vec::new() },
        angular_velocity_in: if turns { third(find.drive(second, "omega_in")?) } else { none },
        reaction: find.vector(second, &owned(&["reaction_x", "reaction_y"]))?,
        reaction_torque: if torque {
            third(find.measure(second, "reaction_torque")?)
        } else {
            none
        },
        giving,
        taking,
    })
}

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

/// What the user calls both slaves.
fn slave_names(sides: &Sides, variables: &dyn Variables) -> [String; 2] {
    sides.slaves.map(|slave| variables.slave_name(slave))
}
