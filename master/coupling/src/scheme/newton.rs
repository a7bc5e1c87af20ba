//! Newton's method on the coupling conditions of a macro step, from its predictor until they hold.
//!
//! ```text
//! u ← u − t G⁻¹ r(u),   t = 1, ½, ¼, … until |r| is smaller than before
//! ```
//!
//! in the largest ratio of a residual to what is allowed. The Jacobian is kept as long as each step leaves a small part
//! of the residual. A step that makes it larger is taken back: with a Jacobian of another point, that is found here, and
//! with one of this point the step is halved (Deuflhard, Newton Methods for Nonlinear Problems, section 3.3). Each try is a
//! run of the slaves, and counts as an iteration.

use nalgebra::DVector;

use super::convergence::{Convergence, Criterion};
use super::corrector::Corrector;
use super::jacobian_policy::Source;
use super::macro_step::MacroStep;
use crate::CouplingError;

/// Iterations without progress after which noise is measured.
const PATIENCE: usize = 4;
/// What helps where it does not converge.
const ADVICE: &str = "a smaller step, or more scheme.iterations";
/// How often a step is halved at most.
const HALVINGS: usize = 7;

/// Newton's method with damping.
pub(super) struct Newton {
    pub(super) criterion: Criterion,
    /// Where the present step begins: inputs, residual and outputs.
    u: DVector<f64>,
    residual: DVector<f64>,
    y: DVector<f64>,
}

impl Newton {
    /// For `outputs` outputs.
    pub(super) fn new(convergence: Convergence, outputs: usize) -> Self {
        let zero = DVector::zeros(convergence.absolute.len());
        Self {
            criterion: Criterion::new(convergence, PATIENCE, ADVICE),
            u: zero.clone(),
            residual: zero,
            y: DVector::zeros(outputs),
        }
    }

    /// Iterates from the predictor's run, which led to `y`; `found` says whether the Jacobian is that of this run.
    pub(super) fn converge(
        &mut self,
        corrector: &mut Corrector,
        mut found: bool,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.criterion.begin();
        let (mut slow, mut corrected) = (false, false);
        // The first correction is always made, as in the semi-implicit scheme: its size tells the error of the step.
        while !self.criterion.ends(&mut corrector.problem, over, y)? || !corrected {
            corrected = true;
            self.keep(corrector, y);
            if slow {
                corrector.find_jacobian(over, y, Source::Runs)?;
                found = true;
            }
            corrector.correct(over, y)?;
            let (before, mut left) =
                (self.criterion.by(), self.criterion.by_now(&corrector.problem));
            if left >= before && !found && !self.criterion.is_within_noise(&corrector.problem) {
                self.take_back(corrector, over, y);
                corrector.find_jacobian(over, y, Source::Runs)?;
                self.criterion.spend();
                corrector.correct(over, y)?;
                left = self.criterion.by_now(&corrector.problem);
            }
            let damped = left >= before && !self.criterion.is_within_noise(&corrector.problem);
            if damped {
                left = self.damp(corrector, over, y)?;
            } else if corrector.policy.updates() {
                self.y -= &*y;
                corrector.jacobian.update(over, &corrector.problem, &self.y, y)?;
            }
            slow = damped || corrector.policy.is_slow(before, left);
            slow &= !self.criterion.is_within_noise(&corrector.problem);
            found = false;
        }
        Ok(())
    }

    fn keep(&mut self, corrector: &Corrector, y: &DVector<f64>) {
        self.u.copy_from(&corrector.problem.u);
        self.residual.copy_from(&corrector.problem.residual);
        self.y.copy_from(y);
    }

    /// Goes back to where the step began; the slaves are not there.
    fn take_back(&self, corrector: &mut Corrector, over: &MacroStep, y: &mut DVector<f64>) {
        corrector.problem.return_to(over.signals, &self.u, &self.residual);
        y.copy_from(&self.y);
    }

    /// Halves the step until it leaves less than there was; what it leaves.
    fn damp(
        &mut self,
        corrector: &mut Corrector,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<f64, CouplingError> {
        let mut left = f64::INFINITY;
        for _ in 0..HALVINGS {
            let problem = &mut corrector.problem;
            for &i in &problem.unknowns {
                problem.u[i] = 0.5 * (problem.u[i] + self.u[i]);
            }
            problem.correct(over, y)?;
            self.criterion.spend();
            left = self.criterion.by_now(problem);
            if left < self.criterion.by() {
                break;
            }
        }
        Ok(left)
    }
}
