//! Inputs of a fast slave over the longer steps of slower ones, in which it is carried along.

use super::{History, Lagrange};
use crate::polynomial::Polynomial;

/// The interpolations over all longer steps.
pub(super) struct LongerSteps(Vec<LongerStep>);

/// An interpolation through the newest past and the end of a longer step.
struct LongerStep {
    /// In steps of the clock.
    length: u64,
    interpolation: Lagrange,
    /// How much of the end value is felt over the step.
    influence: Polynomial,
}

impl LongerSteps {
    pub(super) fn new(lengths: Vec<u64>) -> Self {
        let step = |length: u64| LongerStep {
            length,
            interpolation: Lagrange::through(&[1.0]),
            influence: Polynomial::constant(1.0),
        };
        Self(lengths.into_iter().map(step).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Prepares those that begin after `taken` steps of the clock, which have length `h`: through the end and so
    /// many `points` of the past. Says whether an influence has changed.
    pub(super) fn renew(&mut self, past: &History, points: usize, h: f64, taken: u64) -> bool {
        let mut changed = false;
        for step in self.0.iter_mut().filter(|step| taken.is_multiple_of(step.length)) {
            step.interpolation.renew(past, h * step.length as f64, points, true);
            let influence = step.interpolation.first();
            changed |= influence != step.influence;
            step.influence = influence;
        }
        changed
    }

    /// # Panics
    /// If there is none of this length.
    pub(super) fn basis(&self, length: u64) -> &Lagrange {
        &self.of(length).interpolation
    }

    /// # Panics
    /// If there is none of this length.
    pub(super) fn influence(&self, length: u64) -> Polynomial {
        self.of(length).influence
    }

    pub(super) fn influences(&self) -> impl Iterator<Item = Polynomial> {
        self.0.iter().map(|step| step.influence)
    }

    fn of(&self, length: u64) -> &LongerStep {
        let step = self.0.iter().find(|step| step.length == length);
        step.expect("a slave is carried along in steps that were told")
    }
}
