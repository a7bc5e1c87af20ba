//! When the interface Jacobian is found anew, approximated, updated or kept.
//!
//! Perturbed runs cost as much as many corrections. A Jacobian that was found for another step serves as long
//! as the step length and the influence of end values on inputs stay the same, and the corrector leaves
//! next to nothing of what the predictor missed.

use super::macro_step::MacroStep;
use crate::polynomial::Polynomial;
use crate::signals::Signals;

/// A Jacobian serves while the corrector leaves at most this part of the predictor's residual.
const SERVES: f64 = 0.01;
/// In an iteration it serves while each step leaves at most this part.
const CONTRACTS: f64 = 0.3;
/// What counts as no residual, relative to the inputs.
const ROUNDING: f64 = 1e-10;

/// Where the sensitivities S come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jacobian {
    /// Perturbed runs in every step.
    EveryStep,
    /// Perturbed runs when the last ones do not serve any more.
    #[default]
    Reused,
    /// Reused, with an update by Broyden's formula after every step.
    Broyden,
    /// Reused, but forces on known masses begin with an approximation instead of perturbed runs.
    Analytic,
}

/// How a Jacobian is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// By perturbed runs.
    Runs,
    /// From masses where they are known, else by perturbed runs.
    Masses,
}

/// What a correction says of the Jacobian that it was made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is kept as it is.
    Serves,
    /// It is kept, and takes in what the correction did.
    Update,
    /// It is found anew, and the correction made again.
    FindAnew,
}

/// Decides about the Jacobian, step by step.
pub(super) struct JacobianPolicy {
    kind: Jacobian,
    /// The step length that the Jacobian was found for …
    h: f64,
    /// … and how end values were felt over the step.
    influences: Vec<Polynomial>,
    /// How often the influences had changed when they were last seen to be those.
    changes: u64,
    /// Whether runs would find it no better in the present step.
    exact: bool,
}

impl JacobianPolicy {
    pub(super) fn new(kind: Jacobian) -> Self {
        Self { kind, h: f64::NAN, influences: Vec::new(), changes: 0, exact: false }
    }

    /// How the Jacobian of a new macro step is to be found, unless the last one is kept.
    #[inline]
    pub(super) fn begin(&mut self, over: &MacroStep) -> Option<Source> {
        self.exact = false;
        if self.kind != Jacobian::EveryStep && self.is_for(over.step.h, over.signals) {
            return None;
        }
        Some(if self.kind == Jacobian::Analytic { Source::Masses } else { Source::Runs })
    }

    /// Whether it was found for steps like this one.
    #[inline]
    fn is_for(&mut self, h: f64, signals: &Signals) -> bool {
        if self.h != h {
            return false;
        }
        if self.changes == signals.changes() {
            return true;
        }
        let same = signals.influences().eq(self.influences.iter().copied());
        if same {
            self.changes = signals.changes();
        }
        same
    }

    /// Takes note that it has been found.
    pub(super) fn found(&mut self, source: Source, over: &MacroStep) {
        self.exact = source == Source::Runs;
        self.h = over.step.h;
        self.influences.clear();
        self.influences.extend(over.signals.influences());
        self.changes = over.signals.changes();
    }

    /// What follows from the first correction of a step, which has left `left` of what the predictor missed.
    #[inline]
    pub(super) fn judge(&self, predicted: f64, left: f64) -> Verdict {
        if !self.exact && left > SERVES * predicted + ROUNDING {
            Verdict::FindAnew
        } else if self.kind == Jacobian::Broyden {
            Verdict::Update
        } else {
            Verdict::Serves
        }
    }

    /// Whether a step of Newton's method, which has left `left` of `before`, was too slow to go on with the same
    /// Jacobian. One that was found in another macro step has to do more than one of this step.
    pub(super) fn is_slow(&self, before: f64, left: f64) -> bool {
        left > if self.exact { CONTRACTS } else { SERVES } * before
    }

    /// Whether it takes in what each correction did.
    pub(super) fn updates(&self) -> bool {
        self.kind == Jacobian::Broyden
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::extrapolation::PolynomialRule;
    use crate::slave::Step;
    use crate::test_models::TwoMass;

    #[test]
    fn a_jacobian_is_found_for_a_step_length_and_kept_while_it_serves() {
        let mut network = TwoMass::schweizer_lu().network();
        let signals = Signals::new(Box::new(PolynomialRule::new(0)), 0, vec![false; 2], 4);
        let step = |h| Step { t: 0.0, end: h, h };
        let (one, other) = (step(0.1), step(0.2));
        let (network, signals) = (&mut network, &signals);
        for (kind, source, next) in [
            (Jacobian::EveryStep, Source::Runs, Some(Source::Runs)),
            (Jacobian::Reused, Source::Runs, None),
            (Jacobian::Broyden, Source::Runs, None),
            (Jacobian::Analytic, Source::Masses, None),
        ] {
            let mut policy = JacobianPolicy::new(kind);
            let over = MacroStep { network: &mut *network, signals, step: &one };
            assert_eq!(policy.begin(&over), Some(source), "{kind:?}");
            policy.found(source, &over);
            let anew = policy.judge(1.0, 0.5) == Verdict::FindAnew;
            assert_eq!(anew, kind == Jacobian::Analytic, "{kind:?}");
            assert_eq!(policy.begin(&over), next, "{kind:?}");
            let over = MacroStep { network: &mut *network, signals, step: &other };
            assert_eq!(policy.begin(&over), Some(source), "{kind:?}");
        }
    }

    #[test]
    fn a_kept_jacobian_that_leaves_more_than_a_hundredth_is_found_anew() {
        let kept = JacobianPolicy::new(Jacobian::Reused);
        assert_eq!(kept.judge(1.0, 0.011), Verdict::FindAnew);
        assert_eq!(kept.judge(1.0, 0.009), Verdict::Serves);
        assert_eq!(kept.judge(0.0, 1e-11), Verdict::Serves);
        assert_eq!(JacobianPolicy::new(Jacobian::Broyden).judge(1.0, 0.009), Verdict::Update);
    }
}
