//! How disturbances grow from one communication point to the next.
//!
//! For slaves that are linear and whose states can be set, the amplification matrix of a macro step
//! says it all ([`StepMap`]). Whether they are is tried: steps from an arbitrary point must agree with
//! the matrix. Else runs are compared: with each other, which gives an estimate of the factor
//! ([`growth`](super::growth)), and with one at a much shorter step, which gives a verdict ([`Observed`]).

use coupling::amplification::StepMap;
use coupling::imposed::Imposed;
use coupling::spectrum;
use nalgebra::{Complex, DMatrix};

use super::AnalysisError;
use super::equal_steps::at_step;
use super::growth::growth;
use super::largest_step::{LargestStep, Scan, largest_step};
use super::observed::{Observed, Verdict};
use crate::scenario::Scenario;
use crate::scenario::build::build;
use crate::scenario::check::Energy;

/// The stability of a scenario at any macro step.
pub struct Stability {
    scenario: Scenario,
    /// None where the system is not known to be linear.
    map: Option<StepMap>,
    /// What its runs are compared with, once that is asked for.
    observed: Option<Observed>,
}

/// The scenario's slaves, whose states and past can be imposed; none if they do not allow it.
pub fn imposed(scenario: &Scenario) -> Result<Option<Imposed>, AnalysisError> {
    Ok(Imposed::new(build(&at_step(scenario, scenario.time.step, usize::MAX))?)?)
}

impl Stability {
    /// Prepares the scenario; whether it is linear is tried at its own step. A run whose forces are corrected
    /// is not.
    pub fn of(scenario: &Scenario) -> Result<Self, AnalysisError> {
        let corrected = scenario.energy.as_ref().is_some_and(Energy::corrects);
        let imposed = if corrected { None } else { imposed(scenario)? };
        let mut map = imposed.map(|i| StepMap::new(i, scenario.time.start));
        if let Some(tried) = &mut map {
            let h = scenario.time.step / scenario.time.ticks as f64;
            let matrix = tried.matrix(h)?;
            if !tried.is_linear(h, &matrix)? {
                map = None;
            }
        }
        Ok(Self { scenario: scenario.clone(), map, observed: None })
    }

    /// Whether the system is linear, so that spectral radii are exact; else they are estimates.
    pub fn is_linear(&self) -> bool {
        self.map.is_some()
    }

    /// The amplification matrix of a macro step `h`, if the system is linear; where slaves have steps of their own,
    /// that of a cycle.
    pub fn matrix(&mut self, h: f64) -> Result<Option<DMatrix<f64>>, AnalysisError> {
        let tick = h / self.scenario.time.ticks as f64;
        Ok(self.map.as_mut().map(|map| map.matrix(tick)).transpose()?)
    }

    /// The eigenvalues of that matrix, but for some that are zero.
    pub fn eigenvalues(&mut self, h: f64) -> Result<Option<Vec<Complex<f64>>>, AnalysisError> {
        let Some(matrix) = self.matrix(h)? else { return Ok(None) };
        spectrum::eigenvalues(matrix).map(Some).ok_or(AnalysisError::Eigenvalues { h })
    }

    /// The factor by which disturbances grow over a macro step `h` in the long run: the largest
    /// absolute eigenvalue, or an estimate from runs. Where slaves have steps of their own, the
    /// matrix is that of a cycle and the factor the mean over it.
    pub fn spectral_radius(&mut self, h: f64) -> Result<f64, AnalysisError> {
        match self.eigenvalues(h)? {
            Some(values) => {
                let ticks = self.map.as_ref().map_or(1, StepMap::steps) as f64;
                let steps = ticks / self.scenario.time.ticks as f64;
                let largest = values.iter().map(|value| value.norm()).fold(0.0, f64::max);
                Ok(if steps == 1.0 { largest } else { largest.powf(1.0 / steps) })
            }
            None => growth(&self.scenario, h),
        }
    }

    /// What becomes of the coupling at the macro step `h`: by the spectral radius of a linear system, which may
    /// exceed 1 by `tolerance`, or as runs show it.
    pub fn verdict(&mut self, h: f64, tolerance: f64) -> Result<Verdict, AnalysisError> {
        if !self.is_linear() {
            self.observed()?.verdict(h)
        } else if self.spectral_radius(h)? <= 1.0 + tolerance {
            Ok(Verdict::Stable)
        } else {
            Ok(Verdict::Growing)
        }
    }

    /// The largest step up to which every step is stable; where runs are observed, the one next to the
    /// scenario's own step.
    pub fn largest_step(&mut self, scan: &Scan) -> Result<LargestStep, AnalysisError> {
        if self.is_linear() {
            largest_step(scan, |h| self.spectral_radius(h))
        } else {
            self.observed()?.largest_step(scan)
        }
    }

    /// What verdicts rest on.
    pub fn evidence(&self) -> String {
        match (&self.map, &self.observed) {
            (Some(_), _) => "exact: the system is linear".into(),
            (None, None) => "an estimate from runs: the system is not known to be linear".into(),
            (None, Some(Observed { span, reference_step, .. })) => format!(
                "an estimate from runs over {span} s beside one at H = {reference_step:.1e} s: the system is not \
                 known to be linear"
            ),
        }
    }

    fn observed(&mut self) -> Result<&Observed, AnalysisError> {
        let observed = match self.observed.take() {
            Some(observed) => observed,
            None => Observed::of(&self.scenario)?,
        };
        Ok(self.observed.insert(observed))
    }
}
