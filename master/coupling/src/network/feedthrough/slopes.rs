//! Slopes of inputs and outputs at a communication point, where outputs depend on inputs without delay.
//!
//! ẏ = ∂y/∂x ẋ + ∂y/∂u u̇ and u̇ = ∂law/∂y · ẏ. Level by level the slopes of inputs are found and the outputs behind
//! them read again; those of an algebraic loop solve a linear system, whose matrix is the Jacobian of the loop.

use super::{Coupled, Feedthroughs};
use crate::CouplingError;
use crate::id::OutputId;
use crate::law::CouplingLaw;
use crate::network::Member;

/// What slopes are found on.
pub(crate) struct Slopes<'a> {
    pub(crate) t: f64,
    pub(crate) u: &'a [f64],
    pub(crate) y: &'a [f64],
    /// Slopes of the inputs; those that are not known yet, or not at all, are NaN.
    pub(crate) du: &'a mut [f64],
    /// Slopes of the outputs.
    pub(crate) dy: &'a mut [f64],
    /// Outputs that are the derivative of another: (of which, which).
    pub(crate) named: &'a [(OutputId, OutputId)],
}

impl Slopes<'_> {
    /// Reads the slopes of the outputs of a slave, unless it is in the middle of a step.
    pub(crate) fn read(&mut self, member: &mut Member) -> Result<(), CouplingError> {
        let Member { inputs, outputs, .. } = member;
        let (inputs, outputs) = (inputs.clone(), outputs.clone());
        if !member.between {
            let (u, du) = (&self.u[inputs.clone()], &self.du[inputs]);
            let dy = &mut self.dy[outputs.clone()];
            let answer = member.slave.output_derivatives(u, du, dy);
            answer.map_err(|source| member.failed(self.t, source))?;
        }
        for (of, derivative) in self.named.iter().filter(|(of, _)| outputs.contains(&of.0)) {
            self.dy[of.0] = self.y[derivative.0];
        }
        Ok(())
    }
}

/// The slopes of all inputs from those of the outputs.
pub(crate) fn inputs_slopes(laws: &[Box<dyn CouplingLaw>], y: &[f64], dy: &[f64], du: &mut [f64]) {
    du.fill(0.0);
    laws.iter().for_each(|law| law.add_derivatives(y, dy, du));
}

impl Feedthroughs {
    /// Makes the slopes of inputs and outputs consistent with each other and with the laws.
    pub(crate) fn resolve_slopes(
        &mut self,
        (members, laws): Coupled,
        slopes: &mut Slopes,
    ) -> Result<(), CouplingError> {
        let scratch = &mut self.scratch;
        for level in &mut self.levels {
            inputs_slopes(laws, slopes.y, slopes.dy, scratch);
            for &i in &level.inputs {
                slopes.du[i] = scratch[i];
            }
            for &slave in &level.slaves {
                slopes.read(&mut members[slave])?;
            }
            for algebraic in &mut level.loops {
                algebraic.solve_slopes((&mut *members, laws), slopes, scratch)?;
            }
        }
        Ok(())
    }
}
