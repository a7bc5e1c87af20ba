//! Which outputs and inputs of two slaves a constraint joins.

use super::motion::{Motion, Turn};
use super::{Prescribed, StepStart};
use crate::id::{InputId, OutputId};
use crate::law::joint::{Number, Orientation, Vector};

/// One port for each axis that there is.
pub type Axes<P> = [Option<P>; 3];

/// Ports that tell how a marker is turned, or take that.
#[derive(Clone, Copy, Debug)]
pub enum TurnPorts<P> {
    /// There are none.
    None,
    /// An angle about z.
    Angle(P),
    /// A quaternion (w, x, y, z).
    Quaternion([P; 4]),
}

impl<P: Copy> TurnPorts<P> {
    pub(super) fn each(&self) -> impl Iterator<Item = P> {
        let ports = match *self {
            Self::None => [None; 4],
            Self::Angle(port) => [Some(port), None, None, None],
            Self::Quaternion(ports) => ports.map(Some),
        };
        ports.into_iter().flatten()
    }
}

/// The outputs that are the motion of a marker.
#[derive(Clone, Copy, Debug)]
pub struct MotionPorts {
    /// r
    pub position: Axes<OutputId>,
    /// v
    pub velocity: Axes<OutputId>,
    /// v̇; none where it follows from the velocities.
    pub acceleration: Option<Axes<OutputId>>,
    /// R
    pub turn: TurnPorts<OutputId>,
    /// ω
    pub angular_velocity: Axes<OutputId>,
    /// ω̇; none where it follows from the angular velocities.
    pub angular_acceleration: Option<Axes<OutputId>>,
}

/// The slave that gives motion and takes a force.
#[derive(Clone, Debug)]
pub struct Giving {
    /// The motion of its body.
    pub motion: MotionPorts,
    /// Marker A in the frame of the body, in m.
    pub offset: [f64; 3],
    /// The force at the origin of the body's frame.
    pub force: Axes<InputId>,
    /// The torque about it.
    pub torque: Axes<InputId>,
}

/// The slave that takes motion and gives the reaction.
#[derive(Clone, Debug)]
pub struct Taking {
    /// The motion of marker B.
    pub motion: MotionPorts,
    /// u₂₁: the position that is prescribed.
    pub position: Axes<InputId>,
    /// u₂₁: the orientation that is prescribed.
    pub turn: TurnPorts<InputId>,
    /// u₂₂: the velocity that is prescribed.
    pub velocity: Axes<InputId>,
    /// u₂₂: the angular velocity that is prescribed.
    pub angular_velocity: Axes<InputId>,
    /// The force on the partner.
    pub reaction: Axes<OutputId>,
    /// The torque on the partner, about the marker.
    pub reaction_torque: Axes<OutputId>,
}

/// The vector behind ports; where there is none it is zero.
pub(super) fn vector<T: Number>(ports: &Axes<OutputId>, y: &impl Fn(OutputId) -> T) -> Vector<T> {
    Vector(ports.map(|port| port.map_or_else(|| T::from(0.0), y)))
}

impl MotionPorts {
    /// The motion that they tell; accelerations that they do not tell follow from the velocities of the step so far.
    pub(super) fn read<T: Number>(
        &self,
        y: &impl Fn(OutputId) -> T,
        before: Option<(&Motion<f64>, f64)>,
    ) -> Motion<T> {
        let turn = match self.turn {
            TurnPorts::None => Turn::None,
            TurnPorts::Angle(port) => Turn::Angle(y(port)),
            TurnPorts::Quaternion(ports) => Turn::Space(Orientation(ports.map(y))),
        };
        let (v, w) = (vector(&self.velocity, y), vector(&self.angular_velocity, y));
        let rate = |now: Vector<T>, earlier: fn(&Motion<f64>) -> Vector<f64>| match before {
            None => Vector::constant([0.0; 3]),
            Some((motion, h)) => (now - Vector::constant(earlier(motion).0)) * T::from(1.0 / h),
        };
        let given = |ports: &Option<Axes<OutputId>>| ports.as_ref().map(|ports| vector(ports, y));
        Motion {
            position: vector(&self.position, y),
            turn,
            velocity: v,
            angular_velocity: w,
            acceleration: given(&self.acceleration).unwrap_or_else(|| rate(v, |m| m.velocity)),
            angular_acceleration: given(&self.angular_acceleration)
                .unwrap_or_else(|| rate(w, |m| m.angular_velocity)),
        }
    }

    fn each(&self) -> impl Iterator<Item = OutputId> {
        let accelerations = [self.acceleration, self.angular_acceleration].into_iter().flatten();
        let vectors = [self.position, self.velocity, self.angular_velocity].into_iter();
        vectors.chain(accelerations).flatten().flatten().chain(self.turn.each())
    }

    /// Outputs that are the time derivative of another.
    pub(super) fn derivatives(&self) -> Vec<(OutputId, OutputId)> {
        let none = [None; 3];
        let angle = match self.turn {
            TurnPorts::Angle(port) => [None, None, Some(port)],
            _ => none,
        };
        let pairs = [
            (self.position, self.velocity),
            (self.velocity, self.acceleration.unwrap_or(none)),
            (angle, self.angular_velocity),
            (self.angular_velocity, self.angular_acceleration.unwrap_or(none)),
        ];
        let both = pairs.into_iter().flat_map(|(a, b)| a.into_iter().zip(b));
        both.filter_map(|(a, b)| Some((a?, b?))).collect()
    }
}

impl Giving {
    /// The motion of marker A, eqs. (28), (29), at the end of a step.
    pub(super) fn marker<T: Number>(
        &self,
        y: &impl Fn(OutputId) -> T,
        start: Option<&StepStart>,
    ) -> Motion<T> {
        let before = start.map(|start| (&start.body, start.h));
        self.motion.read(y, before).at(self.offset)
    }

    /// The outputs on which it depends.
    pub(super) fn outputs(&self) -> impl Iterator<Item = OutputId> {
        self.motion.each()
    }

    /// The inputs that take the reaction.
    pub(super) fn inputs(&self) -> impl Iterator<Item = InputId> {
        self.force.into_iter().chain(self.torque).flatten()
    }
}

impl Taking {
    /// The outputs that are the reaction.
    pub(super) fn outputs(&self) -> impl Iterator<Item = OutputId> {
        self.reaction.into_iter().chain(self.reaction_torque).flatten()
    }

    /// The inputs that prescribe its motion.
    pub(super) fn inputs(&self) -> impl Iterator<Item = InputId> {
        let velocities = self.velocity.into_iter().chain(self.angular_velocity);
        let positions = self.position.into_iter().chain(velocities).flatten();
        positions.chain(self.turn.each())
    }

    /// Gives each input its value.
    pub(super) fn write<T: Number>(
        &self,
        motion: &Prescribed<T>,
        each: &mut dyn FnMut(InputId, T),
    ) {
        let vectors = [
            (&self.position, motion.position),
            (&self.velocity, motion.velocity),
            (&self.angular_velocity, motion.angular_velocity),
        ];
        for (ports, Vector(values)) in vectors {
            for (port, value) in ports.iter().zip(values) {
                if let Some(port) = port {
                    each(*port, value);
                }
            }
        }
        match (self.turn, motion.turn) {
            (TurnPorts::Angle(port), Turn::Angle(phi)) => each(port, phi),
            (TurnPorts::Quaternion(ports), Turn::Space(Orientation(q))) => {
                ports.into_iter().zip(q).for_each(|(port, q)| each(port, q));
            }
            _ => {}
        }
    }
}
