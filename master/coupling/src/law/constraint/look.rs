//! Whether the second slave does what the method assumes, looked at where a step ends.
//!
//! ```text
//! e_k · (v_B + ω_B × (u₂₁ − r_B,ₙ) − u₂₂) + e_k · (r_B,ₙ − u₂₁)/Δt = 0     held translations
//! n_k · (ω_B − u₂₂) + gap_k/Δt = 0                                      held rotations
//! ```
//!
//! This is eq. (14) of Zhang et al. (2022) with the axes of the start of the step. A marker beside the centre of mass of a body that
//! turns does not keep the velocity w that fulfils it: with half-implicit Euler and Jacobians of the start it ends with
//! v_B = w + Δt a and has moved by Δt (w + Δt a/2), up to Δt², where a is the acceleration towards the centre of mass. So w is v_B or
//! 2 (r_B,ₙ₊₁ − r_B,ₙ)/Δt − v_B, and what is less than the difference of both, Δt a, counts for nothing.

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
        self.record.fastest.note(t, fastest);
        let Some(start) = &self.start else { return };
        // Explicit schemes leave what was predicted, implicit ones what follows from the end of the step.
        let prescribed = [Some(self.prescribe(a)), self.prescribed];
        let missed = prescribed.iter().flatten().map(|motion| self.missed(start, b, motion));
        let missed = missed.fold(f64::INFINITY, f64::min);
        self.record.not_followed = self.record.not_followed.max(missed);
        let y = |output: OutputId| y[output.0];
        let force = ports::vector(&self.b.reaction, &y);
        let torque = ports::vector(&self.b.reaction_torque, &y);
        let reaction = size(force).max(size(torque));
        self.record.reaction = self.record.reaction.max(reaction);
        // The axes are those of the start, or of the end with a slave that works otherwise.
        let free = [(&start.a, &start.b), (a, b)].map(|(a, b)| {
            let free = force - self.held.along(b.turn, force);
            size(free).max(size(torque - self.held.about(a.turn, b.turn, torque)))
        });
        self.record.free_reaction = self.record.free_reaction.max(free[0].min(free[1]));
    }

    /// By how much B does not have a velocity that was prescribed, along the axes that are held.
    fn missed(&self, start: &StepStart, b: &Motion<f64>, prescribed: &Prescribed<f64>) -> f64 {
        let (held, per_h) = (&self.held, 1.0 / start.h);
        let Prescribed { position, turn, velocity, angular_velocity } = *prescribed;
        let gap = start.b.position - position;
        let due = velocity - gap * per_h + b.angular_velocity.cross(gap);
        let moved = (b.position - start.b.position) * (2.0 * per_h) - b.velocity;
        let along = |v: Vector<f64>| size(held.along(start.b.turn, v));
        let mut straying = along(b.velocity - due);
        // On a line nothing turns, and there is no such acceleration.
        if !self.on_a_line {
            straying = straying.min(along(moved - due));
            straying = if straying > along(b.velocity - moved) { straying } else { 0.0 };
        }
        let turned = held.closed_turn(turn, start.b.turn).relative_to(turn) * per_h;
        let due = angular_velocity - turned;
        let turning = size(held.about(turn, start.b.turn, b.angular_velocity - due));
        let missed = straying.max(turning);
        let rounding = ROUNDING * per_h * size(b.position).max(1.0);
        if missed > rounding { missed } else { 0.0 }
    }
}

fn size(v: Vector<f64>) -> f64 {
    v.dot(v).sqrt()
}
