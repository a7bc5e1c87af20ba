//! Joints as combinations of primitive ones, after section 3.2.4 of Schweizer and Lu (2014).

use super::{Atpoint, Compliance, Inplane, Marker, Perpendicular, Primitive, TorqueAxis};

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
pub struct JointStiffness {
    /// Atpoint and inplane joints.
    pub translation: Compliance,
    /// Perpendicular joints.
    pub rotation: Compliance,
    /// The axis of the perpendicular joints' torques.
    pub torque_axis: TorqueAxis,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Atpoint,
        Self::Inplane,
        Self::Perpendicular,
        Self::Universal,
        Self::Revolute,
        Self::Translational,
        Self::Cylindrical,
        Self::Planar,
        Self::Inline,
        Self::Orientation,
    ];

    /// Its name, one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Atpoint => "atpoint",
            Self::Inplane => "inplane",
            Self::Perpendicular => "perpendicular",
            Self::Universal => "universal",
            Self::Revolute => "revolute",
            Self::Translational => "translational",
            Self::Cylindrical => "cylindrical",
            Self::Planar => "planar",
            Self::Inline => "inline",
            Self::Orientation => "orientation",
        }
    }

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

    /// Its primitive joints between the markers of body i and body j.
    pub fn primitives(
        self,
        [i, j]: [Marker; 2],
        give: &JointStiffness,
    ) -> impl Iterator<Item = Primitive> + use<'_> {
        let points = [i.point, j.point];
        self.parts().iter().map(move |part| match *part {
            Part::Atpoint => {
                Primitive::Atpoint(Atpoint { points, compliance: give.translation.clone() })
            }
            Part::Inplane(n) => {
                let (normal, compliance) = (j.frame[n], give.translation.clone());
                Primitive::Inplane(Inplane { points, normal, compliance })
            }
            Part::Perpendicular(n_i, n_j) => {
                let (directions, compliance) =
                    ([i.frame[n_i], j.frame[n_j]], give.rotation.clone());
                let torque_axis = give.torque_axis;
                Primitive::Perpendicular(Perpendicular { directions, compliance, torque_axis })
            }
        })
    }

    fn parts(self) -> &'static [Part] {
        match self {
            Self::Atpoint => &[Part::Atpoint],
            Self::Inplane => &[Part::Inplane(AXIS)],
            Self::Perpendicular => &[Part::Perpendicular(AXIS, AXIS)],
            Self::Universal => &[Part::Atpoint, Part::Perpendicular(AXIS, AXIS)],
            Self::Revolute => &[Part::Atpoint, PARALLEL[0], PARALLEL[1]],
            Self::Translational => &[IN_LINE[0], IN_LINE[1], PARALLEL[0], PARALLEL[1], NO_TWIST],
            Self::Cylindrical => &[IN_LINE[0], IN_LINE[1], PARALLEL[0], PARALLEL[1]],
            Self::Planar => &[Part::Inplane(AXIS), PARALLEL[0], PARALLEL[1]],
            Self::Inline => &IN_LINE,
            Self::Orientation => &[PARALLEL[0], PARALLEL[1], NO_TWIST],
        }
    }
}

/// A primitive joint by the directions of the markers that it holds: of j, or of i and j.
#[derive(Clone, Copy)]
enum Part {
    Atpoint,
    Inplane(usize),
    Perpendicular(usize, usize),
}

/// The directions of a marker.
const AXIS: usize = 0;
const NORMAL: usize = 1;
const BINORMAL: usize = 2;

const IN_LINE: [Part; 2] = [Part::Inplane(NORMAL), Part::Inplane(BINORMAL)];
const PARALLEL: [Part; 2] =
    [Part::Perpendicular(AXIS, NORMAL), Part::Perpendicular(AXIS, BINORMAL)];
const NO_TWIST: Part = Part::Perpendicular(NORMAL, BINORMAL);
