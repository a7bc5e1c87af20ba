//! How stiff a coupling is over a macro step: the gain of all loops through it.
//!
//! ```text
//! G = 1 − ∂law/∂y · S,   gain = |det G| − 1
//! ```
//!
//! G is the [interface Jacobian](super::interface_jacobian). A loop of any number of inputs, whose product of
//! sensitivities is −μ, makes the determinant 1 + μ; several loops add up as long as they are small. For a spring c and
//! a damper d on a mass m, and inputs of degree 1, μ = c H²/(6 m) + d H/(2 m).

use nalgebra::DVector;

use super::interface_jacobian::InterfaceJacobian;
use super::interface_problem::InterfaceProblem;
use super::jacobian_policy::Source;
use super::macro_step::MacroStep;
use crate::CouplingError;
use crate::execution::Begin;
use crate::slave::Slot;

/// The gain over a step from where the slaves stand, which are left anywhere. Infinite where the coupling conditions are
/// singular.
pub(crate) fn coupling_gain(
    over: &mut MacroStep,
    y: &mut DVector<f64>,
) -> Result<f64, CouplingError> {
    let mut problem = InterfaceProblem::new(over.network, &[], None);
    let mut jacobian = InterfaceJacobian::new(over.network, &problem);
    problem.predict(Begin::Saved(Slot::MacroStart), over, y)?;
    match jacobian.find(over, &problem, y, Source::Runs) {
        Err(CouplingError::Singular { .. }) => Ok(f64::INFINITY),
        found => found.map(|()| jacobian.gain()),
    }
}
