//! How disturbances grow from one communication point to the next.
//!
//! For slaves that are linear and whose states can be set, the amplification matrix of a macro step says it all
//! (`Linear`): answers are *exact*. Else runs are compared with one at a much shorter step: answers are *observed*.
//! Where these runs come to rest and the states can be set, the matrix about that point is asked as well: answers
//! are *linearised*, and the more cautious of both counts (`Nonlinear`).

use coupling::imposed::Imposed;
use nalgebra::{Complex, DMatrix};

use super::AnalysisError;
use super::answer::{Answer, Assessment, Basis, Radius, Verdict};
use super::equal_steps::at_step;
use super::largest_step::{Limits, Scan, unstable_windows};
use super::linear::Linear;
use super::nonlinear::Nonlinear;
use crate::scenario::Scenario;
use crate::scenario::build::build;
use crate::scenario::check::Energy;

/// Macro steps that a matrix may cost where it is asked for a thousand times.
const AFFORDABLE: f64 = 1000.0;

/// The stability of a scenario at any macro step.
pub enum Stability {
    /// Of a system that is linear.
    Linear(Box<Linear>),
    /// Of one that is not, or not known to be.
    Nonlinear(Box<Nonlinear>),
}

/// The scenario's slaves, whose states and past can be imposed; none if they do not allow it.
pub fn imposed(scenario: &Scenario) -> Result<Option<Imposed>, AnalysisError> {
    Ok(Imposed::new(build(&at_step(scenario, scenario.time.step, usize::MAX))?)?)
}

impl Stability {
    /// Prepares the scenario; whether it is linear is tried at its own step. A run whose forces are corrected
    /// is not. Steps are all alike, without step control.
    pub fn of(scenario: &Scenario) -> Result<Self, AnalysisError> {
        let imposed = if scenario.energy.as_ref().is_some_and(Energy::corrects) {
            Err("its forces are corrected")
        } else {
            imposed(scenario)?.ok_or("its states cannot be set")
        };
        let tried = imposed.map(|i| Linear::of(i, &scenario.time, scenario.method.facts));
        let imposed = match tried {
            Ok(Ok(linear)) => return Ok(Self::Linear(linear.into())),
            Ok(Err(imposed)) => Ok(*imposed),
            Err(reason) => Err(reason),
        };
        Ok(Self::Nonlinear(Nonlinear::of(scenario, imposed)?.into()))
    }

    /// Whether the system is linear, so that spectral radii are exact.
    pub fn is_linear(&self) -> bool {
        matches!(self, Self::Linear(_))
    }

    /// The amplification matrix of a macro step `h`, if the system is linear; where slaves have steps of their own,
    /// that of a cycle.
    pub fn matrix(&mut self, h: f64) -> Result<Option<DMatrix<f64>>, AnalysisError> {
        let Self::Linear(linear) = self else { return Ok(None) };
        Ok(Some(linear.matrix(h)?))
    }

    /// The eigenvalues of that matrix, but for some that are zero.
    pub fn eigenvalues(&mut self, h: f64) -> Result<Option<Vec<Complex<f64>>>, AnalysisError> {
        let Self::Linear(linear) = self else { return Ok(None) };
        Ok(Some(linear.eigenvalues(h)?))
    }

    /// The factor by which disturbances grow over a macro step `h` in the long run, if the system is linear: the largest
    /// absolute eigenvalue. Where slaves have steps of their own, the matrix is that of a cycle and the factor the
    /// mean over it.
    pub fn spectral_radius(&mut self, h: f64) -> Result<Option<f64>, AnalysisError> {
        let Self::Linear(linear) = self else { return Ok(None) };
        Ok(Some(linear.moduli(h)?.first().copied().unwrap_or(0.0)))
    }

    /// How closely steps can be looked at within about a minute, as part of them: every hundredth, unless slaves
    /// have steps of their own and the matrix is that of a long cycle.
    pub fn density(&self) -> f64 {
        let cost = if let Self::Linear(linear) = self { linear.cost() } else { 0 };
        (0.01 * cost as f64 / AFFORDABLE).clamp(0.01, 0.1)
    }

    /// What becomes of the coupling at the macro step `h`; a spectral radius may exceed 1 by `tolerance`.
    pub fn assess(&mut self, h: f64, tolerance: f64) -> Result<Answer<Assessment>, AnalysisError> {
        let linear = match self {
            Self::Nonlinear(nonlinear) => return nonlinear.assess(h, tolerance),
            Self::Linear(linear) => linear,
        };
        let value = linear.moduli(h)?.first().copied().unwrap_or(0.0);
        let radius = Radius { value, uncertainty: linear.noise.unwrap_or(0.0) };
        let verdict = if radius.is_stable(tolerance) { Verdict::Stable } else { Verdict::Growing };
        let value = Assessment { verdict, radius: Some(radius) };
        Ok(Answer { value, basis: Basis::Exact, evidence: linear.evidence() })
    }

    /// The largest step up to which every step is stable; of a system that is not linear, the one next to the
    /// scenario's own step.
    pub fn largest_step(&mut self, scan: &Scan) -> Result<Answer<Limits>, AnalysisError> {
        let linear = match self {
            Self::Nonlinear(nonlinear) => return nonlinear.largest_step(scan),
            Self::Linear(linear) => linear,
        };
        let tolerance = scan.tolerance.max(linear.noise.unwrap_or(0.0));
        let value = unstable_windows(&Scan { tolerance, ..*scan }, |h| linear.moduli(h))?;
        Ok(Answer { value, basis: Basis::Exact, evidence: linear.evidence() })
    }
}
