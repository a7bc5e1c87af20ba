//! Whether the second slave does what the method assumes, looked at where a step ends.
//!
//! ```text
//! e_k · (v_B + ω_B × (u₂₁ − r_B,ₙ) − u₂₂) + e_k · (r_B,ₙ − u₂₁)/Δt = 0     held translations
//! n_k · (ω_B − u₂₂) + gap_k/Δt = 0                                      held rotations
//! ```
//!
//! This is eq. (14) of Zhang et al. (2022) with the axes of the start of the step. A marker beside the centre of mass of a body that
//! turns leaves it within the step: half-implicit Euler with Jacobians of the start ends with v_B = w + Δt a and has moved by
//! Δt (w + Δt a/2), where w fulfils the equation and a is the acceleration towards the centre. So either v_B or
//! 2 (r_B,ₙ₊₁ − r_B,ₙ)/Δt − v_B is w.

use super::gap::Gap;
use super::motion::Motion;
use super::{Constraint, Prescribed, StepStart, ports};
use crate::id::OutputId;
use crate::law::joint::Vector;

/// Rounding of a quotient of positions, in units of the last place.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

impl Constraint {
    /// Takes note of the gap, of what was not followed and of reactions along free axes.
    pub(super) fn look(&mut self, t: f64, y: &[f64], a: &Motion<f64>, b: &Motion<f64>) {
        let gap = Gap::between(a, b, &self.held, self.on_a_line);
        self.record.note(t, &gap);
        let fastest = size(b.velocity).max(size(b.angular_velocity));
        self.record.fastest = self.record.fastest.max(fastest);
        let Some(start) = &self.start else { return };
        // Explicit schemes leave what was predicted, implicit ones what follows from the end of the step.
        let prescribed = [Some(self.prescribe(a)), self.prescribed];
        let missed = prescribed.iter().flatten().map(|motion| self.missed(start, b, motion));
        let missed = missed.fold(f64::INFINITY, f64::min);
        self.record.not_followed = self.record.not_followed.max(missed);
        let y = |output: OutputId| y[output.0];
        let force = ports::vector(&self.b.reaction, &y);
        let torque = ports::vector(&self.b.reaction_torque, &y);
        let free_force = force - self.held.along(start.b.turn, force);
        let free_torque = torque - self.held.about(start.a.turn, start.b.turn, torque);
        let largest =
            |of: [Vector<f64>; 2], so_far: f64| of.map(size).into_iter().fold(so_far, f64::max);
        self.record.reaction = largest([force, torque], self.record.reaction);
        self.record.free_reaction = largest([free_force, free_torque], self.record.free_reaction);
    }

    /// By how much B does not have a velocity that was prescribed, along the axes that are held.
    fn missed(&self, start: &StepStart, b: &Motion<f64>, prescribed: &Prescribed<f64>) -> f64 {
        let (held, per_h) = (&self.held, 1.0 / start.h);
        let Prescribed { position, turn, velocity, angular_velocity } = *prescribed;
        let gap = start.b.position - position;
        let due = velocity - gap * per_h + b.angular_velocity.cross(gap);
        let moved = (b.position - start.b.position) * (2.0 * per_h) - b.velocity;
        let [at_end, over_step] =
            [b.velocity, moved].map(|v| size(held.along(start.b.turn, v - due)));
        let turned = held.closed_turn(turn, start.b.turn).relative_to(turn) * per_h;
        let due = angular_velocity - turned;
        let turning = size(held.about(turn, start.b.turn, b.angular_velocity - due));
        let missed = at_end.min(over_step).max(turning);
        let rounding = ROUNDING * per_h * size(b.position).max(1.0);
        if missed > rounding { missed } else { 0.0 }
    }
}

fn size(v: Vector<f64>) -> f64 {
    v.dot(v).sqrt()
}
