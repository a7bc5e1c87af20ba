//! `law = "joint"`: flexible joints between bodies in space.

mod parts;

use coupling::law::{BodyPorts, Joint, JointEnd, Kind, Primitive, TorqueAxis};
use serde::Deserialize;

use self::parts::{markers, stiffness};
use super::{LawSection, Numbers, Port, Variables, WiredLaw};

/// A flexible joint between two bodies, or between a body and the ground; by default between `r`, `q`, `v`,
/// `omega` and `force`, `torque`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointSection {
    /// Which motions it restrains.
    kind: JointKind,
    /// The two slaves; one of them may be `ground`.
    between: [String; 2],
    /// Where it sits on each side, from the centre of mass in the body's frame, in m.
    #[serde(default)]
    point: [[f64; 3]; 2],
    /// Its axis on each side, in the body's frame.
    axis: Option<[[f64; 3]; 2]>,
    /// A direction beside the axis on each side that is the same when the joint is relaxed.
    normal: Option<[[f64; 3]; 2]>,
    /// N/m, of atpoint and inplane joints.
    stiffness: Option<f64>,
    /// Force over gap as points, instead of a stiffness.
    stiffness_table: Option<Vec<[f64; 2]>>,
    /// N·s/m
    damping: Option<f64>,
    /// Force over the rate of the gap as points, instead of a damping.
    damping_table: Option<Vec<[f64; 2]>>,
    /// N·m per cosine of an angle, of perpendicular joints.
    rotational_stiffness: Option<f64>,
    /// Torque over cosine as points.
    rotational_stiffness_table: Option<Vec<[f64; 2]>>,
    /// N·m·s
    rotational_damping: Option<f64>,
    /// Torque over the rate of the cosine as points.
    rotational_damping_table: Option<Vec<[f64; 2]>>,
    /// Whether tables are joined by monotone cubics instead of lines.
    #[serde(default)]
    smooth: bool,
    /// About which axis perpendicular joints turn the bodies.
    torque_axis: Option<TorqueAxisKind>,
    /// The outputs with the position, on each side, without `_x`, `_y` and `_z`.
    position: Option<[String; 2]>,
    /// The outputs with the orientation, a quaternion, without `_w`, `_x`, `_y` and `_z`.
    orientation: Option<[String; 2]>,
    /// The outputs with the velocity.
    velocity: Option<[String; 2]>,
    /// The outputs with the angular velocity.
    angular_velocity: Option<[String; 2]>,
    /// The inputs that take the force.
    force: Option<[String; 2]>,
    /// The inputs that take the torque.
    torque: Option<[String; 2]>,
}

/// Which motions a joint restrains.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JointKind {
    /// Points meet.
    Atpoint,
    /// A point stays in a plane.
    Inplane,
    /// Axes stay at right angles.
    Perpendicular,
    /// Points meet, axes stay at right angles.
    Universal,
    /// Points meet, axes stay parallel.
    Revolute,
    /// A point slides along the axis, nothing turns.
    Translational,
    /// A point slides along the axis, axes stay parallel.
    Cylindrical,
    /// A point stays in the plane normal to the axis, axes stay parallel.
    Planar,
    /// A point slides along the axis.
    Inline,
    /// Nothing turns.
    Orientation,
}

/// About which axis perpendicular joints turn the bodies.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TorqueAxisKind {
    /// The vector product of the two directions.
    #[default]
    Product,
    /// The vector product at length one.
    Unit,
    /// The product with the other's direction at the last communication point.
    Held,
}

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

impl LawSection for JointSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let primitives = self.primitives()?;
        let mut ends = [None; 2];
        for (side, slave) in slaves(variables, &self.between)?.into_iter().enumerate() {
            ends[side] = slave.map(|slave| self.body(variables, side, slave)).transpose()?;
        }
        Ok(WiredLaw::new(move |numbers| {
            let ends = ends.map(|ports| number(ports, numbers));
            Joint::new(ends, primitives.clone())
        }))
    }

    /// How many primitive joints of each kind it has.
    fn label(&self) -> Vec<String> {
        let primitives = self.primitives().unwrap_or_default();
        let count = |name: &str, is_one: fn(&&Primitive) -> bool| {
            let count = primitives.iter().filter(is_one).count();
            (count > 0).then(|| format!("{count} {name}"))
        };
        let label = [
            count("atpoint", |primitive| matches!(primitive, Primitive::Atpoint(_))),
            count("inplane", |primitive| matches!(primitive, Primitive::Inplane(_))),
            count("perpendicular", |primitive| matches!(primitive, Primitive::Perpendicular(_))),
        ];
        label.into_iter().flatten().collect()
    }

    fn is_of_second_order(&self) -> bool {
        true
    }
}

impl JointSection {
    /// The primitive joints that it is made of.
    fn primitives(&self) -> Result<Vec<Primitive>, String> {
        let kind = Kind::from(self.kind);
        let stiffness = stiffness(self, kind)?;
        Ok(kind.primitives(markers(self, kind)?, &stiffness).collect())
    }

    /// What a body offers to the joint and takes from it.
    fn body(
        &self,
        variables: &mut dyn Variables,
        side: usize,
        slave: usize,
    ) -> Result<Ports, String> {
        let named = |field: &'static str, given: &Option<[String; 2]>, usual: &str| {
            let stem = given.as_ref().map_or(usual.to_string(), |pair| pair[side].clone());
            Components { slave, field, stem }
        };
        let omega = named("angular_velocity", &self.angular_velocity, "omega");
        Ok(Ports {
            position: components(variables, named("position", &self.position, "r"), false)?,
            orientation: components(
                variables,
                named("orientation", &self.orientation, "q"),
                false,
            )?,
            velocity: components(variables, named("velocity", &self.velocity, "v"), false)?,
            angular_velocity: components(variables, omega, false)?,
            force: components(variables, named("force", &self.force, "force"), true)?,
            torque: components(variables, named("torque", &self.torque, "torque"), true)?,
        })
    }
}

/// The slaves that the joint is fastened to; none for the ground.
fn slaves(variables: &dyn Variables, between: &[String; 2]) -> Result<[Option<usize>; 2], String> {
    let is_ground = |name: &String| name == GROUND && variables.slave(name).is_err();
    match between.each_ref().map(is_ground) {
        [true, true] => Err("both ends are the ground; between names a slave at least".into()),
        [true, false] => Ok([None, Some(variables.slave(&between[1])?)]),
        [false, true] => Ok([Some(variables.slave(&between[0])?), None]),
        [false, false] => Ok(variables.two_slaves(between)?.map(Some)),
    }
}

/// The components of a vector or quaternion, `r_x`, … or `r[1]`, …: inputs, or outputs.
fn components<const N: usize>(
    variables: &mut dyn Variables,
    Components { slave, field, stem }: Components,
    is_input: bool,
) -> Result<[Port; N], String> {
    let hint = format!("{field} = [\"…\", \"…\"] names it on each side");
    let mut ports = [(0, 0); N];
    for (port, name) in ports.iter_mut().zip(variables.component_names(slave, &stem, N)) {
        *port = if is_input {
            variables.drive(slave, &name, &hint)?
        } else {
            variables.measure(slave, &name, &hint)?
        };
    }
    Ok(ports)
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
