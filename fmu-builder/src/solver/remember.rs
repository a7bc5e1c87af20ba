//! What a two-step scheme remembers, kept by the other solvers too.

use super::{Solver, SolverError, Span, System};
use crate::inputs::Inputs;
use crate::variables::State;

/// A solver that after each step fills in the accelerations and multipliers of its end, and what was at its start.
pub(super) struct Remember {
    solver: Box<dyn Solver>,
    u: Vec<f64>,
    motion: [Vec<f64>; 3],
    lambda: Vec<f64>,
}

impl Remember {
    pub fn new(solver: Box<dyn Solver>, system: &dyn System) -> Self {
        let sizes = system.equations_of_motion().map_or((0, 0), |equations| {
            let c = equations.coordinates();
            (c.now[0].len(), c.lambda.len())
        });
        let motion = [0; 3].map(|_| vec![0.0; sizes.0]);
        Self { solver, u: vec![0.0; system.givens()], motion, lambda: vec![0.0; sizes.1] }
    }
}

impl Solver for Remember {
    fn step(
        &mut self,
        system: &dyn System,
        span: Span,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    ) -> Result<(), SolverError> {
        self.solver.step(system, span, inputs, z, z_end)?;
        let Some(equations) = system.equations_of_motion() else { return Ok(()) };
        let c = equations.coordinates();
        for (values, states) in self.motion.iter_mut().zip(&c.now).take(2) {
            values.iter_mut().zip(states).for_each(|(value, State(at))| *value = z_end[*at]);
        }
        inputs.at(span.h, &mut self.u);
        let s = system.sample(span.t + span.h, &self.u, z_end);
        let [q, v, a] = &mut self.motion;
        equations.accelerations(&s, [q, v], a, &mut self.lambda);
        let end = c.now[2].iter().zip(a.iter()).chain(c.lambda.iter().zip(&self.lambda));
        end.for_each(|(State(at), value)| z_end[*at] = *value);
        let before = c.before.iter().flatten().zip(c.now.iter().flatten());
        before.for_each(|(State(before), State(now))| z_end[*before] = z[*now]);
        Ok(())
    }

    fn memory(&self) -> f64 {
        self.solver.memory()
    }

    fn set_memory(&mut self, memory: f64) {
        self.solver.set_memory(memory);
    }
}
