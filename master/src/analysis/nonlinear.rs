//! The stability of a system that is not linear: runs, and a linearisation where there is one to trust.
//!
//! Both are asked, and the more cautious answer counts: a coupling is stable if neither says that it is not. Runs do not
//! see growth that is slow, and a linearisation says nothing of other operating points.

use coupling::imposed::Imposed;

use super::AnalysisError;
use super::answer::{Answer, Assessment, Basis, Radius, Verdict};
use super::largest_step::{LargestStep, Limits, Scan};
use super::linearised::Linearised;
use super::observed::Observed;
use super::outward::{RATIO, outward};
use crate::scenario::Scenario;

/// Near the limit growth is slow, so that runs are asked again this much above a step that the linearisation
/// calls unstable.
const ABOVE: f64 = 1.1;

/// A system that is not linear, for any macro step.
pub struct Nonlinear {
    /// The scenario's own macro step.
    step: f64,
    observed: Observed,
    /// Or why there is none.
    linearised: Result<Linearised, String>,
}

impl Nonlinear {
    /// Finds reference and operating point; none of the latter without slaves whose states can be imposed.
    pub fn of(
        scenario: &Scenario,
        imposed: Result<Imposed, &'static str>,
    ) -> Result<Self, AnalysisError> {
        let (observed, step) = (Observed::of(scenario)?, scenario.time.step);
        let linearised = match imposed {
            Ok(_) if observed.always_fails() => Err("runs fail, however short the step".into()),
            Ok(imposed) => Linearised::of(imposed, &observed, &scenario.time),
            Err(reason) => Err(reason.into()),
        };
        Ok(Self { step, observed, linearised })
    }

    /// What becomes of the coupling at the macro step `h`.
    pub fn assess(&mut self, h: f64, tolerance: f64) -> Result<Answer<Assessment>, AnalysisError> {
        let radius = self.radius(h);
        let observed = self.observed.verdict(h)?;
        let Some(radius) = radius else {
            let value = Assessment { verdict: observed, radius: None };
            return Ok(Answer { value, basis: Basis::Observed, evidence: self.runs(None) });
        };
        let (calm, seen) = (radius.is_stable(tolerance), observed == Verdict::Stable);
        let verdict = if calm || !seen { observed } else { Verdict::Growing };
        let agreement = match (calm, seen) {
            (true, true) | (false, false) => "agree",
            (true, false) => "do not agree: they are not stable, which counts",
            (false, true) => "do not agree: they are stable; the linearisation counts",
        };
        let value = Assessment { verdict, radius: Some(radius) };
        Ok(Answer { value, basis: Basis::Linearised, evidence: self.runs(Some(agreement)) })
    }

    /// A stable step next to an unstable one, searched for from the scenario's own step outwards.
    pub fn largest_step(&mut self, scan: &Scan) -> Result<Answer<Limits>, AnalysisError> {
        let to = scan.to.min(self.observed.longest()).max(scan.from);
        let found = outward((scan.from, to), self.step, |h| {
            let calm = self.radius(h).is_none_or(|radius| radius.is_stable(scan.tolerance));
            Ok::<_, AnalysisError>(calm && self.observed.verdict(h)? == Verdict::Stable)
        });
        let (largest, above) = found?;
        let agreement = self.agreement(largest, above, scan.tolerance)?;
        let basis = if agreement.is_some() { Basis::Linearised } else { Basis::Observed };
        let evidence = self.runs(agreement.as_deref());
        let value =
            Limits { largest, unstable: Vec::new(), to, density: RATIO - 1.0, failed: None };
        Ok(Answer { value, basis, evidence })
    }

    /// Whether runs and linearisation agree about a limit; none without linearisation there.
    fn agreement(
        &mut self,
        largest: LargestStep,
        above: Option<f64>,
        tolerance: f64,
    ) -> Result<Option<String>, AnalysisError> {
        let (LargestStep::Limit(below), Some(above)) = (largest, above) else {
            return Ok(self.radius(self.step).map(|_| "agree".into()));
        };
        let (Some(_), Some(radius)) = (self.radius(below), self.radius(above)) else {
            return Ok(None);
        };
        let beyond = ABOVE * above;
        Ok(Some(if !radius.is_stable(tolerance) {
            if self.observed.verdict(beyond)? == Verdict::Stable {
                format!(
                    "do not agree: they are stable at {beyond:.3e} s too; the linearisation counts"
                )
            } else {
                "agree".into()
            }
        } else if self.radius(beyond).is_some_and(|radius| radius.is_stable(tolerance)) {
            format!(
                "do not agree: they are not stable above, where it is up to {beyond:.3e} s at least; they count"
            )
        } else {
            "agree".into()
        }))
    }

    fn radius(&mut self, h: f64) -> Option<Radius> {
        self.linearised.as_mut().ok()?.radius(h)
    }

    /// What answers rest on; `agreement` says what runs do where the linearisation counts too.
    fn runs(&self, agreement: Option<&str>) -> String {
        let Observed { span, reference_step, .. } = &self.observed;
        let runs = format!("runs over {span} s beside one at H = {reference_step:.1e} s");
        match (&self.linearised, agreement) {
            (Ok(Linearised { t, .. }), Some(agreement)) => format!(
                "linearised about the operating point at t = {t} s, which says nothing of others; {runs} {agreement}"
            ),
            (Ok(_), None) => {
                format!("observed: {runs}; the slaves refuse a step from imposed states")
            }
            (Err(reason), _) => {
                format!("observed: {runs}; the system is not known to be linear, and {reason}")
            }
        }
    }
}
