//! `extrapolation = "two-step-hermite"`: the prediction of a two-step integrator, with the spectral radius `rho_inf`.

use coupling::signals::extrapolation::TwoStepHermite;

use super::reading::Reading;
use super::{Rule, RuleKind};
use crate::scenario::error::ScenarioError;

pub(super) const TWO_STEP_HERMITE: RuleKind = RuleKind { name: "two-step-hermite", read };

/// ρ∞ where the user gives none: that of the two-mass oscillator in Zhang et al. (2022).
const RHO_INF: f64 = 0.56;

/// The rule with the usual ρ∞.
pub(super) fn usual() -> Rule {
    of(RHO_INF)
}

fn of(rho_inf: f64) -> Rule {
    let settings = format!("two-step-hermite {rho_inf}");
    let label = format!("two-step Hermite inputs with rho_inf = {rho_inf}");
    Rule::new(TWO_STEP_HERMITE.name, settings, label, TwoStepHermite::new(rho_inf))
}

fn read(reading: &Reading) -> Result<Rule, ScenarioError> {
    let rho_inf = reading.fraction("rho_inf", &reading.section.rho_inf, RHO_INF)?;
    Ok(of(rho_inf))
}
