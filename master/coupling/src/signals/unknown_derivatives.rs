//! Inputs whose time derivatives are not known for a while: some FMUs answer NaN or infinity before their
//! first step, and a few always do.

use super::History;
use super::extrapolation::{Extrapolation, Past};
use crate::polynomial::Polynomial;

/// The members of a group whose time derivatives are not known at one of the points that the rule looks at.
/// Another rule, without derivatives and without a memory, continues them meanwhile.
pub(super) struct UnknownDerivatives {
    rule: Option<Box<dyn Extrapolation>>,
    /// Where some are not known: those that are, and those that are not.
    known: Vec<usize>,
    unknown: Vec<usize>,
    /// For each input that is continued, at how many points it was not known.
    counts: Vec<u64>,
}

impl UnknownDerivatives {
    pub(super) fn new(rule: Option<Box<dyn Extrapolation>>, continued: &[usize]) -> Self {
        let room = || Vec::with_capacity(continued.len());
        Self { rule, known: room(), unknown: room(), counts: vec![0; continued.len()] }
    }

    /// Whether some time derivative is not known.
    #[inline(always)]
    pub(super) fn is_any(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// An input that no rule continues.
    #[inline]
    pub(super) fn stuck(&self) -> Option<usize> {
        if self.rule.is_some() { None } else { self.unknown.first().copied() }
    }

    /// Looks at the newest time derivatives.
    #[inline(always)]
    pub(super) fn renew(&mut self, du: &History, continued: &[usize]) {
        let newest = du.values(0);
        if self.is_any() || continued.iter().any(|&i| !newest[i].is_finite()) {
            self.count(newest, continued);
            self.sort(du, continued);
        }
    }

    #[cold]
    fn count(&mut self, newest: &[f64], continued: &[usize]) {
        for (count, &i) in self.counts.iter_mut().zip(continued) {
            *count += u64::from(!newest[i].is_finite());
        }
    }

    /// Finds out anew which are not known.
    #[cold]
    pub(super) fn sort(&mut self, du: &History, continued: &[usize]) {
        self.forget();
        for &i in continued {
            let known = (0..du.known()).all(|back| du.values(back)[i].is_finite());
            if known { self.known.push(i) } else { self.unknown.push(i) }
        }
    }

    /// Continues all members, each by the rule that can.
    #[cold]
    pub(super) fn extrapolate(
        &mut self,
        rule: &mut dyn Extrapolation,
        past: Past,
        h: f64,
        inputs: &mut [Polynomial],
    ) {
        rule.extrapolate(past, h, &self.known, inputs);
        if let Some(other) = &mut self.rule {
            other.extrapolate(past, h, &self.unknown, inputs);
        }
    }

    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.unknown.clear();
    }

    pub(super) fn counts(&self, continued: &[usize]) -> impl Iterator<Item = (usize, u64)> {
        continued.iter().copied().zip(self.counts.iter().copied())
    }
}
