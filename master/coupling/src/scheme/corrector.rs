//! A Newton step on the coupling conditions and the run that it leads to: what the semi-implicit scheme does once in
//! a macro step, and Newton's method until the conditions hold.

use nalgebra::DVector;

use super::interface_jacobian::InterfaceJacobian;
use super::interface_problem::InterfaceProblem;
use super::jacobian_policy::{Jacobian, JacobianPolicy, Source};
use super::level::Level;
use super::macro_step::MacroStep;
use crate::CouplingError;
use crate::id::SlaveId;
use crate::network::Network;

/// The coupling conditions, their Jacobian, and what decides about that.
pub(super) struct Corrector {
    pub(super) problem: InterfaceProblem,
    pub(super) jacobian: InterfaceJacobian,
    pub(super) policy: JacobianPolicy,
}

impl Corrector {
    pub(super) fn new(
        network: &Network,
        explicit: &[SlaveId],
        kind: Jacobian,
        level: Option<Level>,
    ) -> Self {
        let problem = InterfaceProblem::new(network, explicit, level);
        let jacobian = InterfaceJacobian::new(network, &problem);
        Self { problem, jacobian, policy: JacobianPolicy::new(kind) }
    }

    /// A Newton step from the last run, and the run with the inputs that it gives.
    #[inline]
    pub(super) fn correct(
        &mut self,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.jacobian.solve(&mut self.problem);
        self.problem.correct(over, y)
    }

    /// The Jacobian about the last run, which led to `y`. A correction has to follow: the slaves are left where
    /// perturbed runs end.
    pub(super) fn find_jacobian(
        &mut self,
        over: &mut MacroStep,
        y: &DVector<f64>,
        source: Source,
    ) -> Result<(), CouplingError> {
        self.policy.found(source, over);
        self.jacobian.find(over, &self.problem, y, source)
    }
}
