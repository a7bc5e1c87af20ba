//! Flexible joints between bodies in space.

use coupling::law::{
    BodyPorts, Characteristic, Compliance, Joint, JointEnd, JointStiffness, Kind, Marker,
    TorqueAxis,
};

use super::super::Law;
use super::springs::characteristic;
use super::vectors::component_names;
use super::{Driver, Numbers, Port, Wiring};
use crate::scenario::file::{JointKind, JointSection, TorqueAxisKind};

/// The end of a joint that is no body.
const GROUND: &str = "ground";

/// What a joint reads from a body and drives, before the ports have numbers.
#[derive(Clone, Copy)]
struct Ports {
    position: [Port; 3],
    orientation: [Port; 4],
    velocity: [Port; 3],
    angular_velocity: [Port; 3],
    force: [Port; 3],
    torque: [Port; 3],
}

/// A vector or quaternion of a slave: the field that names it, and its name without an ending.
struct Components {
    slave: usize,
    field: &'static str,
    stem: String,
}

impl Wiring<'_> {
    pub(super) fn joint(&mut self, section: &JointSection) -> Result<(), String> {
        let kind = Kind::from(section.kind);
        let give = give(section, kind)?;
        let primitives: Vec<_> = kind.primitives(markers(section, kind)?, &give).collect();
        let mut ends = [None; 2];
        for (side, slave) in self.ends(&section.between)?.into_iter().enumerate() {
            ends[side] = slave.map(|slave| self.body(section, side, slave)).transpose()?;
        }
        self.wired.laws.push(Box::new(move |numbers| {
            let ends = ends.map(|ports| number(ports, numbers));
            Law::Joint(Box::new(Joint::new(ends, primitives.clone())))
        }));
        Ok(())
    }

    /// The slaves that the joint is fastened to; none for the ground.
    fn ends(&self, between: &[String; 2]) -> Result<[Option<usize>; 2], String> {
        let is_ground = |name: &String| name == GROUND && self.slave(name).is_err();
        match between.each_ref().map(is_ground) {
            [true, true] => Err("both ends are the ground; between names a slave at least".into()),
            [true, false] => Ok([None, Some(self.slave(&between[1])?)]),
            [false, true] => Ok([Some(self.slave(&between[0])?), None]),
            [false, false] => Ok(self.two_slaves(between)?.map(Some)),
        }
    }

    /// What a body offers to the joint and takes from it.
    fn body(&mut self, s: &JointSection, side: usize, slave: usize) -> Result<Ports, String> {
        let named = |field: &'static str, given: &Option<[String; 2]>, usual: &str| {
            let stem = given.as_ref().map_or(usual.to_string(), |pair| pair[side].clone());
            Components { slave, field, stem }
        };
        let position = self.components(named("position", &s.position, "r"), Self::output)?;
        let orientation =
            self.components(named("orientation", &s.orientation, "q"), Self::output)?;
        let velocity = self.components(named("velocity", &s.velocity, "v"), Self::output)?;
        let omega = named("angular_velocity", &s.angular_velocity, "omega");
        let angular_velocity = self.components(omega, Self::output)?;
        let force = self.components(named("force", &s.force, "force"), Self::input)?;
        let torque = self.components(named("torque", &s.torque, "torque"), Self::input)?;
        let inputs = force.into_iter().chain(torque);
        inputs.into_iter().try_for_each(|input| self.drive(input, Driver::Laws))?;
        Ok(Ports { position, orientation, velocity, angular_velocity, force, torque })
    }

    /// The components of a vector or quaternion, which `find` looks up: `r_x`, … or `r[1]`, ….
    fn components<const N: usize>(
        &mut self,
        Components { slave, field, stem }: Components,
        find: fn(&mut Self, usize, &str) -> Result<Port, String>,
    ) -> Result<[Port; N], String> {
        let names = component_names(&self.slaves[slave], &stem, N);
        let mut ports = [(0, 0); N];
        for (port, name) in ports.iter_mut().zip(names) {
            let hint = |error| format!("{error}; {field} = [\"…\", \"…\"] names it on each side");
            *port = find(self, slave, &name).map_err(hint)?;
            self.counts_in_si(slave, &name)?;
        }
        Ok(ports)
    }
}

fn number(ports: Option<Ports>, numbers: &Numbers) -> JointEnd {
    let Some(ports) = ports else { return JointEnd::Ground };
    let (output, input) = (|port| numbers.output(port), |port| numbers.input(port));
    JointEnd::Body(BodyPorts {
        position: ports.position.map(output),
        orientation: ports.orientation.map(output),
        velocity: ports.velocity.map(output),
        angular_velocity: ports.angular_velocity.map(output),
        force: ports.force.map(input),
        torque: ports.torque.map(input),
    })
}

/// Where the joint sits on each side.
fn markers(section: &JointSection, kind: Kind) -> Result<[Marker; 2], String> {
    let name = kind.name();
    let axes = match (section.axis, kind.has_axis()) {
        (Some(axes), true) => axes,
        (None, false) => [[0.0, 0.0, 1.0]; 2],
        (None, true) => {
            return Err(
                "the field \"axis\" is missing; give it on each side in the body's frame, \
                        as axis = [[0, 0, 1], [0, 0, 1]]"
                    .into(),
            );
        }
        (Some(_), false) => return Err(no_effect("axis", name)),
    };
    match (section.normal, kind.fixes_twist()) {
        (None, true) => {
            return Err("the field \"normal\" is missing; give on each side the direction beside \
                        the axis that says how the bodies are turned about it"
                .into());
        }
        (Some(_), false) => return Err(no_effect("normal", name)),
        _ => {}
    }
    let marker = |side: usize| {
        let (point, axis) = (section.point[side], axes[side]);
        let normal = section.normal.map(|normals| normals[side]);
        if let Some(x) = point.iter().find(|x| !x.is_finite()) {
            return Err(format!("point holds {x}; it must be finite"));
        }
        Marker::new(point, axis, normal).ok_or_else(|| match normal {
            None => format!("axis {axis:?} has no direction; give one that is not zero"),
            Some(normal) => {
                format!("axis {axis:?} and normal {normal:?} span no plane; give two directions")
            }
        })
    };
    Ok([marker(0)?, marker(1)?])
}

/// How the primitive joints give way; what the kind has no use for is refused.
fn give(section: &JointSection, kind: Kind) -> Result<JointStiffness, String> {
    let s = section;
    let tables = [
        &s.stiffness_table,
        &s.damping_table,
        &s.rotational_stiffness_table,
        &s.rotational_damping_table,
    ];
    if s.smooth && tables.iter().all(|table| table.is_none()) {
        return Err("smooth has no effect without a table; remove it".into());
    }
    let find = |name, value, table| characteristic(name, value, table, s.smooth);
    let translation = [
        ("stiffness", find("stiffness", s.stiffness, &s.stiffness_table)?),
        ("damping", find("damping", s.damping, &s.damping_table)?),
    ];
    let stiffness =
        find("rotational_stiffness", s.rotational_stiffness, &s.rotational_stiffness_table)?;
    let damping = find("rotational_damping", s.rotational_damping, &s.rotational_damping_table)?;
    let rotation = [("rotational_stiffness", stiffness), ("rotational_damping", damping)];
    if s.torque_axis.is_some() && !kind.restrains_turning() {
        return Err(no_effect("torque_axis", kind.name()));
    }
    Ok(JointStiffness {
        translation: compliance(translation, kind.restrains_points(), kind.name())?,
        rotation: compliance(rotation, kind.restrains_turning(), kind.name())?,
        torque_axis: s.torque_axis.unwrap_or_default().into(),
    })
}

/// Stiffness and damping by their names, where the kind of joint has such springs.
fn compliance(
    [(stiffness_name, stiffness), (damping_name, damping)]: [(&str, Option<Characteristic>); 2],
    wanted: bool,
    kind: &str,
) -> Result<Compliance, String> {
    let none = Characteristic::Linear(0.0);
    match (wanted, stiffness, damping) {
        (true, Some(stiffness), damping) => {
            Ok(Compliance { stiffness, damping: damping.unwrap_or(none) })
        }
        (true, None, _) => Err(format!(
            "the field \"{stiffness_name}\" is missing; give it, or a {stiffness_name}_table"
        )),
        (false, Some(_), _) => Err(no_effect(stiffness_name, kind)),
        (false, None, Some(_)) => Err(no_effect(damping_name, kind)),
        (false, None, None) => Ok(Compliance { stiffness: none.clone(), damping: none }),
    }
}

fn no_effect(field: &str, kind: &str) -> String {
    format!("{field} has no effect on a joint of kind \"{kind}\"; remove it")
}

impl From<JointKind> for Kind {
    fn from(kind: JointKind) -> Self {
        match kind {
            JointKind::Atpoint => Self::Atpoint,
            JointKind::Inplane => Self::Inplane,
            JointKind::Perpendicular => Self::Perpendicular,
            JointKind::Universal => Self::Universal,
            JointKind::Revolute => Self::Revolute,
            JointKind::Translational => Self::Translational,
            JointKind::Cylindrical => Self::Cylindrical,
            JointKind::Planar => Self::Planar,
            JointKind::Inline => Self::Inline,
            JointKind::Orientation => Self::Orientation,
        }
    }
}

impl From<TorqueAxisKind> for TorqueAxis {
    fn from(axis: TorqueAxisKind) -> Self {
        match axis {
            TorqueAxisKind::Product => Self::Product,
            TorqueAxisKind::Unit => Self::Unit,
            TorqueAxisKind::Held => Self::Held,
        }
    }
}
