//! `law = "rigid-link"`: two bodies that give motion and take a force, kept together by a force that the scheme solves for.

use coupling::law::{Level, LinkedCoordinate, RigidLink};
use serde::Deserialize;

use super::{LawSection, Port, Variables, WiredLaw, gap_columns};

/// A rigid link between two bodies; by default between `x`, `v` and `force`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RigidLinkSection {
    /// The two slaves.
    between: [String; 2],
    /// Which coordinates are linked.
    #[serde(default)]
    joint: LinkKind,
    /// What agrees at communication points: position, velocity or acceleration.
    #[serde(default)]
    level: LevelKind,
    /// The output with the position, on each side of a line.
    position: Option<[String; 2]>,
    /// The output with the velocity, on each side of a line.
    velocity: Option<[String; 2]>,
    /// The output with the acceleration, on each side of a line.
    acceleration: Option<[String; 2]>,
    /// The input that takes the force, on each side of a line.
    force: Option<[String; 2]>,
}

/// Which coordinates a link has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LinkKind {
    #[default]
    Line,
    Planar,
}

/// At which level it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LevelKind {
    Position,
    #[default]
    Velocity,
    Acceleration,
}

/// Position, velocity, acceleration and force of a coordinate in the plane.
const PLANAR: [[&str; 4]; 2] = [["x", "vx", "ax", "fx"], ["y", "vy", "ay", "fy"]];

/// The variables of one coordinate on one side.
#[derive(Clone, Copy)]
struct Ports {
    position: Port,
    velocity: Port,
    acceleration: Option<Port>,
    force: Port,
}

impl LawSection for RigidLinkSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let slaves = variables.two_slaves(&self.between)?;
        if !variables.step_together(&slaves) {
            return Err(format!(
                "slaves \"{}\" and \"{}\" have steps of different length; a rigid link needs the same for both: leave out their \
                 step",
                self.between[0], self.between[1]
            ));
        }
        let names = self.names()?;
        let mut coordinates = Vec::new();
        for names in &names {
            let mut side =
                |k: usize| self.side(variables, slaves[k], names.clone().map(|n| n[k].clone()));
            coordinates.push([side(0)?, side(1)?]);
        }
        let level = match self.level {
            LevelKind::Position => Level::Position,
            LevelKind::Velocity => Level::Velocity,
            LevelKind::Acceleration => Level::Acceleration,
        };
        Ok(WiredLaw::new(move |numbers| {
            let linked = coordinates.iter().map(|[a, b]| LinkedCoordinate {
                position: [a, b].map(|side| numbers.output(side.position)),
                velocity: [a, b].map(|side| numbers.output(side.velocity)),
                acceleration: a
                    .acceleration
                    .zip(b.acceleration)
                    .map(|(a, b)| [a, b].map(|port| numbers.output(port))),
                force: [a, b].map(|side| numbers.input(side.force)),
            });
            RigidLink::new(level, linked.collect())
        }))
    }

    fn label(&self) -> Vec<String> {
        vec![match self.level {
            LevelKind::Position => "equal positions".into(),
            LevelKind::Velocity => "equal velocities".into(),
            LevelKind::Acceleration => String::from("equal accelerations"),
        }]
    }

    fn is_of_second_order(&self) -> bool {
        true
    }

    fn is_equation(&self) -> bool {
        true
    }

    fn tells(&self, variables: &dyn Variables) -> Vec<(&'static str, &'static str)> {
        let [first, _] = &self.between;
        let position = self.position.as_ref().map_or("x", |[name, _]| name.as_str());
        let turns = variables.slave(first).is_ok_and(|slave| variables.is_angle(slave, position));
        gap_columns(turns).into()
    }
}

impl RigidLinkSection {
    /// Position, velocity, acceleration and force of each coordinate, on both sides.
    fn names(&self) -> Result<Vec<[[String; 2]; 4]>, String> {
        let both = |name: &str| [name.to_string(), name.to_string()];
        let given = [
            ("position", &self.position),
            ("velocity", &self.velocity),
            ("acceleration", &self.acceleration),
            ("force", &self.force),
        ];
        if self.joint == LinkKind::Planar {
            return match given.iter().find(|(_, pair)| pair.is_some()) {
                Some((field, _)) => Err(format!(
                    "{field} names a variable on a line; remove it, for joint = \"planar\" takes x, vx, ax, fx and y, vy, ay, fy"
                )),
                None => Ok(PLANAR.map(|names| names.map(both)).into()),
            };
        }
        let usual = ["x", "v", "a", "force"];
        let pair = |n: usize| given[n].1.clone().unwrap_or_else(|| both(usual[n]));
        Ok(vec![[pair(0), pair(1), pair(2), pair(3)]])
    }

    /// The variables of one side; an acceleration only where the link is at that level.
    fn side(
        &self,
        variables: &mut dyn Variables,
        slave: usize,
        [position, velocity, acceleration, force]: [String; 4],
    ) -> Result<Ports, String> {
        let hint = "a rigid link lies between bodies that give motion and take a force; where one takes motion, write law = \"constraint\"";
        let at_acceleration = self.level == LevelKind::Acceleration;
        if variables.has_input(slave, &format!("{position}_in")) {
            return Err(format!("slave \"{}\" takes motion; {hint}", variables.slave_name(slave)));
        }
        Ok(Ports {
            position: variables.measure(slave, &position, hint)?,
            velocity: variables.measure(slave, &velocity, hint)?,
            acceleration: match at_acceleration {
                true => Some(variables.measure(
                    slave,
                    &acceleration,
                    "level = \"velocity\" needs no acceleration",
                )?),
                false => None,
            },
            force: variables.drive(slave, &force, hint)?,
        })
    }
}
