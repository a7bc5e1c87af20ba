//! A flexible joint between two bodies in space, or between a body and the ground.
//!
//! A joint is a list of primitive joints ([`Atpoint`], [`Inplane`], [`Perpendicular`]), each a spring
//! and a damper that close a gap; [`Kind`] lists the usual combinations. As a [`Joint`] the master
//! evaluates them all and the bodies take a force and a torque: the force/force coupling of Schweizer
//! and Lu (2014), section 3.3. A subsystem that contains the joint asks [`Primitive::act`] itself and
//! takes the motion of the other: force/displacement, or displacement/displacement where both do.
//! Quantities are in the inertial frame; orientations are quaternions instead of γ.

mod atpoint;
mod body;
mod compliance;
mod inplane;
mod kinds;
mod marker;
mod number;
mod perpendicular;
#[cfg(test)]
mod tests;
mod vector;

pub use atpoint::Atpoint;
pub use body::{Body, Orientation, Wrench};
pub use compliance::Compliance;
pub use inplane::Inplane;
pub use kinds::{JointStiffness, Kind};
pub use marker::Marker;
pub use number::{Dual, Number};
pub use perpendicular::{Perpendicular, TorqueAxis};
pub use vector::Vector;

use super::{CouplingLaw, Memory, Slot};
use crate::id::{InputId, OutputId};

/// One of the three fundamental flexible joints.
#[derive(Clone, Debug)]
pub enum Primitive {
    /// Points meet.
    Atpoint(Atpoint),
    /// A point stays in a plane.
    Inplane(Inplane),
    /// Directions stay at right angles.
    Perpendicular(Perpendicular),
}

impl Primitive {
    /// What it does to body i and to body j; `last` are the orientations that a held torque axis
    /// is taken from.
    pub fn act<T: Number>(
        &self,
        bodies: &[Body<T>; 2],
        last: Option<[Orientation<f64>; 2]>,
    ) -> [Wrench<T>; 2] {
        match self {
            Self::Atpoint(joint) => joint.act(bodies),
            Self::Inplane(joint) => joint.act(bodies),
            Self::Perpendicular(joint) => joint.act(bodies, last),
        }
    }

    /// The energy in its spring, and the power that its damper turns into heat. Of a perpendicular
    /// joint they belong to the torque axis [`TorqueAxis::Product`].
    pub fn energy_and_heat(&self, bodies: &[Body<f64>; 2]) -> (f64, f64) {
        let ([gap, rate], compliance) = match self {
            Self::Atpoint(joint) => (joint.stretch(bodies), &joint.compliance),
            Self::Inplane(joint) => (joint.stretch(bodies), &joint.compliance),
            Self::Perpendicular(joint) => (joint.stretch(bodies), &joint.compliance),
        };
        (compliance.stiffness.integral(gap), compliance.damping.at(rate).0 * rate)
    }
}

/// What a body offers to a joint and takes from it, all in the inertial frame.
#[derive(Clone, Copy, Debug)]
pub struct BodyPorts {
    /// r: position of the centre of mass.
    pub position: [OutputId; 3],
    /// q: quaternion (w, x, y, z) that turns the body's frame into the inertial one.
    pub orientation: [OutputId; 4],
    /// v = ṙ
    pub velocity: [OutputId; 3],
    /// ω
    pub angular_velocity: [OutputId; 3],
    /// F
    pub force: [InputId; 3],
    /// M, about the centre of mass.
    pub torque: [InputId; 3],
}

/// What a joint is fastened to.
#[derive(Clone, Copy, Debug)]
pub enum JointEnd {
    /// A body.
    Body(BodyPorts),
    /// The inertial frame.
    Ground,
}

/// The law of a flexible joint between the ends i and j.
#[derive(Clone, Debug)]
pub struct Joint {
    ends: [JointEnd; 2],
    primitives: Vec<Primitive>,
    /// Orientations at the last communication point; none before the first.
    last: Option<[Orientation<f64>; 2]>,
    kept: [Option<[Orientation<f64>; 2]>; Slot::COUNT],
}

impl BodyPorts {
    /// All outputs that a joint reads.
    pub fn outputs(&self) -> impl Iterator<Item = OutputId> + use<> {
        let Self { position, orientation, velocity, angular_velocity, .. } = *self;
        position.into_iter().chain(orientation).chain(velocity).chain(angular_velocity)
    }

    fn body<T: Number>(&self, y: impl Fn(OutputId) -> T) -> Body<T> {
        Body {
            position: Vector(self.position.map(&y)),
            orientation: Orientation(self.orientation.map(&y)),
            velocity: Vector(self.velocity.map(&y)),
            angular_velocity: Vector(self.angular_velocity.map(&y)),
        }
    }
}

impl JointEnd {
    fn body<T: Number>(&self, y: impl Fn(OutputId) -> T) -> Body<T> {
        match self {
            Self::Body(ports) => ports.body(y),
            Self::Ground => Body::ground(),
        }
    }
}

impl Joint {
    /// The given primitive joints between two ends.
    pub fn new(ends: [JointEnd; 2], primitives: Vec<Primitive>) -> Self {
        Self { ends, primitives, last: None, kept: [None; Slot::COUNT] }
    }

    /// Its primitive joints.
    pub fn primitives(&self) -> &[Primitive] {
        &self.primitives
    }

    /// The bodies that it acts on: two, or one where the other end is the ground.
    pub fn bodies(&self) -> impl Iterator<Item = &BodyPorts> {
        self.ends.iter().filter_map(|end| match end {
            JointEnd::Body(ports) => Some(ports),
            JointEnd::Ground => None,
        })
    }

    /// What it does to each end.
    fn wrenches<T: Number>(&self, y: impl Fn(OutputId) -> T) -> [Wrench<T>; 2] {
        let bodies = self.ends.each_ref().map(|end| end.body(&y));
        self.primitives.iter().fold([Wrench::zero(); 2], |[on_i, on_j], primitive| {
            let [more_i, more_j] = primitive.act(&bodies, self.last);
            [on_i + more_i, on_j + more_j]
        })
    }

    /// Each input with what the joint adds to it.
    fn shares<T: Number>(&self, y: impl Fn(OutputId) -> T, mut each: impl FnMut(InputId, T)) {
        for (end, wrench) in self.ends.iter().zip(self.wrenches(y)) {
            let JointEnd::Body(ports) = end else { continue };
            let forces = ports.force.into_iter().zip(wrench.force.0);
            let torques = ports.torque.into_iter().zip(wrench.torque.0);
            forces.chain(torques).for_each(|(input, share)| each(input, share));
        }
    }
}

impl CouplingLaw for Joint {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        let reads: Vec<OutputId> = self.bodies().flat_map(BodyPorts::outputs).collect();
        let inputs = self.bodies().flat_map(|ports| ports.force.into_iter().chain(ports.torque));
        inputs.map(|input| (input, reads.clone())).collect()
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        self.shares(|output| y[output.0], |input, share| u[input.0] += share);
    }

    fn partials(&self, y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        for moved in self.bodies().flat_map(BodyPorts::outputs) {
            let dual = |output: OutputId| Dual {
                value: y[output.0],
                slope: f64::from(u8::from(output == moved)),
            };
            self.shares(dual, |input, share| each(input, moved, share.slope));
        }
    }

    fn derivatives(&self) -> Vec<(OutputId, OutputId)> {
        self.bodies().flat_map(|ports| ports.position.into_iter().zip(ports.velocity)).collect()
    }

    fn memory(&mut self) -> Option<&mut dyn Memory> {
        Some(self)
    }
}

impl Memory for Joint {
    fn accept(&mut self, _t: f64, y: &[f64]) {
        let orientation = |end: &JointEnd| end.body(|output| y[output.0]).orientation;
        self.last = Some(self.ends.each_ref().map(orientation));
    }

    fn save(&mut self, slot: Slot) {
        self.kept[slot as usize] = self.last;
    }

    fn restore(&mut self, slot: Slot) {
        self.last = self.kept[slot as usize];
    }
}
