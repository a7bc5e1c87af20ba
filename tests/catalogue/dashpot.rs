//! A dashpot between two bodies: a force in proportion to the difference of their velocities.
//!
//! ```text
//! λ = d (v_b − v_a),   force on a: λ,   force on b: −λ
//! ```

use coupling::law::CouplingLaw;
use coupling::{InputId, OutputId};

/// A dashpot.
pub struct Dashpot {
    /// The velocities of both bodies.
    pub velocity: [OutputId; 2],
    /// The forces on both.
    pub force: [InputId; 2],
    /// d in N·s/m.
    pub damping: f64,
}

impl CouplingLaw for Dashpot {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        self.force.map(|force| (force, self.velocity.to_vec())).into()
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        let [a, b] = self.velocity;
        let lambda = self.damping * (y[b.0] - y[a.0]);
        u[self.force[0].0] += lambda;
        u[self.force[1].0] -= lambda;
    }

    fn partials(&self, _y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        let ([a, b], d) = (self.velocity, self.damping);
        for (force, sign) in self.force.into_iter().zip([1.0, -1.0]) {
            each(force, a, -sign * d);
            each(force, b, sign * d);
        }
    }
}
