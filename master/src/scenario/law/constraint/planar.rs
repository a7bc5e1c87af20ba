//! A constraint in the plane.

use super::find::{Finder, owned, slave_names};
use super::ports::{Coupled, MotionNames, Ports, Sides};
use crate::scenario::law::{Port, Variables};

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
