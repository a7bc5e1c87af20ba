//! Inputs that laws predict themselves for the coming step.

use super::Network;
use crate::id::InputId;
use crate::law::Prediction;
use crate::point::CommunicationPoint;
use crate::slave::Step;

impl Network {
    /// Whether a law predicts inputs itself.
    #[inline]
    pub fn has_predictions(&self) -> bool {
        !self.predicting.is_empty()
    }

    /// How many communication points back laws look that predict inputs.
    pub(crate) fn prediction_points(&mut self) -> usize {
        let mut points = 0;
        self.each_prediction(|prediction| points = points.max(prediction.points()));
        points
    }

    /// Gives the inputs that laws predict for the coming step.
    pub(crate) fn predict(&mut self, step: &Step, each: &mut dyn FnMut(InputId, f64)) {
        self.each_prediction(|prediction| prediction.predict(step, each));
    }

    /// Lets laws that predict inputs forget their past.
    pub(crate) fn forget_predictions(&mut self) {
        self.each_prediction(|prediction| prediction.forget());
    }

    /// Tells them the next point of another past.
    pub(crate) fn tell_predictions(&mut self, t: f64, point: &CommunicationPoint) {
        self.each_prediction(|prediction| prediction.tell(t, point.y.as_slice()));
    }

    fn each_prediction(&mut self, mut action: impl FnMut(&mut dyn Prediction)) {
        for &law in &self.predicting {
            if let Some(prediction) = self.laws[law].prediction() {
                action(prediction);
            }
        }
    }
}
