//! Variables of parts, by name: single ones, and those that a law joins.

/// A part of a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartId(pub(super) usize);

/// A variable of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub(super) part: PartId,
    pub(super) name: String,
}

/// One end of a spring: position, velocity and force of a body, or angle, angular velocity and torque.
#[derive(Clone, Debug)]
pub struct End {
    pub(super) position: Port,
    pub(super) velocity: Port,
    pub(super) force: Port,
}

/// The end of a line in a hydraulic node: the volume that it has pushed into the node, the flow into it, and the pressure.
#[derive(Clone, Debug)]
pub struct Line {
    pub(super) volume: Port,
    pub(super) flow: Port,
    pub(super) pressure: Port,
}

impl PartId {
    /// A variable of the part.
    pub fn port(self, name: &str) -> Port {
        Port { part: self, name: name.into() }
    }

    /// An end of a spring, by the names of its variables.
    pub fn end(self, position: &str, velocity: &str, force: &str) -> End {
        let [position, velocity, force] = [position, velocity, force].map(|name| self.port(name));
        End { position, velocity, force }
    }

    /// An end of a line, by the names of its variables.
    pub fn line(self, volume: &str, flow: &str, pressure: &str) -> Line {
        let [volume, flow, pressure] = [volume, flow, pressure].map(|name| self.port(name));
        Line { volume, flow, pressure }
    }
}
