//! A constraint on a line.

use super::ConstraintSection;
use super::find::Finder;
use super::ports::{MotionNames, Ports, Sides};
use crate::scenario::law::Variables;

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
