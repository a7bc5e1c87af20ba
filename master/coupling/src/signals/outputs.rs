//! What outputs are expected to be in the coming step.

use nalgebra::DVector;

use super::Signals;
use super::output_predictor::{Expected, OutputPredictor};
use crate::point::CommunicationPoint;

impl Signals {
    /// Fills in the outputs expected at the end of the predicted step.
    pub fn expect_outputs(&self, y_end: &mut DVector<f64>) {
        for (i, y) in y_end.iter_mut().enumerate() {
            *y = self.expected(i, 1.0).value;
        }
    }

    /// Output `i` as expected at the point `s` of its slave's step, where 1 is the end.
    pub fn expected(&self, i: usize, s: f64) -> Expected {
        self.predictors[self.predictor_of[i]].at(i, s)
    }

    /// Output `i` at the point `s` of its slave's step, which is known to lead to `y_end`.
    pub fn between(&self, i: usize, y_end: f64, s: f64) -> Expected {
        self.predictors[self.predictor_of[i]].between(i, y_end, s)
    }

    #[inline(never)]
    pub(super) fn predict_outputs(&mut self, h: f64, taken: u64) {
        for predictor in self.predictors.iter_mut().filter(|e| e.is_due(taken)) {
            predictor.predict(h);
        }
    }

    #[inline(never)]
    pub(super) fn commit_outputs(&mut self, h: f64, end: &CommunicationPoint) {
        let taken = self.points;
        for predictor in self.predictors.iter_mut().filter(|e| e.is_due(taken)) {
            predictor.commit(h, end);
        }
    }
}

/// One predictor for each length of step, and which one each output belongs to.
pub(super) fn predictors(every: &[u64], degree: usize) -> (Vec<OutputPredictor>, Vec<usize>) {
    let mut lengths = every.to_vec();
    lengths.sort_unstable();
    lengths.dedup();
    let group = |length: &u64| OutputPredictor::new(degree, *length, every.len());
    let of = every.iter().map(|e| lengths.binary_search(e).expect("it is one of the lengths"));
    (lengths.iter().map(group).collect(), of.collect())
}
