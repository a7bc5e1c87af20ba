//! A kinematic constraint between a slave that gives motion and takes a force, and one that takes motion and gives the
//! reaction.
//!
//! ```text
//! g = q₂,B − q₁,A = 0                                                      (27)
//! (q₂,ₙ − u₂₁)/Δt + q̇₂,ₙ₊₁ − u₂₂ = 0     what the second slave solves over a step     (18)
//! u₁ = λ, at the offset of marker A: force λ, torque r_A × λ + torque       (17), (30)
//! ```
//!
//! Zhang et al. (2022), sections 2.3 and 3.1. Marker A is fixed to a body of the first slave, marker B to one of the
//! second. u₂₁ and u₂₂ prescribe the motion of B: as the [original](original) inputs, or the [modified](modified) ones of
//! Baumgarte. For the coming step they follow from the motion of A as [predicted](prediction); where a scheme knows or
//! iterates the motion at the end of the step, from that. The second slave holds the axes of B that are not free, and
//! the law looks whether it does.
//!
//! The sign of λ is that of eqs. (36): it acts as it is on the first body.

mod drift;
mod exponential_map;
mod gap;
mod held;
mod kinematics;
mod look;
mod memory;
mod modified;
mod motion;
mod original;
mod ports;
mod prediction;
mod record;
#[cfg(test)]
mod tests;

pub use self::drift::Drift;
pub use self::gap::Gap;
pub use self::held::Held;
pub use self::modified::Modified;
pub use self::motion::{Motion, Turn};
pub use self::ports::{Axes, Giving, MotionPorts, Taking, TurnPorts};
pub use self::prediction::Space;
use self::prediction::{KeptPast, MotionPast};
pub use self::record::Record;

use super::joint::{Dual, Number, Vector};
use super::{CouplingLaw, Kinematics, Memory, Prediction, Report};
use crate::id::{InputId, OutputId};
use crate::signals::extrapolation::Extrapolation;
use crate::slave::Slot;

/// How the motion of the partner becomes inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionInputs {
    /// Eq. (20).
    Original,
    /// Eqs. (25), (26).
    Modified(Modified),
}

/// What the second slave is given over a step.
#[derive(Clone, Copy, Debug)]
struct Prescribed<T> {
    /// u₂₁
    position: Vector<T>,
    turn: Turn<T>,
    /// u₂₂
    velocity: Vector<T>,
    angular_velocity: Vector<T>,
}

/// Both markers at the start of the present step, and its length.
#[derive(Clone, Copy, Debug)]
struct StepStart {
    /// The body to which A is fixed.
    body: Motion<f64>,
    a: Motion<f64>,
    b: Motion<f64>,
    /// A without a gap: the motion of B along the axes that are held, of A along the others.
    closed: Motion<f64>,
    h: f64,
}

/// What a constraint consists of.
pub struct Parts {
    /// The slave that gives motion.
    pub a: Giving,
    /// The slave that takes it.
    pub b: Taking,
    /// Which coordinates there are.
    pub space: Space,
    /// The axes that are held.
    pub held: Held,
    /// What is made of the motion.
    pub inputs: MotionInputs,
    /// The rule that predicts it.
    pub rule: Box<dyn Extrapolation>,
    /// The motion of the first body one step before the start, where it is known.
    pub previous: Option<Motion<f64>>,
}

/// A kinematic constraint.
pub struct Constraint {
    a: Giving,
    b: Taking,
    on_a_line: bool,
    held: Held,
    inputs: MotionInputs,
    past: MotionPast,
    /// None until the first step begins.
    start: Option<StepStart>,
    /// The motion of both at the last communication point.
    now: Option<(Motion<f64>, Motion<f64>)>,
    /// What was prescribed for the present step.
    prescribed: Option<Prescribed<f64>>,
    record: Record,
    kept: [Kept; Slot::COUNT],
}

/// What is kept in a slot.
struct Kept {
    past: KeptPast,
    now: Option<(Motion<f64>, Motion<f64>)>,
    record: Record,
}

impl Constraint {
    /// The law of these parts.
    pub fn new(parts: Parts) -> Self {
        let Parts { a, b, space, held, inputs, rule, previous } = parts;
        let past = MotionPast::new(rule, space, previous);
        let kept = std::array::from_fn(|_| Kept {
            past: past.kept(),
            now: None,
            record: Record::default(),
        });
        Self {
            a,
            b,
            on_a_line: space == Space::Line,
            held,
            inputs,
            past,
            start: None,
            now: None,
            prescribed: None,
            record: Record::default(),
            kept,
        }
    }

    /// u₂ for the motion of A at the end of the step; at the start time that of A itself.
    fn prescribe<T: Number>(&self, a: &Motion<T>) -> Prescribed<T> {
        match (&self.start, self.inputs) {
            (Some(start), MotionInputs::Original) => original::inputs(start, a),
            (Some(start), MotionInputs::Modified(modified)) => modified.inputs(start, a),
            (None, _) => Prescribed {
                position: a.position,
                turn: a.turn,
                velocity: a.velocity,
                angular_velocity: a.angular_velocity,
            },
        }
    }

    /// All inputs that it determines.
    fn evaluate<T: Number>(&self, y: impl Fn(OutputId) -> T, each: &mut dyn FnMut(InputId, T)) {
        let a = self.a.marker(&y, self.start.as_ref());
        self.b.write(&self.prescribe(&a), each);
        let force = ports::vector(&self.b.reaction, &y);
        let torque = ports::vector(&self.b.reaction_torque, &y);
        let torque = torque + a.turn.rotate(self.a.offset).cross(force); // (30)
        for (ports, Vector(values)) in [(&self.a.force, force), (&self.a.torque, torque)] {
            for (port, value) in ports.iter().zip(values) {
                if let Some(port) = port {
                    each(*port, value);
                }
            }
        }
    }

    /// Marker B at the present outputs.
    fn marker_b(&self, y: &[f64]) -> Motion<f64> {
        self.b.motion.read(&|output: OutputId| y[output.0], None)
    }
}

impl CouplingLaw for Constraint {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        let (motion, reaction): (Vec<_>, _) = (self.a.outputs().collect(), self.b.outputs());
        // A torque also depends on where the offset points.
        let turned = (self.a.offset != [0.0; 3]).then(|| self.a.motion.turn.each());
        let reads: Vec<OutputId> = reaction.chain(turned.into_iter().flatten()).collect();
        let prescribed = self.b.inputs().map(|input| (input, motion.clone()));
        let forces = self.a.inputs().map(|input| (input, reads.clone()));
        prescribed.chain(forces).collect()
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        self.evaluate(|output| y[output.0], &mut |input, value| u[input.0] += value);
    }

    fn partials(&self, y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        for by in self.a.outputs().chain(self.b.outputs()) {
            let dual = |output: OutputId| Dual {
                value: y[output.0],
                slope: if output == by { 1.0 } else { 0.0 },
            };
            self.evaluate(dual, &mut |input, Dual { slope, .. }| {
                if slope != 0.0 {
                    each(input, by, slope);
                }
            });
        }
    }

    fn derivatives(&self) -> Vec<(OutputId, OutputId)> {
        self.a.motion.derivatives()
    }

    fn memory(&mut self) -> Option<&mut dyn Memory> {
        Some(self)
    }

    fn prediction(&mut self) -> Option<&mut dyn Prediction> {
        Some(self)
    }

    fn kinematics(&self) -> Option<&dyn Kinematics> {
        Some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Report for Constraint {
    fn count(&self) -> usize {
        if self.held.rotations.contains(&true) { 4 } else { 2 }
    }

    fn write(&self, y: &[f64], values: &mut [f64]) {
        let a = self.a.marker(&|output: OutputId| y[output.0], self.start.as_ref());
        let gap = Gap::between(&a, &self.marker_b(y), &self.held, self.on_a_line);
        let all = [gap.distance, gap.speed, gap.angle, gap.angular_speed];
        values.copy_from_slice(&all[..values.len()]);
    }

    fn record(&self) -> &Record {
        &self.record
    }
}
