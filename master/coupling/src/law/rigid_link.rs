//! A rigid link between two bodies that both give motion and take a force: the force is whatever keeps them together.
//!
//! ```text
//! r_a = x_b − x_a = 0,  v_b − v_a = 0  or  a_b − a_a = 0      stands for the force on a; one for each coordinate
//! r_b = F_a + F_b = 0                                         stands for the force on b
//! ```
//!
//! The constraint holds at one level at each communication point; the levels below drift apart by what the inputs leave over the
//! steps, and the [record](Record) of the gap tells. Schemes that solve equations take it: Schweizer and Lu (2014) do so with
//! applied forces, here the force itself is unknown.
//!
//! Positions that must agree at the end of every step leave the velocities an oscillation from step to step where the slaves integrate
//! exactly under a held force: the velocity level has none.

use super::constraint::{Gap, Record};
use super::{CouplingLaw, Equations, Memory, Report, Residual};
use crate::id::{InputId, OutputId};
use crate::slave::Slot;

/// At which level a link holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// x_b = x_a
    Position,
    /// v_b = v_a
    Velocity,
    /// a_b = a_a
    Acceleration,
}

/// A coordinate of both bodies, a and b.
#[derive(Clone, Copy, Debug)]
pub struct LinkedCoordinate {
    /// x
    pub position: [OutputId; 2],
    /// v
    pub velocity: [OutputId; 2],
    /// a, where the link holds at that level.
    pub acceleration: Option<[OutputId; 2]>,
    /// F
    pub force: [InputId; 2],
}

impl LinkedCoordinate {
    /// The outputs that must agree.
    fn linked(&self, level: Level) -> [OutputId; 2] {
        match (level, self.acceleration) {
            (Level::Position, _) => self.position,
            (Level::Acceleration, Some(acceleration)) => acceleration,
            _ => self.velocity,
        }
    }
}

/// A rigid link.
pub struct RigidLink {
    level: Level,
    coordinates: Vec<LinkedCoordinate>,
    record: Record,
    kept: [Record; Slot::COUNT],
}

impl RigidLink {
    /// A link of these coordinates.
    pub fn new(level: Level, coordinates: Vec<LinkedCoordinate>) -> Self {
        let kept = [Record::default(); Slot::COUNT];
        Self { level, coordinates, record: Record::default(), kept }
    }

    /// How far b is from a; with its sign where there is one coordinate.
    fn gap(&self, y: &[f64]) -> Gap {
        let apart = |of: fn(&LinkedCoordinate) -> [OutputId; 2]| {
            let differences = self.coordinates.iter().map(|coordinate| {
                let [a, b] = of(coordinate);
                y[b.0] - y[a.0]
            });
            match self.coordinates.len() {
                1 => differences.sum::<f64>(),
                _ => differences.map(|d| d * d).sum::<f64>().sqrt(),
            }
        };
        let (distance, speed) = (apart(|c| c.position), apart(|c| c.velocity));
        Gap { distance, speed, ..Gap::default() }
    }
}

impl CouplingLaw for RigidLink {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        let of = |c: &LinkedCoordinate| c.force.map(|force| (force, c.linked(self.level).to_vec()));
        self.coordinates.iter().flat_map(of).collect()
    }

    /// Nothing: no formula gives its force.
    fn add(&self, _y: &[f64], _u: &mut [f64]) {}

    fn partials(&self, _y: &[f64], _each: &mut dyn FnMut(InputId, OutputId, f64)) {}

    fn equations(&self) -> Option<&dyn Equations> {
        Some(self)
    }

    fn memory(&mut self) -> Option<&mut dyn Memory> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Equations for RigidLink {
    fn residual(&self, y: &[f64], w: &[f64], row: &mut dyn FnMut(InputId, Residual)) {
        for coordinate in &self.coordinates {
            let [a, b] = coordinate.linked(self.level).map(|output| y[output.0]);
            let [f_a, f_b] = coordinate.force.map(|input| w[input.0]);
            let [row_a, row_b] = coordinate.force;
            row(row_a, Residual { value: b - a, size: a.abs().max(b.abs()) });
            row(row_b, Residual { value: f_a + f_b, size: f_a.abs().max(f_b.abs()) });
        }
    }

    fn by_outputs(&self, _y: &[f64], _w: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        for coordinate in &self.coordinates {
            let [a, b] = coordinate.linked(self.level);
            each(coordinate.force[0], a, -1.0);
            each(coordinate.force[0], b, 1.0);
        }
    }

    fn by_inputs(&self, _y: &[f64], _w: &[f64], each: &mut dyn FnMut(InputId, InputId, f64)) {
        for LinkedCoordinate { force: [a, b], .. } in &self.coordinates {
            each(*b, *a, 1.0);
            each(*b, *b, 1.0);
        }
    }
}

impl Memory for RigidLink {
    fn accept(&mut self, t: f64, y: &[f64]) {
        let gap = self.gap(y);
        self.record.note(t, &gap);
        let velocities = self.coordinates.iter().flat_map(|c| c.velocity).map(|v| y[v.0].abs());
        self.record.fastest.note(t, velocities.fold(0.0, f64::max));
    }

    fn save(&mut self, slot: Slot) {
        self.kept[slot as usize] = self.record;
    }

    fn restore(&mut self, slot: Slot) {
        self.record = self.kept[slot as usize];
    }
}

impl Report for RigidLink {
    fn count(&self) -> usize {
        2
    }

    fn write(&self, y: &[f64], values: &mut [f64]) {
        let gap = self.gap(y);
        values.copy_from_slice(&[gap.distance, gap.speed]);
    }

    fn record(&self) -> &Record {
        &self.record
    }
}
