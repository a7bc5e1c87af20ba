//! What correctors leave of the coupling conditions u − law(y) = 0, step by step.
//!
//! A Newton step with the right Jacobian leaves rounding in a linear problem, and a residual of second order
//! in the correction in a nonlinear one. Where it leaves more than half of what the predictor missed, the
//! Jacobian does not describe the slaves: they jump, or they are not where they were saved. A run in which
//! that goes on for [`HOPELESS`] steps without a pause, the corrector being no better than the predictor, ends.

use super::interface_problem::InterfaceProblem;
use super::macro_step::MacroStep;
use crate::CouplingError;

/// A corrector is useless if it leaves more than this part of the predictor's residual …
const FALLS: f64 = 0.5;
/// … and more than this part of the inputs.
const MATTERS: f64 = 1e-6;
/// It is harmful if it leaves all of it, and this part of the inputs.
const LARGE: f64 = 1e-3;
/// Harmful steps without a pause that end the run.
const HOPELESS: u64 = 100;

/// What was left of the coupling conditions so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residuals {
    /// The largest that a step left, relative to the inputs so far, and the end of that step.
    pub largest: (f64, f64),
    /// Steps in which the corrector left more than half of the predictor's residual.
    pub useless: u64,
    /// The last ones of them without a pause that left all of it.
    harmful: u64,
}

impl Residuals {
    /// What two schemes left in one run.
    pub(super) fn and(self, other: Self) -> Self {
        let largest = if other.largest.0 > self.largest.0 { other.largest } else { self.largest };
        let harmful = self.harmful.max(other.harmful);
        Self { largest, useless: self.useless + other.useless, harmful }
    }

    /// Takes note of a step that ended at `t`; the predictor's run missed `predicted`, relative to the inputs.
    #[inline]
    pub(super) fn note(&mut self, t: f64, predicted: f64, left: f64) {
        if left > self.largest.0 {
            self.largest = (left, t);
        }
        if left > FALLS * predicted && left > MATTERS {
            self.useless += 1;
        }
        self.harmful = if left >= predicted && left > LARGE { self.harmful + 1 } else { 0 };
    }

    /// Takes note of what an iteration left of a step that ended at `t`, however often it corrected.
    pub(super) fn note_iterated(&mut self, t: f64, left: f64) {
        self.note(t, f64::INFINITY, left);
    }

    /// An error if there is no hope left after a step.
    #[inline]
    pub(super) fn hope(
        &self,
        over: &MacroStep,
        problem: &InterfaceProblem,
    ) -> Result<(), CouplingError> {
        if self.harmful < HOPELESS { Ok(()) } else { Err(Self::lost(over, problem)) }
    }

    #[cold]
    fn lost(over: &MacroStep, problem: &InterfaceProblem) -> CouplingError {
        let InterfaceProblem { unknowns, residual, .. } = problem;
        let unknowns = unknowns.iter().copied();
        let worst = unknowns.max_by(|&a, &b| residual[a].abs().total_cmp(&residual[b].abs()));
        let worst = worst.expect("a residual belongs to an unknown");
        CouplingError::NotCorrected {
            input: over.network.input_names().swap_remove(worst),
            residual: residual[worst].abs(),
            steps: HOPELESS,
            t: over.step.end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_residual_that_does_not_fall_counts_where_it_matters() {
        let mut residuals = Residuals::default();
        for (t, predicted, left) in
            [(0.1, 1e-2, 1e-13), (0.2, 1e-2, 4e-3), (0.3, 1e-2, 6e-3), (0.4, 1e-9, 9e-10)]
        {
            residuals.note(t, predicted, left);
        }
        assert_eq!(residuals, Residuals { largest: (6e-3, 0.3), useless: 1, harmful: 0 });
    }

    #[test]
    fn a_pause_gives_new_hope() {
        let mut residuals = Residuals::default();
        (0..99).for_each(|_| residuals.note(0.0, 0.1, 0.2));
        residuals.note(0.0, 0.1, 0.01);
        (0..99).for_each(|_| residuals.note(0.0, 0.1, 0.2));
        assert_eq!((residuals.harmful, residuals.useless), (99, 198));
    }
}
