//! What laws tell of each communication point.

use super::Network;
use crate::id::InputId;
use crate::law::Report;
use crate::point::CommunicationPoint;

impl Network {
    /// What laws tell, in their order.
    pub fn reports(&self) -> impl Iterator<Item = &dyn Report> {
        self.reporting.iter().filter_map(|&law| self.laws[law].report())
    }

    /// Whether a kinematic constraint determines an input.
    pub fn is_constrained(&self, input: usize) -> bool {
        let of = |law: &usize| self.laws[*law].dependencies();
        self.reporting.iter().flat_map(of).any(|(InputId(i), _)| i == input)
    }

    /// How many numbers they tell of each point.
    pub fn told_count(&self) -> usize {
        self.reports().map(Report::count).sum()
    }

    /// Writes what they tell of a point.
    pub(crate) fn report(&self, point: &mut CommunicationPoint) {
        let CommunicationPoint { y, told, .. } = point;
        let mut rest = told.as_mut_slice();
        for report in self.reports() {
            let (values, others) = rest.split_at_mut(report.count());
            report.write(y.as_slice(), values);
            rest = others;
        }
    }
}
