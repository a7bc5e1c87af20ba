//! `law = "joint"`: flexible joints between bodies in space.

use serde::Deserialize;

use super::couplings::CouplingRule;

/// A flexible joint between two bodies, or between a body and the ground.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointSection {
    /// Which motions it restrains.
    pub kind: JointKind,
    /// The two slaves; one of them may be `ground`.
    pub between: [String; 2],
    /// Where it sits on each side, from the centre of mass in the body's frame, in m.
    #[serde(default)]
    pub point: [[f64; 3]; 2],
    /// Its axis on each side, in the body's frame.
    pub axis: Option<[[f64; 3]; 2]>,
    /// A direction beside the axis on each side that is the same when the joint is relaxed.
    pub normal: Option<[[f64; 3]; 2]>,
    /// N/m, of atpoint and inplane joints.
    pub stiffness: Option<f64>,
    /// Force over gap as points, instead of a stiffness.
    pub stiffness_table: Option<Vec<[f64; 2]>>,
    /// N·s/m
    pub damping: Option<f64>,
    /// Force over the rate of the gap as points, instead of a damping.
    pub damping_table: Option<Vec<[f64; 2]>>,
    /// N·m per cosine of an angle, of perpendicular joints.
    pub rotational_stiffness: Option<f64>,
    /// Torque over cosine as points.
    pub rotational_stiffness_table: Option<Vec<[f64; 2]>>,
    /// N·m·s
    pub rotational_damping: Option<f64>,
    /// Torque over the rate of the cosine as points.
    pub rotational_damping_table: Option<Vec<[f64; 2]>>,
    /// Whether tables are joined by monotone cubics instead of lines.
    #[serde(default)]
    pub smooth: bool,
    /// About which axis perpendicular joints turn the bodies.
    pub torque_axis: Option<TorqueAxisKind>,
    /// The outputs with the position, on each side, without `_x`, `_y` and `_z`.
    pub position: Option<[String; 2]>,
    /// The outputs with the orientation, a quaternion, without `_w`, `_x`, `_y` and `_z`.
    pub orientation: Option<[String; 2]>,
    /// The outputs with the velocity.
    pub velocity: Option<[String; 2]>,
    /// The outputs with the angular velocity.
    pub angular_velocity: Option<[String; 2]>,
    /// The inputs that take the force.
    pub force: Option<[String; 2]>,
    /// The inputs that take the torque.
    pub torque: Option<[String; 2]>,
    /// How the inputs that it determines are continued, instead of what slaves or `[inputs]` say.
    #[serde(default)]
    pub inputs: CouplingRule,
}

/// Which motions a joint restrains.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JointKind {
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
pub enum TorqueAxisKind {
    /// The vector product of the two directions.
    #[default]
    Product,
    /// The same at length one.
    Unit,
    /// The product with the other's direction at the last communication point.
    Held,
}
