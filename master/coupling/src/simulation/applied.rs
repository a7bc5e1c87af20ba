//! Inputs as slaves were given them, at the start and at the end of a step.

use super::Simulation;

impl Simulation {
    /// Fills in what inputs were over the last steps, where that is shown.
    #[inline]
    pub(super) fn fill_in_applied(&mut self) {
        let Some(parts) = &self.applied else { return };
        let mut places = self.end.applied.iter_mut();
        for (inputs, parts) in self.network.each_applied().zip(parts) {
            for input in inputs {
                let ends = match *parts {
                    // Held values over the first and the last part.
                    Some(n) if input.degree() > 0 => {
                        let part = 1.0 / n as f64;
                        [input.mean(0.0, part), input.mean(1.0 - part, 1.0)]
                    }
                    _ => [input.start(), input.end()],
                };
                ends.into_iter().zip(places.by_ref()).for_each(|(value, place)| *place = value);
            }
        }
    }
}
