//! Joints as combinations of primitive ones, after section 3.2.4 of Schweizer and Lu (2014).

use super::{Atpoint, Compliance, Inplane, Perpendicular, Primitive, Seat, TorqueAxis};

/// A combination of primitive joints, by its usual name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Points meet: one atpoint joint.
    Atpoint,
    /// A point stays in a plane: one inplane joint.
    Inplane,
    /// Directions stay at right angles: one perpendicular joint.
    Perpendicular,
    /// Points meet, axes stay at right angles.
    Universal,
    /// Points meet, axes stay parallel.
    Revolute,
    /// A point slides along the axis, the bodies do not turn against each other.
    Translational,
    /// A point slides along the axis, axes stay parallel.
    Cylindrical,
    /// A point stays in the plane normal to the axis, axes stay parallel.
    Planar,
    /// A point slides along the axis.
    Inline,
    /// The bodies do not turn against each other.
    Orientation,
}

/// How the primitive joints of a combination give way.
#[derive(Clone, Debug)]
pub struct Give {
    /// Atpoint and inplane joints.
    pub translation: Compliance,
    /// Perpendicular joints.
    pub rotation: Compliance,
    /// The axis of the perpendicular joints' torques.
    pub torque_axis: TorqueAxis,
}

impl Kind {
    /// Whether it restrains how points move.
    pub fn restrains_points(self) -> bool {
        !matches!(self, Self::Perpendicular | Self::Orientation)
    }

    /// Whether it restrains how bodies turn.
    pub fn restrains_turning(self) -> bool {
        !matches!(self, Self::Atpoint | Self::Inplane | Self::Inline)
    }

    /// Whether it has an axis.
    pub fn has_axis(self) -> bool {
        self != Self::Atpoint
    }

    /// Whether it fixes how the bodies are turned about the axis.
    pub fn fixes_twist(self) -> bool {
        matches!(self, Self::Translational | Self::Orientation)
    }

    /// Its primitive joints between the seats of body i and body j.
    pub fn primitives(self, [i, j]: [Seat; 2], give: &Give) -> Vec<Primitive> {
        let points = [i.point, j.point];
        let [axis_i, normal_i, _] = i.frame;
        let [axis_j, normal_j, binormal_j] = j.frame;
        let atpoint =
            || Primitive::Atpoint(Atpoint { points, compliance: give.translation.clone() });
        let inplane = |normal| {
            let compliance = give.translation.clone();
            Primitive::Inplane(Inplane { points, normal, compliance })
        };
        let perpendicular = |e_i, e_j| {
            let (directions, compliance) = ([e_i, e_j], give.rotation.clone());
            let torque_axis = give.torque_axis;
            Primitive::Perpendicular(Perpendicular { directions, compliance, torque_axis })
        };
        let in_line = || vec![inplane(normal_j), inplane(binormal_j)];
        let parallel = || vec![perpendicular(axis_i, normal_j), perpendicular(axis_i, binormal_j)];
        let no_twist = || vec![perpendicular(normal_i, binormal_j)];
        match self {
            Self::Atpoint => vec![atpoint()],
            Self::Inplane => vec![inplane(axis_j)],
            Self::Perpendicular => vec![perpendicular(axis_i, axis_j)],
            Self::Universal => vec![atpoint(), perpendicular(axis_i, axis_j)],
            Self::Revolute => [vec![atpoint()], parallel()].concat(),
            Self::Translational => [in_line(), parallel(), no_twist()].concat(),
            Self::Cylindrical => [in_line(), parallel()].concat(),
            Self::Planar => [vec![inplane(axis_j)], parallel()].concat(),
            Self::Inline => in_line(),
            Self::Orientation => [parallel(), no_twist()].concat(),
        }
    }
}
